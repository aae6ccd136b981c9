"""The kit of the admin for all apps, and the one page of `common` itself, which Django finds through this import."""

from common.admin import desk

__all__ = ["desk"]
