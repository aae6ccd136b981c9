"""The kit of the REST API: reading what was sent, answering bytes, slowing down who is too fast, and describing it all.

It lives in the lowest app because every app's API is built with it and imports only run downwards. It knows no
resource.
"""
