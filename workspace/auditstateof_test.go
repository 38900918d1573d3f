package workspace_test

import (
	"context"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/workspace"
	"golang.org/x/tools/txtar"
)

// byHelper has keys of a state that a function of the project returns.
const byHelper = `
-- agent.py --
from google.adk.agents import Agent

def _get_state(ctx):
    s = getattr(ctx, "state", None)
    if s is None:
        return {}
    return s

def before(callback_context):
    state = _get_state(callback_context)
    if state.get("preferences"): # warning unwritten-key
        state["summary"] = 1 # warning unread-key
    _get_state(callback_context)["turn"] = 1
    return state.get("turn")

root_agent = Agent(name="root", instruction="Help.", before_agent_callback=before)
`

// carried copies the state into sessions of other agents, and what these set back.
const carried = `
-- agent.py --
from google.adk.agents import Agent
from google.adk.tools import ToolContext

async def call(tool_context: ToolContext, runner):
    kept = {k: v for k, v in tool_context.state.to_dict().items() if not k.startswith("_")}
    await runner.session_service.create_session(app_name="a", user_id="u", state=kept)
    async for event in runner.run_async(user_id="u"):
        if event.actions.state_delta:
            tool_context.state.update(event.actions.state_delta)
    tool_context.state["calls"] = 1 # warning unread-key
    return tool_context.state.get("user_id") # warning unwritten-key

root_agent = Agent(name="root", instruction="Help.", tools=[call])
`

// added copies a state and adds to it.
const added = `
-- agent.py --
from google.adk.agents import Agent

async def begin(session, service):
    state = dict(session.state)
    state["topic"] = "x"
    await service.create_session(app_name="a", user_id="u", state=state)

root_agent = Agent(name="root", instruction="Tell of {topic} and {tone}.") # warning unwritten-key
`

// byLibrary has instructions that are made of texts.
const byLibrary = `
-- agent.py --
from google.adk.agents import Agent
from a2ui import Schemas

ROLE = "You are the reviewer in a sequential pipeline. Read the work tickets, and report."

def set(tool_context):
    tool_context.state["offender"] = "x" # warning unread-key
    tool_context.state["topic"] = "x"

def rules(names):
    shown = ", ".join(names)
    return f"Route {shown} by {{topic}}."

reviewer = Agent(name="reviewer", instruction=Schemas().generate(role=ROLE))
root_agent = Agent(name="root", instruction=rules(["a"]), tools=[set], sub_agents=[reviewer])
`

// TestAuditOfStatesOfHelpers holds that a state is followed out of the functions that return it, and
// that copies of one bring no keys, nor do libraries that are given a text.
func TestAuditOfStatesOfHelpers(t *testing.T) {
	auditEach(t, map[string]string{"by helper": byHelper, "carried": carried, "added": added, "by library": byLibrary})
}

// half saves an answer under a part of the name that is asked for.
const half = `
-- agent.py --
from google.adk.agents import Agent, SequentialAgent

first = Agent(name="first", instruction="Group.", output_key="grouped_results")
second = Agent(name="second", instruction="Refine.", output_key="grouped")
last = Agent(name="last", instruction="Tell of {grouped_results}.")
root_agent = SequentialAgent(name="root", sub_agents=[first, second, last])
`

// TestHintsOfLongerKeys holds that the finding about an output key names the longer key that is read.
func TestHintsOfLongerKeys(t *testing.T) {
	unpack(t, txtar.Parse([]byte(half)))
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) != 1 || !strings.HasPrefix(r.Findings[0].Hint, `was "grouped_results" meant, which is read?`) {
		t.Errorf("found:\n%+v", r.Findings)
	}
}
