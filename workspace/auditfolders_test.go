package workspace_test

import (
	"strings"
	"testing"
)

// TestAuditBelowUnderscores holds that Python code and clients are read in folders that begin with _, but not those that
// are made, or of others.
func TestAuditBelowUnderscores(t *testing.T) {
	const program = `
-- agent.py --
from google.adk.agents import Agent

def note(tool_context):
    tool_context.state["outline_text"] = 1 # warning unread-key

root_agent = Agent(name="a", instruction="Note.", tools=[note])
`
	const reader = `
-- _internal/more.py --
from google.adk.tools import ToolContext

def more(tool_context: ToolContext):
    return tool_context.state["outline_text"]
`
	at := func(folder string) string { return strings.ReplaceAll(reader, "_internal", folder) }
	page := "-- app/_components/page.tsx --\nconst s = await fetch('/apps/a'); show(s.state['outline_text'])\n"
	auditEach(t, map[string]string{
		"none":       program,
		"internal":   silent(program) + reader,
		"deprecated": silent(program) + at("a/__deprecated/b"),
		"cache":      program + at("__pycache__"),
		"dot":        program + at(".internal"),
		"vendor":     program + at("_vendor"),
		"archive":    program + at("__MACOSX"),
		"components": silent(program) + page,
		"site":       program + strings.ReplaceAll(page, "_components", "_site"),
	})
}
