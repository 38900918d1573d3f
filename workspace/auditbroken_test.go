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
