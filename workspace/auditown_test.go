package workspace_test

import (
	"context"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/workspace"
)

// forItself has keys that nothing reads but what changes them.
const forItself = `
-- agent.py --
import logging
import os
from datetime import datetime
from google.adk.agents import Agent
from google.adk.events import Event, EventActions

logger = logging.getLogger(__name__)
TURNS = "turns"

def count(tool_context, x):
    state = tool_context.state
    state["visits"] = state.get("visits", 0) + 1 # warning unread-key
    state["steps"] += 1 # warning unread-key
    state["log"] = state.get("log", []) + [x] # warning unread-key
    state["all"] = [*state.get("all", []), {"x": x, "n": len(state.get("all", []))}] # warning unread-key
    state["last"] = [m for m in state.get("last", []) if m != x][-10:] # warning unread-key
    state["text"] = f"{state.get('text', '')}\n{x}" # warning unread-key
    state[TURNS] = int(tool_context.state.get("turns") or 0) + 1 # warning unread-key
    return "counted"

def append(tool_context, x):
    history = tool_context.state.get("history", [])
    history.append({"x": x, "at": datetime.now().isoformat()})
    tool_context.state["history"] = history # warning unread-key
    logger.info("now there are %d", len(history))

def extend(tool_context, x):
    found: list[str] = list(tool_context.state.get("found") or [])
    if x not in found:
        found.append(x)
    found = found[-5:]
    tool_context.state["found"] = found # warning unread-key
    return {"status": "ok"}

def grow(tool_context, x):
    n = tool_context.state.get("grown", 0)
    more = n + 1
    if more > 5:
        more = 0
    tool_context.state["grown"] = more # warning unread-key

def in_place(tool_context, x):
    tool_context.state.setdefault("kept", []).append(x) # warning unread-key
    tool_context.state["kept"].sort() # warning direct-state-mutation

def begins(tool_context, x):
    if "begun" not in tool_context.state:
        tool_context.state["begun"] = datetime.now().isoformat() # warning unread-key
    if not tool_context.state.get("mode"):
        tool_context.state["mode"] = "fast" # warning unread-key
    else:
        tool_context.state["mode"] = "slow"
    if "old" in tool_context.state:
        del tool_context.state["old"]
    if x: tool_context.state["old"] = x # warning unread-key
    tool_context.state.pop("dropped", None)
    tool_context.state["dropped"] = x # warning unread-key

def table(tool_context, x):
    counts = tool_context.state.get("counts", {})
    counts[x] = counts.get(x, 0) + 1
    tool_context.state["counts"] = counts # warning unread-key

def at_once(tool_context, x):
    tool_context.state.update({"one": tool_context.state.get("one", 0) + 1, "two": x}) # warning unread-key
    return tool_context.state["two"]

async def in_a_delta(ctx):
    yield Event(author="a", actions=EventActions(state_delta={"sent": int(ctx.session.state.get("sent", 0)) + 1})) # warning unread-key

def defaults(tool_context):
    if "tone" not in tool_context.state:
        tool_context.state["tone"] = os.getenv("TONE") # warning unread-key

def bump(state, key):
    n = state.get(key, 0)
    state[key] = n + 1

def bumps(tool_context):
    bump(tool_context.state, "bumped") # warning unread-key

root_agent = Agent(name="root", instruction="Help.", tools=[count, append, extend, grow, in_place, begins, table, at_once, in_a_delta, defaults, bumps])
`

