package workspace_test

import (
	"strings"
	"testing"
)

// broken has a file that no Python can read, with the instruction of an agent.
const broken = `
-- agent.py --
from google.adk.agents import Agent
from .writer import writer

def note(tool_context):
    tool_context.state["temp:chosen"] = 1
    tool_context.state["city"] = 1
    tool_context.state["lonely"] = 1 # warning unread-key

root_agent = Agent(name="a", instruction="Note.", tools=[note], sub_agents=[writer])
-- writer.py --
from google.adk.agents import Agent

writer = Agent(name="writer", Instruction: """
Of {temp:chosen} and {{city}}.
""")
`

// TestAuditBesideBroken holds that files which no Python can read may read what they have in braces.
func TestAuditBesideBroken(t *testing.T) {
	whole := strings.Replace(broken, "Instruction:", "text=", 1)
	whole = strings.Replace(strings.Replace(whole, `"temp:chosen"] = 1`, `"temp:chosen"] = 1 # warning unread-key`, 1), `"city"] = 1`, `"city"] = 1 # warning unread-key`, 1)
	auditEach(t, map[string]string{"broken": broken, "whole": whole})
}

// TestAuditOfBenchmarks holds that what scripts put into states that only measure is left alone, unless
// a program imports them.
func TestAuditOfBenchmarks(t *testing.T) {
	const script = `
from google.adk.agents import Agent

async def fill(sessions):
    await sessions.create_session(app_name="a", user_id="u", state={"filler": 1})
`
	const program = "-- agent.py --\nfrom google.adk.agents import Agent\n\nroot_agent = Agent(name='a', instruction='Go.')\n"
	auditEach(t, map[string]string{
		"script":   program + "-- performance_of_sessions.py --" + script,
		"bench":    program + "-- benchmark_sessions.py --" + script,
		"imported": program + "from .performance_of_sessions import fill\n-- performance_of_sessions.py --" + strings.Replace(script, `1})`, `1}) # warning unread-key`, 1),
	})
}
