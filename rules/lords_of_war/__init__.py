"""Lords of War: six armies on a field of squares. Every card strikes in the directions of its arrows."""

from rules.engine import GameDefinition

from . import (
    analysis,
    check,
    decks,
    deployment,
    ending,
    options,
    scorecard,
    setup,
    state,
    teams,
    view,
)
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
    slug="lords_of_war",
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
    card_type=check.WrittenUnit,
    read_cards=Cards,
    check_options=options.check_options,
    fill_options=options.fill_options,
    option_sets=options.OPTION_SETS,
    option_rules=options.OPTION_RULES,
    seats=teams.seats,
    team=teams.team_of,
    has_teams=teams.has_teams,
    brings_deck=teams.brings_deck,
    problem_rules=decks.PROBLEM_RULES,
    check_deck=decks.check_deck,
    deck_report=decks.deck_report,
    copy_limit=decks.copy_limit,
    cards_at_fault=decks.cards_at_fault,
    starter_deck=decks.starter_deck,
    check_card=check.check_card,
    new_state=setup.new_state,
    set_up=setup.set_up,
    game=view.game,
    scores=ending.scores,
    scorecard_type=scorecard.Scorecard,
    scorecard_version=scorecard.VERSION,
    tally=scorecard.tally,
    score_tables=scorecard.score_tables,
    analysis=analysis.analysis,
    may_consider=deployment.may_consider,
    evaluation=EVALUATION,
    board=BOARD,
    card_uses=CARD_USES,
    revelations=REVELATIONS,
    redeal=redeal.redeal,
    new_memory=memory.new_memory,
    update_memory=memory.update_memory,
    determinize=worlds.determinize,
)
