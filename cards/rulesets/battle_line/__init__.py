"""Battle Line (バトルライン): nine flags between two players, and formations of three cards to win them with.

RULES.md has the numbered rules; the modules are its chapters.
"""

from cards.engine import GameDefinition
from cards.rulesets.battle_line import decks, ending, options, setup, state, view
from cards.rulesets.battle_line.actions import Actions
from cards.rulesets.battle_line.cards import Cards
from cards.rulesets.battle_line.effects import Effects
from cards.rulesets.battle_line.frames import Frames
from cards.rulesets.battle_line.knowledge import memory, redeal, worlds
from cards.rulesets.battle_line.prompts import Prompts
from cards.rulesets.battle_line.revelations import REVELATIONS
from cards.rulesets.battle_line.words import WORDS

RULESET = GameDefinition(
    slug="battle_line",
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
    builds_decks=False,
    check_deck=decks.check_deck,
    starter_deck=decks.starter_deck,
    new_state=setup.new_state,
    set_up=setup.set_up,
    game=view.game,
    scores=ending.scores,
    revelations=REVELATIONS,
    redeal=redeal.redeal,
    new_memory=memory.new_memory,
    update_memory=memory.update_memory,
    determinize=worlds.determinize,
)
