package workspace_test

import (
	"strings"
	"testing"
)

// branches is an agent that reads what two tools set.
const branches = `
-- agent.py --
from google.adk.agents import Agent

def note(tool_context):
    tool_context.state["branch"] = {"a": 1}

def clear(tool_context):
    tool_context.state["branch"] = "none" # warning conflicting-types

def show(tool_context):
    return tool_context.state.get("branch")

root_agent = Agent(name="a", instruction="Of {branch?}.", tools=[note, clear, show])
`

// TestAuditOfConflicts holds that nothing is said of types that no reader takes for others: of what is
// only shown in instructions, or read by nobody, of values for nothing yet, and of sessions of two apps.
func TestAuditOfConflicts(t *testing.T) {
	quiet := strings.ReplaceAll(branches, " # warning conflicting-types", "")
	apps := func(first, second string) string {
		return `
-- agent.py --
from google.adk.agents import Agent

FIRST = "first"
root_agent = Agent(name="a", instruction="Of {branch?}.", tools=[show])

async def begin(sessions):
    await sessions.create_session(app_name=` + first + `, user_id="u", state={"branch": {"a": 1}})
    await sessions.create_session(app_name=` + second + `, user_id="u", state={"branch": "none"}) # warning conflicting-types

def show(tool_context):
    return tool_context.state.get("branch")
`
	}
	auditEach(t, map[string]string{
		"read":    branches,
		"shown":   strings.Replace(quiet, `return tool_context.state.get("branch")`, "return", 1),
		"output":  strings.Replace(strings.Replace(quiet, `"branch"] = "none"`, `"other"] = 1 # warning unread-key`, 1), "root_agent =", `b = Agent(name="b", output_key="branch") # warning conflicting-types`+"\n\nroot_agent =", 1),
		"dict":    strings.Replace(quiet, `{"a": 1}`, "{}", 1),
		"text":    strings.Replace(quiet, `"none"`, `"[]"`, 1),
		"default": strings.Replace(quiet, `tool_context.state["branch"] = "none"`, `tool_context.state.setdefault("branch", "")`, 1),
		"apps":    strings.ReplaceAll(apps("FIRST", `"second"`), " # warning conflicting-types", ""),
		"app":     apps("FIRST", `"first"`),
		"any app": apps("FIRST", "name"),
	})
}
