"""Limits of decks and imports of decks.

`manage.py limits` writes docs/limits.md from the texts below: first what is bounded, then why.
"""

MOST_BULK_TAGS = 10
"""Tags entered at once for the selected decks. Each is stored for every selected deck."""
MOST_TAGS_OFFERED = 50
"""Tags offered as filters in the admin, in alphabetical order. More would fill the page."""
MOST_FAULTS_SHOWN = 5
"""Faults shown when a deck is saved in the admin. The deck's page shows all."""
MOST_FAULTY_LISTED = 500
"""Illegal decks that the legality check lists, the latest first. Each is checked with two card sets."""
MOST_DECKS_WRITTEN = 500
"""Decks that one action of the admin changes. Every deck is written, with a version of its own."""
MOST_PARTS_SHOWN = 5
"""Changes or faults shown for a row of an import. The deck's history has all changes."""
MOST_IMPORTS_LISTED = 200
"""Imports listed in the admin. More would fill the page."""
MOST_DELETED_LISTED = 200
"""Deleted decks listed in the admin. More would fill the page."""
MOST_COPIES = 1000
"""Copies of one card in a stored deck. So a mistyped number can't make a deck that no page can show."""
MOST_NOTE_CHARACTERS = 4000
"""Characters of a deck's note. Lists of decks have the notes of all."""
MOST_NOTE_LISTED = 80
"""Characters of a deck's note in the admin list. The deck's page shows all of it."""
MOST_LINES = 1000
"""Lines read of a pasted deck list. Further lines are ignored, so a mistaken paste stays cheap to read."""
MOST_NEAREST = 3
"""Names suggested for an unreadable line of a deck list. More would not help to choose."""
MOST_COMPARED = 20
"""Unreadable lines of a deck list for which names are suggested. Each is compared with every name of the card set."""
MOST_PROBLEMS = 30
"""Faults reported for a deck. Decks made to do harm have 500, and a list of decks has the faults of each."""
MOST_CARDS_NAMED = 5
"""Cards that the sentence of a fault names. `cards` and `missing` have all of them."""
MOST_FILE_BYTES = 16 * 2**20
"""A file to import. Larger files would fill a worker's memory."""
MOST_SEPARATORS = 1_500_000
"""Separators in a file to import. That is twice as many as in 16 MiB of decks. More would take longer than a task may.
"""
MOST_ROWS = 20_000
"""Rows of one import. More would keep workers busy for too long."""
MOST_COLUMNS = 100
"""Columns of one import. No deck has as many fields."""
MOST_IMPORTS_REMEMBERED = 20
"""The latest imports whose columns are remembered for the next file. Older choices are seldom needed."""
MOST_CHANGES = 50
"""Changes stored in the report of a row. The deck's versions have all of them."""
MOST_SAMPLES = 3
"""Sample values shown for a column of an import. They are enough to recognize it."""
MOST_XML_TAGS = 1_500_000
"""XML tags in the parts read of a workbook. That is twice as many as in the largest import with nine columns."""
MOST_STYLE_TAGS = 100_000
"""XML tags in the parts of a workbook other than its cells. Reading a style takes ten times as long as reading a cell.
"""
MOST_SHEETS = 200
"""Sheets in a workbook to import. The first with decks is read. Each costs time even if it is empty."""
MOST_ZIPPED_FILES = 21_000
"""Files in a ZIP archive to import. The largest import with one deck a file needs 20,000."""
MOST_UNPACKED_BYTES = 32 * 2**20
"""An unpacked ZIP archive. A small archive could otherwise fill a worker's memory."""
MOST_STORED_BYTES = 48 * 2**20
"""The stored content of a file to import. A short text in many cells would otherwise fill a worker's memory."""
MOST_ZIP_RATIO = 200
"""Unpacked size of a file in a ZIP archive, divided by its packed size. Text is seldom above 20. Archives made to do
harm have about a thousand.
"""
MOST_LINES_LISTED = 10
"""Unreadable lines of a deck list that are listed one by one. More would fill the page."""
MOST_DELETED_OFFERED = 20
"""Deleted decks that their owner can restore from the list of decks. More would fill the page."""
MOST_QUOTED = 200
"""Characters of a value that a fault of an import quotes. Longer values would hide the fault."""
MOST_FAULT_CHARACTERS = 10_000
"""Characters of a fault of an import. Longer ones quote a value whole."""
MOST_DECKS_OFFERED = 100
"""Decks offered for a seat, a player's own first. More would fill the form."""
MOST_COPIED_NAME = 110
"""Characters of a name that a copied deck has before the suffix. Names of 120 characters are stored."""
MOST_VERSIONS = 500
"""Versions stored per deck. A new one replaces the oldest, so that a program can't fill the database."""
MOST_VERSIONS_REFUSED = 20
"""Versions in a refusal, the newest first. All of them could be megabytes in answer to a few bytes."""