// readToo has keys of which somebody gets the value, or for which something else depends on it.
const readToo = `
-- agent.py --
import logging
from google.adk.agents import Agent

logger = logging.getLogger(__name__)

def returned(tool_context, x):
    a1 = tool_context.state.get("a1", [])
    a1.append(x)
    tool_context.state["a1"] = a1
    return a1

def shown(tool_context, x):
    b1 = tool_context.state.get("b1", 0) + 1
    tool_context.state["b1"] = b1
    return f"call {b1}"

def logged(tool_context, x):
    c1 = tool_context.state.get("c1", 0) + 1
    tool_context.state["c1"] = c1
    print("call", c1)

def passed(tool_context, x):
    d1 = tool_context.state.get("d1", [])
    d1.append(x)
    send(d1)
    tool_context.state["d1"] = d1

def passed_within(tool_context, x):
    tool_context.state["d2"] = store(tool_context.state.get("d2", []))
    tool_context.state["d3"] = tool_context.state.get("d3") or create(x)
    tool_context.state["d4"] = [send(m) for m in tool_context.state.get("d4", [])]
    tool_context.state["d5"] = tool_context.state.get("d5").send(x)
    tool_context.state["d6"] = send(x) if tool_context.state.get("d6") else 1

def limited(tool_context, x):
    e1 = tool_context.state.get("e1", 0)
    if e1 > 3:
        return "too many"
    tool_context.state["e1"] = e1 + 1

def flag(tool_context, x):
    if "f1" not in tool_context.state:
        tool_context.state["f1"] = True
        send(x)
    if not tool_context.state.get("f2"):
        tool_context.state["f2"] = True
        tool_context.state["other"] = 1 # warning unread-key
    if not tool_context.state.get("f3"):
        tool_context.state["f3"] = True
    else:
        send(x)
    if tool_context.state.get("f4"):
        tool_context.state["f4"] = False
    elif send(x):
        tool_context.state["f4"] = True
    if not tool_context.state.get("f5"): tool_context.state["f5"] = send(x)

def closure(tool_context, x):
    g1 = tool_context.state.get("g1", [])
    g1.append(x)
    tool_context.state["g1"] = g1
    def later():
        return g1
    send(later)

def by_lambda(tool_context, x):
    g2 = tool_context.state.get("g2", [])
    tool_context.state["g2"] = g2
    send(lambda: g2)

def elsewhere(tool_context, x):
    tool_context.state["h1"] = tool_context.state.get("h1", 0) + 1
    tool_context.state["h2"] = tool_context.state.get("h2", 0) + 1

def reads(tool_context):
    return tool_context.state["h1"]

def looped(tool_context, x):
    i1 = tool_context.state.get("i1", [])
    for item in i1:
        send(item)
    tool_context.state["i1"] = i1 + [x]

def under_another(tool_context, x):
    tool_context.state["j1"] = x
    tool_context.state["j2"] = tool_context.state["j1"] + 1
    return tool_context.state["j2"]

def popped(tool_context, x):
    tool_context.state.setdefault("k1", []).append(x) # warning direct-state-mutation
    k2 = tool_context.state["k1"].pop() # warning direct-state-mutation
    return k2

def taken(tool_context, x):
    tool_context.state["l1"] = x
    return tool_context.state.pop("l1", None)

def an_attribute(self, tool_context, x):
    self.m1 = tool_context.state.get("m1", 0)
    tool_context.state["m1"] = self.m1 + 1

def globally(tool_context, x):
    global n1
    n1 = tool_context.state.get("n1", 0)
    tool_context.state["n1"] = n1 + 1

def held(tool_context, x):
    o1 = {"items": tool_context.state.get("o1", [])}
    tool_context.state["o1"] = o1["items"] + [x]
    return o1

def in_one_line(tool_context, x):
    p1 = tool_context.state.get("p1", 0); send(p1)
    tool_context.state["p1"] = 1
    if "p2" in tool_context.state: send(x); tool_context.state["p2"] = 1

def asserted(tool_context, x):
    assert tool_context.state.get("q1", 0) < 5
    tool_context.state["q1"] = tool_context.state.get("q1", 0) + 1

def while_true(tool_context, x):
    while tool_context.state.get("r1", 0) < 5:
        tool_context.state["r1"] = tool_context.state.get("r1", 0) + 1

def walrus(tool_context, x):
    tool_context.state["s1"] = (s1 := tool_context.state.get("s1", 0)) + 1
    return s1

def tuples(tool_context, x):
    t1, t2 = tool_context.state.get("t1", 0), x
    tool_context.state["t1"] = t1 + 1
    return t2

def matched(tool_context, x):
    match tool_context.state.get("u1"):
        case 1:
            tool_context.state["u1"] = 2
        case _:
            tool_context.state["u1"] = 1

def raised(tool_context, x):
    v1 = tool_context.state.get("v1")
    if not v1:
        raise ValueError(x)
    tool_context.state["v1"] = v1

def tried(tool_context, x):
    try:
        tool_context.state["w1"]
    except KeyError:
        send(x)
    tool_context.state["w1"] = 1

def missed(tool_context, x):
    try:
        x1 = tool_context.state["x1"]
    except KeyError:
        return "none"
    tool_context.state["x1"] = x1

def chained(tool_context, x):
    y1 = y2 = tool_context.state.get("y1", 0) + 1
    tool_context.state["y1"] = y1
    return y2

def by_locals(tool_context, x):
    z1 = tool_context.state.get("z1", 0) + 1
    tool_context.state["z1"] = z1
    return "{z1}".format(**locals())

def a_tuple(tool_context, x):
    z2 = tool_context.state.get("z2", 0) + 1
    tool_context.state["z2"], z3 = z2, z2
    tool_context.state["z2"] = 1
    return z3

def at_once(tool_context, x):
    tool_context.state.update({"z9": 0, "z10": tool_context.state.get("z9", 0) + 1})
    tool_context.state.update({"z11": send(tool_context.state.get("z11"))})
    send({"z12": tool_context.state.get("z12", 0)})
    tool_context.state["z12"] = 1
    return tool_context.state["z10"]

def an_alias(tool_context, x):
    z4 = tool_context.state.get("z4", [])
    z5 = z4
    z5.append(x)
    tool_context.state["z4"] = z4
    return z5

def yields(tool_context, x):
    tool_context.state["z6"] = yield tool_context.state.get("z6")
    tool_context.state["z7"] = await_it(await tool_context.state.get("z7"))

def defaults(tool_context):
    for key in ("size", "color"):
        if key not in tool_context.state:
            tool_context.state[key] = "small"

def serves(tool_context, table):
    table[tool_context.state.get("z8", 0)] = 1
    tool_context.state["z8"] = tool_context.state.get("z8", 0) + 1

root_agent = Agent(name="root", instruction="Do {h2?} things.", tools=[
    returned, shown, logged, passed, passed_within, limited, flag, closure, by_lambda, elsewhere, reads, looped, under_another, popped, taken, globally,
    held, in_one_line, asserted, while_true, walrus, tuples, matched, raised, tried, missed, chained, by_locals, a_tuple, at_once, an_alias, yields, serves, defaults,
])
`

