"""Runs the simulator's WebAssembly without a browser."""

import copy
import functools
import html
import json
import pathlib

import wasmtime

_FILE = pathlib.Path(__file__).with_name("simulator.wasm")


class Table(list):
    """Rows of figures, one for each lane and seed. `frame()` gives them to pandas, if it is installed."""

    def frame(self):
        import pandas

        return pandas.DataFrame(self)

    def _repr_html_(self):
        if not self:
            return "<p>no rows</p>"

        def cells(tag, values):
            return "".join(f"<{tag}>{html.escape(_shown(value))}</{tag}>" for value in values)

        body = "".join(f"<tr>{cells('td', row.values())}</tr>" for row in self)
        return f"<table><thead><tr>{cells('th', self[0])}</tr></thead><tbody>{body}</tbody></table>"


def _shown(value):
    return f"{value:.4g}" if isinstance(value, float) else str(value)


class _Simulator:
    """The module with its three imports."""

    def __init__(self):
        engine = wasmtime.Engine()
        module = _module(engine)
        self.store = wasmtime.Store(engine)
        linker = wasmtime.Linker(engine)
        for given in module.imports:
            if given.name.startswith("__wbg___wbindgen_throw"):
                does = self._throw
            elif given.name == "__wbindgen_init_externref_table":
                does = self._init_table
            else:
                does = self._text
            linker.define(self.store, given.module, given.name, wasmtime.Func(self.store, given.type, does))
        self.exports = linker.instantiate(self.store, module).exports(self.store)
        self.call("__wbindgen_start")

    def call(self, name, *values):
        return self.exports[name](self.store, *values)

    def _read(self, at, length):
        at, length = at & 0xFFFFFFFF, length & 0xFFFFFFFF
        return bytes(self.exports["memory"].read(self.store, at, at + length)).decode()

    def _throw(self, at, length):
        raise RuntimeError(self._read(at, length))

    def _text(self, at, length):
        return self._read(at, length)

    def _init_table(self):
        table = self.exports["__wbindgen_externrefs"]
        first = table.grow(self.store, 4, None)
        for at, value in enumerate([None, None, True, False]):
            table.set(self.store, first + at, value)

    def _written(self, text):
        data = text.encode()
        at = self.call("__wbindgen_malloc", len(data), 1)
        self.exports["memory"].write(self.store, data, at & 0xFFFFFFFF)
        return at, len(data)

    def report(self, document, lane):
        make = self.exports["simulation_new"]
        at, length = self._written(json.dumps(document))
        values = [at, length, lane]
        # Options that later releases added are left out.
        values += [0] * (len(make.type(self.store).params) - len(values))
        simulation, error, is_error = make(self.store, *values)
        if is_error:
            raise ValueError(_sentence(self.exports["__wbindgen_externrefs"].get(self.store, error)))
        try:
            while not self.call("simulation_done", simulation):
                self.call("simulation_advance", simulation, 1e18, 1e6)
            at, length = self.call("simulation_report", simulation)
            text = self._read(at, length)
            self.call("__wbindgen_free", at, length, 1)
            return json.loads(text)
        finally:
            self.call("__wbg_simulation_free", simulation, 0)


@functools.cache
def _compiled():
    engine = wasmtime.Engine()
    return wasmtime.Module(engine, _FILE.read_bytes()).serialize()


def _module(engine):
    return wasmtime.Module.deserialize(engine, _compiled())


def _sentence(thrown):
    try:
        return json.loads(thrown)[0]["message"]
    except (TypeError, ValueError, LookupError):
        return str(thrown)


def _row(report):
    wait = report["wake_latency"]
    moved = sum(count for far in report["migrations"].values() for count in far.values())
    return {
        "lane": "AB"[report["lane"]] if report["lane"] < 2 else report["lane"],
        "seed": report["seed"],
        "time_ms": report["elapsed_ns"] / 1e6,
        "work_per_s": report["messages_per_s"],
        "busy_pct": report["busy_pct"],
        "wasted_pct": report["wasted_pct"],
        "switches": max(0, report["sched"] - report["idle"]),
        "migrations": moved,
        "steals": report["steal"],
        "wait_p50_us": wait["p50"] / 1e3,
        "wait_p99_us": wait["p99"] / 1e3,
        "hash": report["hash"],
    }


def run(document, seeds=None):
    """Runs every lane of a scenario document (a dict, or JSON text) with each seed.

    Returns a `Table`, a list of dicts; its `reports` are the whole reports. Raises `ValueError` with a
    sentence if the document has a fault.
    """
    if isinstance(document, str):
        document = json.loads(document)
    if not isinstance(document, dict):
        raise ValueError("a scenario document is a dict or its JSON text")
    document = copy.deepcopy(document)
    lanes = range(len(document.get("lanes") or [{}]))
    rows, reports = [], []
    for seed in [document.get("seed")] if seeds is None else seeds:
        if seed is not None:
            document["seed"] = int(seed)
        for lane in lanes:
            report = _Simulator().report(document, lane)
            # The report of a single run does not say which one it is.
            report.update(lane=report.get("lane", lane), seed=report.get("seed", seed))
            reports.append(report)
            rows.append(_row(report))
    table = Table(rows)
    table.reports = reports
    return table
