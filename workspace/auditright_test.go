package workspace_test

import (
	"context"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/workspace"
)

// readAgain writes to copies of sessions, which something reads again or stores; the last ones are lost.
const readAgain = `
-- agent.py --
from google.adk.events import Event, EventActions
from google.adk.sessions import InMemorySessionService

service = InMemorySessionService()

async def got(n):
    return await service.get_session(app_name="a", user_id="u", session_id=n)

async def whole_delta():
    session = await service.get_session(app_name="a", user_id="u", session_id="1")
    session.state["one"] = "Rome"
    await service.append_event(session, Event(author="u", actions=EventActions(state_delta=dict(session.state))))

async def text():
    session = await service.get_session(app_name="a", user_id="u", session_id="2")
    session.state["two"] = "Rome" # warning direct-state-mutation
    return f"City: {session.state['two']}"

async def dumped():
    session = await service.get_session(app_name="a", user_id="u", session_id="3")
    session.state["three"] = "Rome" # warning direct-state-mutation
    return session.model_dump_json()

async def every():
    session = await service.get_session(app_name="a", user_id="u", session_id="4")
    session.state["four"] = "Rome" # warning direct-state-mutation
    for key, value in session.state.items():
        await put(key, value)

async def looped():
    session = await service.get_session(app_name="a", user_id="u", session_id="5")
    while session.state.get("five", 0) < 3:
        session.state["five"] = session.state.get("five", 0) + 1 # warning direct-state-mutation

async def closed():
    session = await service.get_session(app_name="a", user_id="u", session_id="6")
    def show():
        return session.state.get("six")
    session.state["six"] = "Rome" # warning direct-state-mutation
    return show()

async def merged(changes):
    session = await service.get_session(app_name="a", user_id="u", session_id="8")
    session.state.update(changes) # warning direct-state-mutation
    return session

async def dropped(changes):
    session = await service.get_session(app_name="a", user_id="u", session_id="9")
    session.state.update(changes) # error direct-state-mutation
    print("done")

async def lost():
    while True:
        session = await service.get_session(app_name="a", user_id="u", session_id="7")
        seven = session.state.get("seven", 0)
        session.state["seven"] = seven + 1 # error direct-state-mutation
        print(session.state)
        if session.state["eight"] and session.id:
            break
`

// elsewhere has what code without ADK does with agents and sessions: it fills an instruction itself, and keeps
// sessions of its own.
const elsewhere = `
-- agents/writer.py --
from google.adk.agents import Agent
from google.adk.runners import Runner

writer = Agent(name="writer", instruction="Write on {topic}.")
reader = Agent(name="reader", instruction="Read {text}.") # warning unwritten-key
runner = Runner(agent=reader, app_name="a", session_service=service)

def begin(tool_context):
    tool_context.state.setdefault("begun", True) # warning unread-key
    tool_context.state.setdefault("log", []).append(1) # warning unread-key
-- agents/flow.py --
class Flow:
    def write(self, topic):
        from agents.writer import (
            writer,
        )
        return self.model.generate_content(writer.instruction.format(topic=topic))
-- store.py --
from google.adk.sessions import InMemorySessionService

class Stored(InMemorySessionService):
    def create_session(self, user_id, session_id, app_name, initial_state=None):
        return super().create_session(user_id, session_id, app_name, initial_state)

    def get_session(self, user_id, session_id):
        return self.create_session(app_name="a", user_id=user_id, session_id=session_id)

def keep(manager, session_id, data):
    manager.create_session(session_id, data)
-- notes/agent.py --
from google.adk.agents import Agent

root_agent = Agent(name="notes", instruction="Note {company} of {year}.") # warning unwritten-key
-- backend/routes.py --
async def note(remote_app, company):
    await remote_app.async_create_session(user_id="u", state={
        "company": company,
    })
`

// waitedLater has calls of session services that something waits for later, or that are made in two ways.
const waitedLater = `
-- requirements.txt --
google-adk>=1.10
-- agent.py --
import asyncio
from google.adk.sessions import InMemorySessionService

service = InMemorySessionService()
loop = asyncio.new_event_loop()
session = service.create_session(app_name="a", user_id="u")
session = loop.run_until_complete(session)

async def in_time():
    session = service.create_session(app_name="a", user_id="u")
    async with timeout(3):
        session = await session
    return session.id

async def both():
    try:
        session = await service.create_session(app_name="a", user_id="u")
    except TypeError:
        session = service.create_session(app_name="a", user_id="u") # warning missing-await
    return session.id

async def forgets():
    session = service.create_session(app_name="a", user_id="u") # error missing-await
    session = session.id
    return session
`