// wholeToo counts, and hands its state out.
const wholeToo = `
-- agent.py --
from google.adk.agents import Agent

def count(tool_context):
    tool_context.state["n"] = tool_context.state.get("n", 0) + 1
    return tool_context.state.to_dict()

root_agent = Agent(name="root", instruction="Help.", tools=[count])
`

// templated counts what a template reads.
const templated = `
-- agent.py --
from google.adk.agents import Agent
from google.adk.utils.instructions_utils import inject_session_state

def count(tool_context):
    tool_context.state["n"] = tool_context.state.get("n", 0) + 1
    tool_context.state["m"] += 1

async def tell(context):
    return await inject_session_state("This is call {n}.", context)

def total(callback_context):
    return getattr(callback_context, "state").get("m")

root_agent = Agent(name="root", instruction=tell, tools=[count], before_agent_callback=total)
`

// anyKey counts, and reads keys that a model names.
const anyKey = `
-- agent.py --
from google.adk.agents import Agent

def count(tool_context):
    tool_context.state["n"] = tool_context.state.get("n", 0) + 1

def look(tool_context, key: str):
    return tool_context.state.get(key)

root_agent = Agent(name="root", instruction="Help.", tools=[count, look])
`

// TestAuditOfKeysForThemselves holds that keys are found which nothing reads but what changes them, and
// no others.
func TestAuditOfKeysForThemselves(t *testing.T) {
	auditEach(t, map[string]string{"for itself": forItself, "read too": readToo, "whole": wholeToo, "templated": templated, "any key": anyKey})
}

// counted is set and changed.
const counted = `
-- agent.py --
from google.adk.agents import Agent

def count(tool_context):
    if "n" not in tool_context.state:
        tool_context.state["n"] = 0
    tool_context.state["n"] += 1

root_agent = Agent(name="root", instruction="Help.", tools=[count])
`

// TestFindingOfKeysForThemselves holds what the finding about such a key says.
func TestFindingOfKeysForThemselves(t *testing.T) {
	unpack(t, txtar.Parse([]byte(counted)))
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil || len(r.Findings) != 1 {
		t.Fatal(err, r.Findings)
	}
	d := r.Findings[0]
	if want := `"n" is set, but nothing reads it but what changes it`; d.Message != want {
		t.Errorf("got %s, want %s", d.Message, want)
	}
	if len(d.Related) != 2 || d.Related[0].Message != "it is set here, too" || d.Related[1].Message != "nothing else depends on what is read here" {
		t.Errorf("got %+v", d.Related)
	}
}
