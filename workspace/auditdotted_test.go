package workspace_test

import (
	"strings"
	"testing"
)

// dotted takes what it uses of ADK from modules.
const dotted = `
-- a.py --
IMPORT

def save(tool_context: ADK.Context):
    tool_context.state["report"] = "x"
    tool_context.state["unused"] = "x" # warning unread-key

child = ADK.AGENTSLlmAgent(name="child", model="m", instruction="Tell {report}", tools=[save]) # warning read-before-write
last = ADK.AGENTSSequentialAgent(name="last", sub_agents=[child], after_agent_callback=lambda x: None) # error callback-arguments
root_agent = ADK.AGENTSLlmAgent(name="root", model="m", instruction="Use {missing}", sub_agents=[last]) # warning unwritten-key
`

// flowOfModule is a workflow whose nodes are made by functions of a module.
const flowOfModule = `
-- flow.py --
IMPORT

def save(ctx: ADK.Context):
    ctx.state["file_path"] = "x"
    ctx.state["unused"] = "x" # warning unread-key

@ADK.workflow.node(name="Cleaner")
async def cleaner(ctx: ADK.Context, file_path: str):
    return file_path
`

func TestAuditDottedNames(t *testing.T) {
	cases := map[string]string{
		"module":   strings.Replace(flowOfModule, "@ADK.workflow.node(name=\"Cleaner\")\n", "", 1) + "\nroot_agent = ADK.Workflow(name=\"flow\", edges=[(\"START\", cleaner)])\n",
		"as":       strings.Replace(flowOfModule, "@ADK.workflow.node", "@flow.node", 1),
		"imported": flowOfModule, "called": flowOfModule, "whole": flowOfModule,
		"agents imported": dotted, "agents called": dotted, "agents whole": dotted,
	}
	imports := map[string][2]string{
		"imported": {"from google import adk", "adk"}, "called": {"import google.adk as kit", "kit"}, "whole": {"import google.adk", "google.adk"},
		"module": {"from google import adk", "adk"}, "as": {"from google import adk\nfrom google.adk import workflow as flow", "adk"},
	}
	all := map[string]string{}
	for name, text := range cases {
		of := imports[strings.TrimPrefix(name, "agents ")]
		for _, agents := range []string{"", "agents."} {
			all[name+agents] = strings.NewReplacer("IMPORT", of[0], "ADK.AGENTS", of[1]+"."+agents, "ADK.", of[1]+".").Replace(text)
		}
	}
	auditEach(t, all)
}
