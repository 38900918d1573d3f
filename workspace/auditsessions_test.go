package workspace_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/txtar"
)

// misused takes a state for a dict, and asks a service for what it hasn't.
const misused = `
-- main.py --
from google.adk.sessions import InMemorySessionService
from google.adk.tools import ToolContext

async def main():
    sessions = InMemorySessionService()
    session = await sessions.get_session(app_name="a", user_id="u", session_id="s")
    await sessions.update_session(session) # error unknown-service-method

async def store(session_service, session):
    await session_service.update_session(session) # warning unknown-service-method

def all_keys(tool_context: ToolContext):
    return list(tool_context.state.keys()) # error state-is-no-dict

def forget(tool_context):
    tool_context.state.clear() # warning state-is-no-dict

def show(tool_context: ToolContext, session):
    return session.state.items(), tool_context.state.to_dict().keys()
-- test_main.py --
def forgets(tool_context):
    tool_context.state.clear()
`

// TestMisuseOfSessions holds what fails in Python with the sessions of ADK.
func TestMisuseOfSessions(t *testing.T) {
	a := txtar.Parse([]byte(misused))
	want := plantedIn(a)
	unpack(t, a)
	if got := audited(t); !slices.Equal(got, want) {
		t.Errorf("found:\n%q\nwant:\n%q", got, want)
	}
}
