"""Scheduler Playground in a notebook: the lanes as a widget, and `run` for figures."""

from ._simulate import Table, run
from ._widget import Playground

__all__ = ["Playground", "Table", "run"]
__version__ = "@VERSION@"
