"""Plots of a season as SVG. Pure: the same data give the same bytes."""
