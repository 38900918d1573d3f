package workspace_test

import "testing"

// TestAuditOfAskedArguments holds that a callback which looks for names in **kwargs that ADK never gives
// to it is reported, unless it tries others, too, or something else may give them.
func TestAuditOfAskedArguments(t *testing.T) {
	program := func(body, agent string) string {
		return "-- agent.py --\nfrom google.adk.agents import Agent\n\ndef guard(*args, **kwargs):\n" + body + "    return None\n\nroot_agent = Agent(name='a', instruction='Go.', " + agent + ")\n"
	}
	const before = "before_tool_callback=[guard]"
	wrong := "    call = kwargs.get('tool_call') # warning callback-arguments\n    if not call:\n        return None\n"
	quiet := "    call = kwargs.get('tool_call')\n"
	auditEach(t, map[string]string{
		"wrong":     program(wrong, before),
		"two":       program(wrong+"    ctx = kwargs['callback_context']\n", before),
		"args":      program(wrong+"    call = args[2]\n", before),
		"result":    program("    result = kwargs.get('result', {}) # warning callback-arguments\n", "after_tool_callback=guard"),
		"right":     program("    call = kwargs.get('tool')\n    args = kwargs['args']\n", before),
		"in turn":   program("    call = kwargs.get('tool_call') or kwargs.get('tool')\n", before),
		"nested":    program("    call = kwargs.get('tool_call', kwargs.get('tool'))\n", before),
		"then":      program(quiet+"    if call is None:\n        call = kwargs.get('tool')\n", before),
		"tested":    program("    if 'tool_call' in kwargs:\n        call = kwargs['tool_call']\n", before),
		"set":       program("    kwargs['tool_call'] = 1\n"+quiet, before),
		"all":       program(quiet+"    for key in kwargs.items():\n        print(key)\n", before),
		"fallback":  program("    call = getattr(kwargs['tool'], 'name', kwargs.get('tool_name'))\n", before),
		"called":    program(quiet, before) + "\nguard(tool_call=1)\n",
		"two kinds": program("    found = kwargs.get('tool_response')\n", before+", after_tool_callback=guard"),
		"passed on": program(wrong+"    print(**kwargs)\n", before),
		"method": `
-- agent.py --
from google.adk.plugins import BasePlugin

class Plugin(BasePlugin):
    async def after_tool_callback(self, **kwargs):
        result = kwargs.get("result")
`,
	})
}
