package workspace_test

import (
	"strings"
	"testing"
)

// loose is a program beside tools that nothing imports.
const loose = `
-- app/server.py --
from google.adk.agents import Agent

async def state(session_service):
    session = await session_service.get_session(app_name="a", user_id="u", session_id="s")
    return session.state.get("plan"), session.state.get("profile"), session.state.get("other") # warning unwritten-key

root_agent = Agent(name="a", instruction="Plan.")
-- tools/state.py --
from google.adk.tools import ToolContext

def save(plan, tool_context: ToolContext):
    tool_context.state["plan"] = plan
    tool_context.state["profile"] = 1
    tool_context.state["locked"] = 1 # warning unread-key
`

// TestAuditOfLooseParts holds that code which no agent is seen to have counts for all programs, and
// that of other agents doesn't.
func TestAuditOfLooseParts(t *testing.T) {
	apart := strings.Replace(loose, `session.state.get("plan"), session.state.get("profile")`, "1", 1)
	apart = strings.Replace(apart, `["plan"] = plan`, `["plan"] = plan # warning unread-key`, 1)
	apart = strings.Replace(apart, `["profile"] = 1`, `["profile"] = 1 # warning unread-key`, 1)
	auditEach(t, map[string]string{
		"tools":   loose,
		"nothing": apart,
		"agents":  apart + "\nroot_agent = Agent(name='b', tools=[save])\n-- page/main.py --\nfrom google.adk.agents import Agent\n\ndef show(tool_context):\n    return tool_context.state.get('plan') # warning unwritten-key\n\nroot_agent = Agent(name='c', tools=[show])\n",
		"test":    apart + "-- more/test_it.py --\nfrom google.adk.tools import ToolContext\n\ndef test_it(tool_context):\n    assert tool_context.state['plan']\n",
	})
}
