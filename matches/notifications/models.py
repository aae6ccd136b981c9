"""The tables of the accounts' inboxes. Only `inbox.py` writes them."""

from django.conf import settings
from django.db import models


class Inbox(models.Model):
    """The number of the account's newest notice, even if it is no longer stored."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    newest = models.BigIntegerField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.account_id}: {self.newest}"


class Notice(models.Model):
    """A notice for an account, with its number in the account's inbox."""

    pk = models.CompositePrimaryKey("account_id", "number")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    number = models.BigIntegerField()
    body = models.BinaryField(help_text="As JSON, with its type.")
    at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.account_id} {self.number}"
