"""4. Zones and places. Inside the rules a place is an index into PLACES, in the order of its strings (4.2)."""

SEATS = (0, 1)
_NAMES = ("A1", "A2", "A3", "B1", "B2", "B3", "E", "HQ", "S1", "S2")
WIDTH = len(_NAMES)
PLACES = tuple(f"{seat}:{name}" for seat in SEATS for name in _NAMES)
INDEX = {place: index for index, place in enumerate(PLACES)}
LEADERS = ("0:L", "1:L")
NOWHERE = -1

_ZONE_OF = ("units",) * 6 + ("emergency", "commander", "situations", "situations")
ZONES = _ZONE_OF * 2
"""The zone of each place."""

SQUARES = (range(0, 6), range(WIDTH, WIDTH + 6))
"""The squares of each seat's unit zone, back row first."""
ALL_SQUARES = (*SQUARES[0], *SQUARES[1])
SLOTS = ((8, 9), (WIDTH + 8, WIDTH + 9))
CASTING_PLACES = tuple((*SQUARES[seat], *SLOTS[seat]) for seat in SEATS)
"""7.1 Where each seat's cards are cast, except events: its squares, then its slots."""
HEADQUARTERS = (7, WIDTH + 7)
EMERGENCY = (6, WIDTH + 6)
ZONE_PLACES = {zone: tuple(i for i, name in enumerate(ZONES) if name == zone) for zone in _ZONE_OF}


def _line(seat: int, column: int) -> tuple[int, ...]:
    """4.3 A column from its own rear to the enemy's: s:A, s:B, e:B, e:A."""
    own, enemy = seat * WIDTH + column, (1 - seat) * WIDTH + column
    return (own, own + 3, enemy + 3, enemy)


COLUMNS = frozenset(range(3))
LINES = tuple(tuple(_line(seat, column) for column in COLUMNS) for seat in SEATS)
COLUMN = tuple(i % WIDTH % 3 if ZONES[i] == "units" else NOWHERE for i in range(len(PLACES)))


def _front(seat: int, place: int) -> int:
    if ZONES[place] != "units":
        return NOWHERE
    line = LINES[seat][COLUMN[place]]
    step = line.index(place) + 1
    return line[step] if step < len(line) else NOWHERE


FRONT = tuple(tuple(_front(seat, place) for place in range(len(PLACES))) for seat in SEATS)
"""The square in front of each square, for a unit of each seat; NOWHERE on e:A."""
