"""The lanes of an experiment as a widget."""

import pathlib

import anywidget
import traitlets

_HERE = pathlib.Path(__file__).parent


class Playground(anywidget.AnyWidget):
    """Two lanes that play in the notebook.

    `document` is a scenario document, `link` the link of an experiment. `state` is the last state of the
    page, with the moment `ns`, and `fault` a sentence if the document has one.
    """

    _esm = _HERE / "widget.js"
    _page = traitlets.Bytes().tag(sync=True)
    link = traitlets.Unicode("").tag(sync=True)
    document = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    height = traitlets.Int(520).tag(sync=True)
    state = traitlets.Dict(read_only=True).tag(sync=True)
    fault = traitlets.Unicode("", read_only=True).tag(sync=True)

    def __init__(self, document=None, **options):
        super().__init__(document=document, _page=(_HERE / "playground.html.gz").read_bytes(), **options)
        self.on_msg(self._hear)

    def _hear(self, _widget, content, _buffers):
        if "state" in content:
            self.set_trait("state", content["state"])
        self.set_trait("fault", content.get("fault", ""))

    def play(self):
        self.send({"type": "play"})

    def pause(self):
        self.send({"type": "pause"})

    def seek(self, ns):
        """Goes to a moment of simulated time (ns)."""
        self.send({"type": "seek", "ns": ns})