// begun has programs that give their sessions keys in ways of which some can't be seen, each in a folder.
const begun = `
-- kwargs/agent.py --
from google.adk.agents import Agent
from google.adk.runners import InMemoryRunner

root_agent = Agent(name="a", instruction="Hello {user_name}")
runner = InMemoryRunner(agent=root_agent, app_name="a")

async def new(**kw):
    return await runner.session_service.create_session(app_name="a", user_id="u", **kw)
-- named/agent.py --
from google.adk.agents import Agent
from google.adk.runners import InMemoryRunner

root_agent = Agent(name="a", instruction="Hello {user_name}")
runner = InMemoryRunner(agent=root_agent, app_name="a")
ARGS = {"app_name": "a", "user_id": "u", "state": {"user_name": "x"}}

async def new():
    return await runner.session_service.create_session(**ARGS)
-- plugins/agent.py --
from google.adk.agents import Agent
from google.adk.runners import InMemoryRunner
from vendor.plugin import SeedPlugin

root_agent = Agent(name="a", instruction="Hello {user_name}") # warning unwritten-key
runner = InMemoryRunner(agent=root_agent, app_name="a", plugins=[SeedPlugin()])

async def new():
    return await runner.session_service.create_session(app_name="a", user_id="u")
-- callback/agent.py --
from google.adk.agents import Agent
from google.adk.runners import InMemoryRunner
from vendor import seed

root_agent = Agent(name="a", instruction="Hello {user_name}", before_agent_callback=seed) # warning unwritten-key
runner = InMemoryRunner(agent=root_agent, app_name="a")

async def new():
    return await runner.session_service.create_session(app_name="a", user_id="u")
-- user/agent.py --
from google.adk.agents import Agent
from google.adk.runners import InMemoryRunner

root_agent = Agent(name="a", instruction="Hello {user:name}") # warning unwritten-key
runner = InMemoryRunner(agent=root_agent, app_name="a")

async def new():
    return await runner.session_service.create_session(app_name="a", user_id="u")
-- derived/agent.py --
from google.adk.agents import Agent
from google.adk.runners import InMemoryRunner

class Filled(Agent):
    def __init__(self, **kw):
        kw["instruction"] = kw["instruction"].replace("{user_name}", "x")
        super().__init__(**kw)

root_agent = Filled(name="a", instruction="Hello {user_name}")
runner = InMemoryRunner(agent=root_agent, app_name="a")

async def new():
    return await runner.session_service.create_session(app_name="a", user_id="u")
-- helper/agent.py --
from google.adk.agents import Agent
from google.adk.runners import InMemoryRunner

root_agent = Agent(name="a", instruction="Hello {user_name}") # warning unwritten-key
helper = Agent(name="h", instruction="Help.")

async def help():
    runner = InMemoryRunner(agent=helper, app_name="a")
    return await runner.session_service.create_session(app_name="a", user_id="u")
-- posted/agent.py --
import requests
from google.adk.agents import Agent
from google.adk.runners import InMemoryRunner

root_agent = Agent(name="a", instruction="Hello {user_name}")
runner = InMemoryRunner(agent=root_agent, app_name="a")

async def new():
    return await runner.session_service.create_session(app_name="a", user_id="u")

def client():
    requests.post("http://localhost/apps/a/users/u/sessions", json={"state": {"user_name": "x"}})
-- bare/agent.py --
from google.adk.agents import Agent
from google.adk.plugins import LoggingPlugin
from google.adk.runners import InMemoryRunner

root_agent = Agent(name="a", instruction="Hello {user_name}") # error unwritten-key
runner = InMemoryRunner(agent=root_agent, app_name="a", plugins=[LoggingPlugin()])

async def new():
    return await runner.session_service.create_session(app_name="a", user_id="u")
`

// ordered has agents that may run in another order than they are listed in, each in a folder.
const ordered = `
-- roots/agent.py --
from google.adk.agents import Agent
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService

service = InMemorySessionService()
planner = Agent(name="b", instruction="Plan.", output_key="plan")
worker = Agent(name="a", instruction="Use {plan}")
first = Runner(agent=planner, app_name="x", session_service=service)
second = Runner(agent=worker, app_name="x", session_service=service)

async def main():
    await service.create_session(app_name="x", user_id="u", session_id="s")
-- skipped/agent.py --
from google.adk.agents import Agent, LoopAgent
from google.adk.runners import InMemoryRunner

def skip(callback_context):
    if "plan" not in callback_context.state:
        return Content()

a = Agent(name="a", instruction="Use {plan}", before_agent_callback=skip)
b = Agent(name="b", instruction="Plan.", output_key="plan")
root_agent = LoopAgent(name="o", sub_agents=[a, b])
runner = InMemoryRunner(agent=root_agent, app_name="x")

async def main():
    await runner.session_service.create_session(app_name="x", user_id="u")
-- reversed/agent.py --
from google.adk.agents import Agent, SequentialAgent
from google.adk.runners import InMemoryRunner

a = Agent(name="a", instruction="Use {plan}")
b = Agent(name="b", instruction="Plan.", output_key="plan")
steps = [a, b]
steps.reverse()
root_agent = SequentialAgent(name="o", sub_agents=steps)
runner = InMemoryRunner(agent=root_agent, app_name="x")

async def main():
    await runner.session_service.create_session(app_name="x", user_id="u")
-- changed/agent.py --
from google.adk.agents import Agent, ParallelAgent
from google.adk.runners import InMemoryRunner

a = Agent(name="a", instruction="Go.", output_key="out") # warning unread-output-key
b = Agent(name="b", instruction="Go on.", output_key="out")
b.output_key = "other"
root_agent = ParallelAgent(name="o", sub_agents=[a, b])
runner = InMemoryRunner(agent=root_agent, app_name="x")

async def main():
    await runner.session_service.create_session(app_name="x", user_id="u")
-- wrong/agent.py --
from google.adk.agents import Agent, SequentialAgent
from google.adk.runners import InMemoryRunner

a = Agent(name="a", instruction="Use {plan}") # error read-before-write
b = Agent(name="b", instruction="Plan.", output_key="plan")
steps = [a, b]
root_agent = SequentialAgent(name="o", sub_agents=steps)
runner = InMemoryRunner(agent=root_agent, app_name="x")

async def main():
    await runner.session_service.create_session(app_name="x", user_id="u")
`

