"""Signing in to third-party apps: OAuth 2.1 authorization codes with PKCE, for public clients."""
