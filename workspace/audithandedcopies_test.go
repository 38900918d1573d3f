package workspace_test

import "testing"

// handedCopies sets keys in copies of states, some of which go on to what may store them.
const handedCopies = `
-- a.py --
import copy
from google.adk.sessions import BaseSessionService

async def add(service: BaseSessionService, session, history):
    updated = session.state.copy()
    updated["history"] = history
    await keep(service, "a", updated)

def other(tool_context):
    seen = copy.deepcopy(tool_context.state.to_dict())
    seen.update({"merged": 1, "more": 2})
    return seen

def stored(session):
    seen = {**session.state}
    seen["assigned"] = 1
    session.state = seen

def printed(tool_context):
    seen = tool_context.state.to_dict()
    seen["printed"] = 1
    print(seen)

def unrelated(tool_context, row):
    seen = row.copy()
    seen["unrelated"] = 1
    keep(seen)

def reads(tool_context):
    state = tool_context.state
    a = state["history"], state["merged"], state["more"], state["assigned"]
    b = state["printed"] # warning unwritten-key
    c = state["unrelated"] # warning unwritten-key
    d = state["missing"] # warning unwritten-key
    return a, b, c, d
`

func TestAuditHandedCopies(t *testing.T) {
	auditEach(t, map[string]string{"handed copies": handedCopies})
}