// mayBeSet has keys that something may set which can't be followed: a dict that is merged into a state,
// and what a client may give, as texts say.
const mayBeSet = `
-- agent.py --
"""A guide.

Optional state variables:
    - maps_key: for the maps
    - needed: for the rest
"""
from google.adk.agents import Agent

class Sessions:
    async def update(self, key, state_updates):
        current = self.active[key].state or {}
        current.update(state_updates)

async def turn(sessions, session):
    await sessions.update("x", state_updates={"count": session.state.get("count", 0) + 1})
    return session.state.get("last") # warning unwritten-key

def before(callback_context):
    seed(callback_context)

def seed(c):
    c.state["city"] = "Rome"

def find(tool_context):
    key, other = tool_context.state.get("maps_key"), tool_context.state.get("api_key")
    if not key:
        return "Set 'api_key' in session state.", tool_context.state["needed"] # warning unwritten-key

root_agent = Agent(name="a", instruction="Find in {city}.", tools=[find], before_agent_callback=before)
`

// harmless has instructions of which the parts that are not known have no braces, but for the last one.
const harmless = `
-- agent.py --
import os
from datetime import date, datetime
from google.adk.agents import Agent

today = date.today()

def note(tool_context):
    tool_context.state["result"] = 1 # warning unread-key

def text(city):
    prompt = f"In {city}, of {len(city)}."
    return prompt

a = Agent(name="a", instruction=f"On {today}, at {datetime.now():%H:%M}, or {datetime.now().strftime('%H')}.", tools=[note])
b = Agent(name="b", instruction="In " + os.path.join("a", a.name) + ".")
root_agent = Agent(name="c", instruction=text(city=os.getenv("CITY")), sub_agents=[a, b])
`

// TestPartsWithoutBraces holds that only parts of instructions are named that may have braces.
func TestPartsWithoutBraces(t *testing.T) {
	unpack(t, txtar.Parse([]byte(harmless)))
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil || len(r.Findings) != 1 || len(r.Findings[0].Related) != 1 {
		t.Fatal(err, r.Findings)
	}
	at := r.Findings[0].Related[0].Span
	if got := r.Sources[at.File].Position(at.Start).Line; got != 16 {
		t.Errorf("the part in line %d is named", got)
	}
}

// handedOver has an agent that hands over to others, which see its plan, and one that is called.
const handedOver = `
-- agent.py --
from google.adk.agents import Agent
from google.adk.tools import AgentTool

plans = Agent(name="p", instruction="Plan.", output_key="the_plan", sub_agents=[
    Agent(name="w", instruction="Read the plan from state['the_plan']."),
], tools=[AgentTool(Agent(name="c", instruction="Read the plan from state['the_plan'].")), ]) # warning prose-reference
root_agent = Agent(name="r", instruction="Help.", sub_agents=[plans])
`

// access has lists of keys that instructions say a model has access to.
const access = `
-- agent.py --
from google.adk.agents import Agent, LoopAgent, SequentialAgent

def note(tool_context):
    tool_context.state["client_name"] = "A"

intake = Agent(name="i", instruction="Note.", tools=[note])
validate = Agent(name="v", instruction="""You have access to the session state which contains the following keys:
- ` + "`client_name`" + `: Name of the client # warning prose-reference
- ` + "`routes`" + `: Where to go

Read your plan from state['own_plan'].""", output_key="own_plan")
root_agent = LoopAgent(name="r", sub_agents=[SequentialAgent(name="s", sub_agents=[intake, validate])])
`

// TestAuditOfRightPython holds that nothing is certain where the code leaves a doubt, and what is certain
// beside it.
func TestAuditOfRightPython(t *testing.T) {
	auditEach(t, map[string]string{"read again": readAgain, "elsewhere": elsewhere, "waited later": waitedLater, "begun": begun, "ordered": ordered, "may be set": mayBeSet, "harmless": harmless, "handed over": handedOver, "access": access})
}
