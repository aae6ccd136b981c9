"""All frames of this game, in the order of the chapters."""

from typing import Union

from .main_step import MainStep
from .replacement import (
    CarryingOut,
    Destruction,
    Drawing,
    EndCheck,
    LeaderDamage,
    ReplacementOffer,
)
from .script.all_or_nothing import AllOrNothing
from .script.browsing import Browsing
from .script.connectives import Damaging, MayQuestion, ModeQuestion, Operating, Sequence
from .script.playing import Placing
from .script.selectors import Choosing
from .settling import Settling
from .setup import FirstQuestion, JankenQuestion, MulliganQuestion, OpeningHands
from .war import BlockQuestion, Fight, InvadeQuestion, TargetQuestion, WarStep
from .year import (
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
