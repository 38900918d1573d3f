package workspace_test

import (
	"testing"
)

// unfilled has keys in texts of agents that ADK takes as they are.
const unfilled = `
-- agent.py --
from google.adk.agents import Agent
from google.adk.utils.instructions_utils import inject_session_state

RULES = "Be kind to {guest}." # warning unfilled-placeholder
FIXED = "Of {city}."

def greet(tool_context):
    tool_context.state["guest"] = "a" # warning unread-key
    tool_context.state["city"] = "a"

def provided(context):
    day = today()
    return f"On {day} in {{city}}." # warning unfilled-placeholder

async def injected(context):
    return await inject_session_state("In {city}.", context)

def formatted(context):
    return "In {city}.".format(city=context.state["city"])

def replaced(context):
    return FIXED.replace("{city}", context.state["city"])

def made(name):
    def inner(context):
        return f"Call {name} in {{city?}}." # warning unfilled-placeholder
    return inner

a = Agent(name="a", description="Welcomes {guest} to /users/{id}.", instruction=provided) # warning unfilled-placeholder
b = Agent(name="b", description=f"Welcomes {a}.", static_instruction=RULES, instruction=injected)
c = Agent(name="c", description='Takes {"city": "a"}.', instruction=formatted)
d = Agent(name="d", description="Takes {town}.", instruction=replaced)
e = Agent(name="e", instruction=made("b"))
f = Agent(name="f", instruction=lambda context: "See {guest}.") # warning unfilled-placeholder
g = Crew(description="Of {guest}.")
def both():
    return "See {city} here."

i = Agent(name="i", description=both(), instruction=both())
h = Agent(name="h", description="Its instruction has a placeholder, {guest}.", instruction="Hear.")
root_agent = Agent(name="g", instruction="Hear '{session.state.question}' in {city}.", sub_agents=[a, b, c, d, e, f]) # warning prose-reference
`

// pinned is for a release that fills what functions return.
const pinned = `
-- requirements.txt --
google-adk==0.5.0
-- agent.py --
from google.adk.agents import Agent

def provided(context):
    return "In {city}."

def greet(tool_context):
    tool_context.state["city"] = "a"
    return tool_context.state["city"]

root_agent = Agent(name="a", description="In {city}.", instruction=provided, tools=[greet]) # warning unfilled-placeholder
`

// TestUnfilled holds the keys in texts of agents in which ADK fills no placeholders.
func TestUnfilled(t *testing.T) {
	auditEach(t, map[string]string{"any": unfilled, "old": pinned})
}
