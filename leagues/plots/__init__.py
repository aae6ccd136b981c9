"""Plots of a season, drawn as SVG: pure, and the same bytes for the same data."""
