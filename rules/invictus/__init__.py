"""Invictus (インヴィクタス). RULES.md has the numbered rules; the modules are its chapters."""

from rules.engine import GameDefinition

from . import check, decks, ending, options, scorecard, setup, state, view
from .actions import Actions
from .board import BOARD
from .card_uses import CARD_USES
from .cards import Cards
from .effects import Effects
from .evaluation import EVALUATION
from .frames import Frames
from .knowledge import memory, redeal, worlds
from .prompts import PassablePrompts, Prompts
from .revelations import REVELATIONS
from .terms import on_every_card, terms
from .words import SUMMARY, WORDS

RULESET = GameDefinition(
    slug="invictus",
    version=1,
    summary=SUMMARY,
    words=WORDS,
    terms=terms,
    implied_terms=on_every_card,
    options_type=options.Options,
    state_type=state.State,
    frame_types=Frames,
    action_types=Actions,
    effect_types=Effects,
    prompt_types=Prompts,
    passable_prompts=PassablePrompts,
    game_type=view.Game,
    memory_type=memory.Memory,
    card_type=check.WrittenCard,
    read_cards=Cards,
    option_conflicts=options.option_conflicts,
    option_sets=options.OPTION_SETS,
    option_rules=options.OPTION_RULES,
    seats=options.seats,
    team=options.team,
    has_teams=options.has_teams,
    problem_rules=decks.PROBLEM_RULES,
    check_deck=decks.check_deck,
    check_decks=decks.check_decks,
    copy_limit=decks.most_copies,
    cards_at_fault=decks.cards_at_fault,
    check_card=check.check_card,
    new_state=state.new_state,
    set_up=setup.set_up,
    game=view.game,
    scores=ending.scores,
    scorecard_type=scorecard.Scorecard,
    scorecard_version=scorecard.VERSION,
    tally=scorecard.tally,
    score_tables=scorecard.score_tables,
    evaluation=EVALUATION,
    board=BOARD,
    card_uses=CARD_USES,
    revelations=REVELATIONS,
    redeal=redeal.redeal,
    new_memory=memory.new_memory,
    update_memory=memory.update_memory,
    determinize=worlds.determinize,
)
