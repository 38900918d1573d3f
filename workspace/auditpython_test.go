package workspace_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/txtar"
)

// besides are files of one folder, of which two use each other.
const besides = `
-- a.py --
from google.adk.agents import Agent
from .b import note

root_agent = Agent(name="a", instruction="Of {departure_citty}.") # error unwritten-key
-- b.py --
def note(tool_context):
    tool_context.state["departure_city"] = "Rome"
-- c.py --
from google.adk.agents import Agent

other = Agent(name="c", instruction="Of {departure_ctiy}.") # warning unwritten-key
`

// inPart has instructions of which a part is not known.
const inPart = `
-- a/agent.py --
from google.adk.agents import Agent
from datetime import date

a = Agent(name="a", instruction=f"""Today is {date.today()}.
The city is {{citty}}. # warning unwritten-key
The trip is {{trip?}}. # warning unwritten-key
""", output_key="city")
b = Agent(name="b", instruction=f"{{city}} {{trip?}}: {a.name}", output_key="plan") # warning unread-output-key
-- b/agent.py --
from google.adk.agents import Agent

a = Agent(name="a", instruction=f"Of {{{key}}} and {{{other}_of}}.", output_key="city")
`

// TestAuditOfPython holds what is certain about Python, and what is only likely.
func TestAuditOfPython(t *testing.T) {
	for name, text := range map[string]string{"besides": besides, "in part": inPart} {
		t.Run(name, func(t *testing.T) {
			a := txtar.Parse([]byte(text))
			want := plantedIn(a)
			unpack(t, a)
			if got := audited(t); !slices.Equal(got, want) {
				t.Errorf("found:\n%q\nwant:\n%q", got, want)
			}
		})
	}
}
