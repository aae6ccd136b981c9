"""Every unfinished rule of this game, in the order of the chapters."""

from typing import Union

from cards.rulesets.invaders.main_step import MainStep
from cards.rulesets.invaders.replacement import (
    CarryingOut,
    Destruction,
    Drawing,
    EndCheck,
    LeaderDamage,
    ReplacementOffer,
)
from cards.rulesets.invaders.script.all_or_nothing import AllOrNothing
from cards.rulesets.invaders.script.browsing import Browsing
from cards.rulesets.invaders.script.connectives import Damaging, MayQuestion, ModeQuestion, Operating, Sequence
from cards.rulesets.invaders.script.playing import Placing
from cards.rulesets.invaders.script.selectors import Choosing
from cards.rulesets.invaders.settling import Settling
from cards.rulesets.invaders.setup import FirstQuestion, JankenQuestion, MulliganQuestion, OpeningHands
from cards.rulesets.invaders.war import BlockQuestion, Fight, InvadeQuestion, TargetQuestion, WarStep
from cards.rulesets.invaders.year import (
    DeckOutDamage,
    MainStart,
    ModifiersEnd,
    Refill,
    RevoltEffects,
    Saving,
    SavingsEnd,
    UntapAll,
    YearDraw,
    YearEnd,
    Years,
    YearStartEffects,
)

Frames = Union[  # noqa: UP007 -- a list
    JankenQuestion, FirstQuestion, OpeningHands, MulliganQuestion,
    Years, DeckOutDamage, Refill, YearDraw, UntapAll, YearStartEffects, MainStart, MainStep, WarStep, YearEnd,
    SavingsEnd, Saving, RevoltEffects, ModifiersEnd,
    Fight, TargetQuestion, BlockQuestion, InvadeQuestion,
    Settling, Sequence, MayQuestion, ModeQuestion, Operating, Choosing, Placing, Browsing, AllOrNothing, Damaging,
    Destruction, LeaderDamage, Drawing, EndCheck, ReplacementOffer, CarryingOut,
]  # fmt: skip
