"""BlackPoker (ブラックポーカー): a duel with ordinary playing cards. Your deck is your life."""

from cards.engine import GameDefinition
from cards.rulesets.blackpoker import decks, ending, options, setup, state, view
from cards.rulesets.blackpoker.actions import Actions
from cards.rulesets.blackpoker.cards import Cards
from cards.rulesets.blackpoker.effects import Effects
from cards.rulesets.blackpoker.frames import Frames
from cards.rulesets.blackpoker.knowledge import memory, redeal, worlds
from cards.rulesets.blackpoker.prompts import Prompts
from cards.rulesets.blackpoker.revelations import REVELATIONS
from cards.rulesets.blackpoker.words import WORDS

RULESET = GameDefinition(
    slug="blackpoker",
    version=1,
    words=WORDS,
    options_type=options.Options,
    state_type=state.State,
    frame_types=Frames,
    action_types=Actions,
    effect_types=Effects,
    prompt_types=Prompts,
    game_type=view.Game,
    memory_type=memory.Memory,
    read_cards=Cards,
    seats=options.seats,
    check_deck=decks.check_deck,
    starter_deck=decks.starter_deck,
    new_state=state.new_state,
    set_up=setup.set_up,
    game=view.game,
    scores=ending.scores,
    revelations=REVELATIONS,
    redeal=redeal.redeal,
    new_memory=memory.new_memory,
    update_memory=memory.update_memory,
    observe_choices=memory.observe_choices,
    determinize=worlds.determinize,
)
