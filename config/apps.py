"""The admin as an app of Django's."""

from django.contrib.admin.apps import AdminConfig


class StaffConfig(AdminConfig):
    default_site = "config.staff.StaffSite"
