"""Limits of requests, searches and retries.

`manage.py limits` writes docs/limits.md from the texts below: first what is bounded, then why.
"""

MOST_KEY_CHARACTERS = 255
"""Characters of an `Idempotency-Key`. Keys are stored."""
MOST_FAULTS = 20
"""Faults reported for one body. Each costs about as much as reading the body."""
MOST_SEARCHED_BYTES = 50_000
"""A body in which the place of a faulty key is looked up. The search reads the body once per key."""
MOST_SEARCH_WORDS = 10
"""Words of a search in the admin. Further words are ignored, because each makes the query slower."""
MOST_RARE = 5000
"""Rows that have a rare word. A search in the admin looks these up first. More would make the query too long."""
MOST_FOUND = 2000
"""Rows that a search in the admin lists. Finding and counting all that have two common words takes long."""
MOST_SAVED_FILTERS = 100
"""Filters of admin lists that an account saves, over all lists. Each list names all that belong to it."""
MOST_SHARED_FILTERS_LISTED = 50
"""Filters of other accounts that an admin list shows, in alphabetical order. More would fill the page."""
MOST_FILTER_NAME_CHARACTERS = 60
"""Characters of the name of a saved filter. Longer names would fill the page."""
MOST_FILTER_QUERY_CHARACTERS = 2000
"""Characters of a saved filter in the address of a list. Longer addresses don't reach every server."""
MOST_VALUES_NAMED = 40
"""Accepted values that a refusal names. A longer sentence helps no one."""
MOST_FRUITLESS = 2
"""Times that workers take up the same import, trial or deal without progress. After that it is set aside, so it can't
stop workers again and again.
"""
MOST_DESK_FILE_BYTES = 256 * 2**20
"""An archive of a desk to import. A desk of 20,000 decks needs less than a tenth of that."""
MOST_DESK_BYTES = 1024 * 2**20
"""An unpacked archive of a desk. It is read line by line, so this bounds time rather than memory."""
MOST_DESK_LINE_BYTES = 16 * 2**20
"""A line of an archive of a desk. The largest shipped card set needs less than a hundredth of that."""
MOST_DESK_ROWS = 2_000_000
"""Rows of an archive of a desk. An import is one transaction, and more rows would hold it open for hours."""
MOST_DESK_RATIO = 200
"""Unpacked size of a file in an archive of a desk, divided by its packed size. An export stores files above this
without compression.
"""
MOST_DESK_UPLOAD_BYTES = 15 * 2**20
"""An archive of a desk that the admin imports. The proxy accepts 16 MiB. For larger ones there is a command."""
MOST_DESK_EXPORT_BYTES = 32 * 2**20
"""An archive of a desk that the admin exports. It is stored in the database. For larger ones there is a command."""
MOST_DESK_ARCHIVES = 3
"""Archives of a desk whose content is stored for an account. Each is stored for at most a day."""
MOST_OWNER_MAP_CHARACTERS = 100_000
"""Characters of a list of owners in the admin. Two thousand accounts need less than half of that."""
MOST_OWNER_MAP_BYTES = 2**20
"""A file that maps owners for the import of a desk. It has one line per account."""
MOST_NAMES_LISTED = 200
"""Accounts that a refused import of a desk lists. More would fill the terminal."""
MOST_ROWS_LISTED = 100
"""Rows that the report of an import of a desk lists one by one, of each kind. More would fill the terminal."""
