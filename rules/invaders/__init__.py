"""Invaders: two leaders, years of casting and war. RULES.md has the numbered rules; the modules are its chapters."""

from rules.engine import GameDefinition

from . import check, decks, describe, ending, identity, options, scorecard, setup, state, view
from .actions import Actions
from .board import BOARD
from .card_uses import CARD_USES
from .cards import read_cards
from .effects import Effects
from .evaluation import EVALUATION
from .frames import Frames
from .knowledge import memory, redeal, worlds
from .prompts import PassablePrompts, Prompts
from .replacement import ENDLESS_LOOP
from .revelations import REVELATIONS
from .script.grammar import GRAMMAR
from .terms import figures, terms
from .words import NAMES, SUMMARY, WORDS

RULESET = GameDefinition(
    slug="invaders",
    version=1,
    names=NAMES,
    summary=SUMMARY,
    words=WORDS,
    terms=terms,
    implied_terms=figures,
    loop_reason=ENDLESS_LOOP,
    options_type=options.Options,
    state_type=state.State,
    frame_types=Frames,
    action_types=Actions,
    effect_types=Effects,
    prompt_types=Prompts,
    passable_prompts=PassablePrompts,
    game_type=view.Game,
    memory_type=memory.Memory,
    card_type=check.AnyCard,
    card_grammar=GRAMMAR,
    read_cards=read_cards,
    option_sets=options.OPTION_SETS,
    option_rules=options.OPTION_RULES,
    seats=options.seats,
    problem_rules=decks.PROBLEM_RULES,
    check_deck=decks.check_deck,
    copy_limit=decks.copy_limit,
    cards_at_fault=decks.cards_at_fault,
    check_card=check.check_card,
    check_cards=check.check_cards,
    describe_card=describe.describe_card,
    new_state=setup.new_state,
    set_up=setup.set_up,
    game=view.game,
    scores=ending.scores,
    scorecard_type=scorecard.Scorecard,
    scorecard_version=scorecard.VERSION,
    tally=scorecard.tally,
    score_tables=scorecard.score_tables,
    canonical_table=identity.relabelled,
    evaluation=EVALUATION,
    board=BOARD,
    card_uses=CARD_USES,
    revelations=REVELATIONS,
    redeal=redeal.redeal,
    new_memory=memory.new_memory,
    update_memory=memory.update_memory,
    determinize=worlds.determinize,
)
