package workspace_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/workspace"
	"golang.org/x/tools/txtar"
)

// spoken has agents in one conversation, whose instructions name keys.
const spoken = `
-- agent.py --
from google.adk.agents import Agent, SequentialAgent
from google.adk.sessions import InMemorySessionService
from google.adk.tools import AgentTool

def search(tool_context):
    tool_context.state["hits"] = "a"
    tool_context.state["city"] = "a"

searcher = Agent(name="searcher", instruction="Search.", tools=[search], output_key="found")
heard = Agent(name="heard", instruction="Sort state['found'].", output_key="sorted")
deaf = Agent(name="deaf", instruction="Judge state['found'].", include_contents="none", output_key="judged")
called = Agent(name="called", instruction="""Tell of state['sorted'], state['hits'], state['topic'],
state['city'] and of state['sorted'] again. Mind state['mood'] and state['tone'].""", output_key="told")
caller = Agent(name="caller", instruction="Call the others, and end with state['told'].", tools=[AgentTool(called)])
root_agent = SequentialAgent(name="root", sub_agents=[searcher, heard, deaf, caller])

async def main():
    await InMemorySessionService().create_session(app_name="a", user_id="u", state={"topic": "x"})
`

// listed has agents that are told which keys there are, and tools that read them.
const listed = `
-- agent.py --
from google.adk.agents import Agent
from google.adk.tools import AgentTool

def fetch(tool_context):
    tool_context.state["market_raw"] = "a"
    tool_context.state["title"] = "a"

def price(tool_context):
    return tool_context.state.get("cart")

def fill(tool_context):
    tool_context.state["cart"] = "a"

fetcher = Agent(name="fetcher", instruction="Fetch.", tools=[fetch, fill], output_key="fetch_output")
decider = Agent(name="decider", instruction="""Decide.
Inputs available in state:
- market_raw
- fetch_output
- other_raw
- cart

Use the cart in state['cart'].""", tools=[price])
root_agent = Agent(name="root", instruction="Input: The fetch_output (from state key).", tools=[AgentTool(fetcher), AgentTool(decider)])
-- other.py --
from google.adk.agents import Agent
from google.adk.tools import AgentTool
from .missing import fetcher

other = Agent(name="other", instruction="Input: The fetch_output (from state key).", tools=[AgentTool(fetcher)])
`

// saidOfProse are the findings about keys that texts name.
func saidOfProse(t *testing.T, text string) string {
	t.Helper()
	unpack(t, txtar.Parse([]byte(text)))
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	at := func(s diag.Span) string {
		p := r.Sources[s.File].Position(s.Start)
		return fmt.Sprintf("\n%d:%d", p.Line, p.Column)
	}
	for _, d := range r.Findings {
		if d.ID != "prose-reference" {
			continue
		}
		said.WriteString(at(d.Span) + " " + d.Message + ": " + d.Hint)
		for _, other := range d.Related {
			said.WriteString(at(other.Span) + " " + other.Message)
		}
	}
	return said.String()
}

// TestAuditOfProse holds that a text has one finding about the keys that it names, without those
// whose values are in the conversation, and that it says {x} only of keys that are always set.
func TestAuditOfProse(t *testing.T) {
	const want = `
11:46 the instruction doesn't show the value of "found": write {found} where the value should be
9:86 used here
12:54 the instruction doesn't show the values of "sorted", "hits" and 2 more: write {sorted}, {hits?} and 2 more where the values should be
10:77 "sorted" is used here
12:71 "hits" is named here
12:86 "topic" is named here
13:1 "city" is named here
13:50 the instruction shows no value of "mood" and "tone", and nothing that could be read sets them: set the keys and write {mood} and {tone} where the values should be, or tell the model where else they are; nothing is wrong if a tool takes them from somewhere
13:68 "tone" is named here`
	if got := saidOfProse(t, spoken); got != want {
		t.Errorf("got:%s\nwant:%s", got, want)
	}
}

// TestAuditOfLists holds that a list of keys that a model is not shown is one finding, in place of
// one for each key that nothing reads, and that a tool of the agent may read a key, too.
func TestAuditOfLists(t *testing.T) {
	const want = `
17:3 the instruction doesn't show the values of "market_raw" and "fetch_output": write {market_raw?} and {fetch_output?} where the values should be
5:25 "market_raw" is used here
18:3 "fetch_output" is named here`
	if got := saidOfProse(t, listed); got != want {
		t.Errorf("got:%s\nwant:%s", got, want)
	}
	if got := audited(t); !slices.Equal(got, []string{"agent.py:17 warning prose-reference", "agent.py:6 warning unread-key"}) {
		t.Errorf("found %q", got)
	}
}
