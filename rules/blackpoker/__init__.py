"""BlackPoker (ブラックポーカー): a duel with ordinary playing cards. Your deck is your life."""

from rules.engine import GameDefinition

from . import decks, ending, options, scorecard, setup, state, view
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
from .terms import terms, uses
from .words import SUMMARY, WORDS

RULESET = GameDefinition(
    slug="blackpoker",
    version=1,
    summary=SUMMARY,
    words=WORDS,
    terms=terms,
    implied_terms=uses,
    options_type=options.Options,
    state_type=state.State,
    frame_types=Frames,
    action_types=Actions,
    effect_types=Effects,
    prompt_types=Prompts,
    passable_prompts=PassablePrompts,
    game_type=view.Game,
    memory_type=memory.Memory,
    read_cards=Cards,
    option_sets=options.OPTION_SETS,
    option_rules=options.OPTION_RULES,
    seats=options.seats,
    problem_rules=decks.PROBLEM_RULES,
    check_deck=decks.check_deck,
    copy_limit=decks.copy_limit,
    cards_at_fault=decks.cards_at_fault,
    prescribed_deck=decks.prescribed_deck,
    starter_deck=decks.starter_deck,
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
    observe_choices=memory.observe_choices,
    determinize=worlds.determinize,
)
