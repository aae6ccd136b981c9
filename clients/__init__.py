"""The clients, and what packs them for pip and npm (`packages`, `typescript_types`)."""
