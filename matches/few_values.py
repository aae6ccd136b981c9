"""A column of few values, some of them rare. Comparisons have the value in the text of the statement.

PostgreSQL keeps one plan for a statement, whatever its parameters are. A plan that suits the common value reads the
whole table for a rare one. So did the list of running matches among a million finished ones. With the value in the
text, there is a plan for each value, and partial indexes can be used.
"""

from typing import Any

from django.db.models import CharField
from django.db.models.lookups import Exact, In


class FewValuesField(CharField):
    """A CharField with choices. Migrations do not tell the two apart."""

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.CharField", arguments, options


class _InText:
    def process_rhs(self: Any, compiler: Any, connection: Any) -> tuple[str, Any]:
        statement, values = super().process_rhs(compiler, connection)
        known = {str(value) for value, _label in self.lhs.output_field.choices}
        if not self.rhs_is_direct_value() or not known.issuperset(values):
            return statement, values
        return statement % tuple(f"'{value}'" for value in values), []


for _lookup in (Exact, In):
    FewValuesField.register_lookup(type(_lookup.__name__, (_InText, _lookup), {}))
