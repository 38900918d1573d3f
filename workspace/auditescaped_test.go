package workspace_test

import (
	"testing"
)

// dollars have a dollar or a backslash in front of placeholders.
const dollars = `
-- old/requirements.txt --
google-adk==2.9.2
-- old/agent.py --
from google.adk.agents import Agent

def buy(tool_context):
    tool_context.state["price"] = 3

root_agent = Agent(name="a", instruction=r"It costs ${price}, ${missing}, \{absent}.", tools=[buy]) # warning unwritten-key # warning unwritten-key # warning read-before-write
-- open/requirements.txt --
google-adk>=1.0
-- open/agent.py --
from google.adk.agents import Agent

def buy(tool_context):
    tool_context.state["price"] = 3
    tool_context.state["sum"] = 3

root_agent = Agent(name="a", instruction=r"It costs ${price}, ${missing}, \{absent}, \{sum}.", tools=[buy]) # warning malformed-placeholder
`

// TestEscapedPlaceholders holds that what ADK for Python leaves as text since 2.10 is only a
// placeholder where no such release is allowed.
func TestEscapedPlaceholders(t *testing.T) {
	auditPlanted(t, dollars)
}
