package workspace_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/workspace"
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

// routes has files that read states of sessions which they get from the project's own functions,
// and one that keeps a state of another kind.
const routes = `
-- agent.py --
from google.adk.agents import Agent
from .routes import titles

def note(tool_context):
    tool_context.state["title"] = "Rome"
    tool_context.state["radar"] = 7
    tool_context.state["filter"] = "new"
    tool_context.state["lonely"] = 1 # warning unread-key
    tool_context.state["shown"] = 1 # warning unread-key

root_agent = Agent(name="a", instruction="Note.", tools=[note])
-- routes.py --
import streamlit as st

def titles(sessions):
    rows = query("state.filter")
    data = {"lonely": 1}
    data["lonely"], rows.state["lonely"] = 2, 3
    for s in sessions:
        raw_state = s.data or {}
        yield raw_state.get("title"), (s.state or {})["radar"]
        yield st.session_state["shown"]
`

// shown has a program whose state a page gets, and one beside it.
const shown = `
-- page/agent.py --
from google.adk.agents import Agent

def note(tool_context):
    tool_context.state["stage"] = "first"

root_agent = Agent(name="a", instruction="Note.", tools=[note])
-- page/main.py --
from ag_ui_adk import ADKAgent
from .agent import root_agent

app = ADKAgent(root_agent)
-- other/agent.py --
from google.adk.agents import Agent

def note(tool_context):
    tool_context.state["stage"] = "first" # warning unread-key

root_agent = Agent(name="b", instruction="Note.", tools=[note])
`

// testNamed has a file that is no test in spite of its name, and a test.
const testNamed = `
-- agent.py --
from google.adk.agents import Agent
from .test_runner import runner

root_agent = Agent(name="a", instruction="{test_summary} {tested}", sub_agents=[runner]) # warning read-before-write # warning unwritten-key
-- test_runner.py --
from google.adk.agents import Agent

runner = Agent(name="runner", instruction="Run the tests.", output_key="test_summary")
-- test_agent.py --
from .agent import root_agent

def test_agent(tool_context):
    tool_context.state["tested"] = True
`

// inPart has instructions of which a part is not known.
const inPart = `
-- a/agent.py --
from google.adk.agents import Agent, SequentialAgent
from datetime import date

a = Agent(name="a", instruction=f"""Today is {date.today()}.
The city is {{citty}}. # warning unwritten-key
The trip is {{trip?}}. # warning unwritten-key
""", output_key="city")
b = Agent(name="b", instruction=f"{{city}} {{trip?}}: {a.name}", output_key="plan") # warning unread-output-key
s = SequentialAgent(name="s", sub_agents=[b, a])
-- b/agent.py --
from google.adk.agents import Agent

a = Agent(name="a", instruction=f"Of {{{key}}} and {{{other}_of}}.", output_key="city")
`

// unwaited calls coroutines without await, with several releases of ADK.
const unwaited = `
-- new/requirements.txt --
google-adk[eval]>=1.15.0,<2
-- new/main.py --
from google.adk.sessions import InMemorySessionService

def talk(session_service):
    session = session_service.get_session(app_name="a", user_id="u", session_id="s") # error missing-await
    print(session.state["topic"], session.state.get("rest")) # warning unwritten-key x2

def main():
    sessions = InMemorySessionService()
    sessions.create_session(app_name="a", user_id="u", session_id="s") # error missing-await
    found = sessions.list_sessions(app_name="a", user_id="u") # error missing-await
    if found and len(found.sessions) > 0:
        talk(sessions)
-- old/pyproject.toml --
[tool.poetry.dependencies]
google-adk = "^0.5.0"
-- below/pyproject.toml --
dependencies = ["google-adk (>=0.4.0,<0.5.0)", "flask>=2.0"]
-- below/main.py --
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()
sessions.create_session(app_name="a", user_id="u", session_id="s")
-- old/main.py --
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()
sessions.create_session(app_name="a", user_id="u", session_id="s")
-- any/requirements.txt --
google-adk>=0.1.0 # 1.0 has coroutines
-- any/main.py --
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()
sessions.create_session(app_name="a", user_id="u", session_id="s") # warning missing-await
-- locked/uv.lock --
name = "google-adk"
version = "1.4.2"
-- locked/main.py --
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()
sessions.create_session(app_name="a", user_id="u", session_id="s") # error missing-await
-- wide/requirements.txt --
WIDE
-- wide/main.py --
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()
sessions.create_session(app_name="a", user_id="u", session_id="s")
-- unknown/main.py --
def talk(session_service):
    session_service.create_session(app_name="a", user_id="u", session_id="s") # warning missing-await
-- waits/main.py --
from google.adk.sessions import InMemorySessionService
async def main():
    sessions = InMemorySessionService()
    await sessions.create_session(app_name="a", user_id="u", session_id="s")
    session = sessions.get_session(app_name="a", user_id="u", session_id="s") # error missing-await
    session.events
-- pinned/requirements.txt --
# google-adk>=1.0
google-adk-extras>=1.2
google-adk==0.5.0
-- pinned/main.py --
from google.adk.sessions import InMemorySessionService
async def main():
    sessions = InMemorySessionService()
    await sessions.get_session(app_name="a", user_id="u", session_id="s")
    sessions.create_session(app_name="a", user_id="u", session_id="s")
-- extras/requirements.txt --
google-adk-extras==0.2
-- extras/main.py --
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()
sessions.create_session(app_name="a", user_id="u", session_id="s") # warning missing-await
-- table/pyproject.toml --
google-adk = {extras = ["eval"], version = "^1.2"}
-- table/main.py --
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()
sessions.create_session(app_name="a", user_id="u", session_id="s") # error missing-await
-- other/requirements.txt --
google-adk
-- other/main.py --
from google.adk.sessions import InMemorySessionService
from .below.agent import sessions_of
async def main():
    sessions = InMemorySessionService()
    await sessions.create_session(app_name="a", user_id="u", session_id="s")
-- other/below/agent.py --
from google.adk.sessions import InMemorySessionService
def sessions_of():
    sessions = InMemorySessionService()
    sessions.create_session(app_name="a", user_id="u", session_id="s") # error missing-await
    sessions.delete_session(app_name="a", user_id="u", session_id="s") # warning missing-await
`

// flow is a workflow, whose functions take keys by the names of their parameters.
const flow = `
-- flow.py --
from google.adk.events import Event
from google.adk.workflow import Workflow

def ask(node_input: str):
    yield Event(state={"topic": node_input, "reason": node_input, "tone": 1, "size": 2}) # warning unread-key

async def write(ctx, topic: str, *, size=3):
    return topic * size

root_agent = Workflow(name="flow", edges=[("START", ask, write, lambda tone: tone + 1)])
-- other.py --
def reason(text):
    return text
`

// asked has files of requirements that are not above the code.
const asked = `
-- requirements/base.txt --
google-adk==0.5.0
-- setup.py --
setup(install_requires=["google-adk<1"])
-- app/requirements.txt --
flask
-- app/main.py --
from google.adk.sessions import InMemorySessionService
async def main():
    sessions = InMemorySessionService()
    await sessions.get_session(app_name="a", user_id="u", session_id="s")
    sessions.create_session(app_name="a", user_id="u", session_id="s")
`

// disagree has two such files that don't say the same.
const disagree = `
-- backend/requirements-dev.txt --
google-adk==0.5.0
-- front/Pipfile --
google-adk = "*"
-- tools/environment.yml --
  - google-adk==1.5.0
-- app/main.py --
from google.adk.sessions import InMemorySessionService
from .other import other
sessions = InMemorySessionService()
sessions.create_session(app_name="a", user_id="u", session_id="s") # warning missing-await
-- app/other.py --
from google.adk.sessions import InMemorySessionService
async def other():
    sessions = InMemorySessionService()
    await sessions.create_session(app_name="a", user_id="u", session_id="s")
`

// beside has one file of requirements, in another folder than the code.
const beside = `
-- backend/requirements.txt --
google-adk~=1.5
-- app/main.py --
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()
sessions.create_session(app_name="a", user_id="u", session_id="s") # error missing-await
`

// prose has f-strings that speak of keys.
const prose = `
-- agent.py --
from google.adk.agents import Agent
TONE = "Be brief."
first = Agent(name="a", output_key="plan")
second = Agent(name="b", instruction=f"""{TONE}
Use state['plan'].""") # warning prose-reference
third = Agent(name="c", instruction=f"{today()}: use state['plan'], state['{key}'] and {{pl{an}}}.") # warning prose-reference
`

// TestHintsInFormattedStrings holds that a placeholder which a hint asks to write in an f-string has
// doubled braces.
func TestHintsInFormattedStrings(t *testing.T) {
	unpack(t, txtar.Parse([]byte(prose)))
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil || len(r.Findings) != 2 {
		t.Fatal(err, r.Findings)
	}
	for _, d := range r.Findings {
		if d.Hint != "write {{plan?}} where the value should be" {
			t.Errorf("hint: %s", d.Hint)
		}
	}
}

// changed has changes of values under keys that are not known.
const changed = `
-- agent.py --
from google.adk.tools import ToolContext

def memorize(key: str, value: str, tool_context: ToolContext):
    memory = tool_context.state
    if key not in memory:
        memory[key] = []
    memory[key].append(value) # warning direct-state-mutation

def note(key: str, tool_context: ToolContext):
    tool_context.state[key]["n"] = 1 # warning direct-state-mutation

def store(key: str, tool_context: ToolContext):
    tool_context.state[key].append(1)
    tool_context.state[key] = tool_context.state[key]
-- test_agent.py --
def test(tool_context, key):
    tool_context.state[key].append(1)
`

// unknownKeys has sentences that speak of keys which nothing else names.
const unknownKeys = `
-- agent.py --
from google.adk.agents import LlmAgent

first = LlmAgent(name="first", instruction="Write a story about state['idea'].", output_key="story") # warning prose-reference
second = LlmAgent(name="second", instruction="""
Draw what is in {story}. The context will be available in the 'scene' state key. # warning prose-reference
Track the customer in state['customer']. Use state['key'] only.
Save the picture to state['picture'].
""")
-- test_agent.py --
from google.adk.agents import LlmAgent
of_a_test = LlmAgent(name="third", instruction="Write about state['idea'].")
`

// held has values that are changed through a name.
const held = `
-- agent.py --
from google.adk.tools import ToolContext

def pay(tool_context: ToolContext):
    order = tool_context.state.get("order", {}) # error direct-state-mutation
    order["paid"] = True
    return {"order": order}

def store(tool_context: ToolContext):
    cart = tool_context.state.get("cart", [])
    cart.append(1)
    tool_context.state["cart"] = cart

def default(tool_context: ToolContext):
    basket = tool_context.state.setdefault("basket", {}) # warning direct-state-mutation
    basket["n"] = 1
    things = tool_context.state.setdefault("things", [])
    things.append(1)
    tool_context.state["things"] = things
    return basket["n"], things[0], tool_context.state.get("basket")

def begin(tool_context: ToolContext):
    tool_context.state["temp:seen"] = tool_context.state["cart"] or pay(tool_context) # warning unread-key
    seen = tool_context.state["temp:seen"]
    seen.append(2)

async def main(sessions):
    await sessions.create_session(app_name="a", user_id="u", state={"order": {}})
`

// loaded has prompts in files, and texts of which the program takes one.
const loaded = `
-- app/agent.py --
from pathlib import Path
from google.adk.agents import LlmAgent
from google.adk.sessions import InMemorySessionService

def load(name):
    return (Path(__file__).parent / f"{name}.md").read_text()

class Maker:
    def make(self):
        return LlmAgent(name="maker", instruction=self.provide)

    def provide(self, context):
        context.state["made"] = 1 # warning unread-key
        return "Hello."

first = LlmAgent(name="first", instruction=load("first"))
second = LlmAgent(name="second", instruction="Of {topic}." if short else "More of {topics}.") # warning unwritten-key

async def main():
    await InMemorySessionService().create_session(app_name="a", user_id="u", state={"topic": "b"})
-- app/first.md --
Write of {topic},
and of {place}. # error unwritten-key
-- other/first.md --
{unused}
`

// batched has a loop that sets keys which nothing reads: one place, and one finding.
const batched = `
-- agent.py --
from google.adk.tools import ToolContext

def update(tool_context: ToolContext):
    changes = {"one": 1, "two": 2}
    changes["three"] = tool_context.state.get("missing") # warning unwritten-key
    changes["four"] = 4
    for key, value in changes.items():
        tool_context.state[key] = value # warning unread-key
`

// TestBatchedKeys holds how a finding about several keys is worded.
func TestBatchedKeys(t *testing.T) {
	unpack(t, txtar.Parse([]byte(batched)))
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil || len(r.Findings) != 2 || r.Findings[1].Message != `"one", "two" and 2 more are set, but nothing reads them` {
		t.Error(err, r.Findings)
	}
}

// defaults has placeholders with defaults, and formats of answers that look so.
const defaults = `
-- agent.py --
from google.adk.agents import LlmAgent

narrator = LlmAgent(name="narrator", instruction="""
Speak as a {narrator_mode:duo} in {language_name:English (United States)}. # warning malformed-placeholder # warning malformed-placeholder
The guest is {guest or 'nobody yet, ask'}. # warning malformed-placeholder
Answer as {mood:happy} or {seat|none}, with {guest:string} and {language_name: the language}.
""", tools=[set_mode])

def set_mode(tool_context, guest):
    if tool_context.state.get("narrator_mode") == "solo": # warning unwritten-key
        tool_context.state["language_name"] = "en"
        tool_context.state["guest"] = guest
`

// kept hands the session on to which it has written, and reads it again.
const kept = `
-- app.py --
from google.adk.sessions import InMemorySessionService
from .agent import root_agent
sessions = InMemorySessionService()
session = asyncio.run(sessions.create_session(app_name="a", user_id="u", session_id="s"))

def chat(preferences):
    session.state["tool"] = preferences["tool"]
    session.state["own"] = preferences["own"]
    session.state["role"] = preferences["role"] # warning direct-state-mutation
    session.state["team"] = preferences["team"]
    return root_agent(session=session)

def own():
    return session.state["own"]
-- sync.py --
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()

async def sync(session, other):
    found = await sessions.get_session(app_name="a", user_id="u", session_id="s")
    found.state.update({
        "one": session.state.get("one"), # error direct-state-mutation
        "two": session.state.get("two"),
    })
    found.state["three"] = 3

    found.state[f"{other}_four"] = 4
    print(found.state)
    found.state["five"] = 5 # error direct-state-mutation
    session = await sessions.get_session(app_name="a", user_id="u", session_id="s")
    session.state["one"] = 6 # error direct-state-mutation
-- agent.py --
from google.adk.agents import Agent

def get_root_agent(session):
    return Agent(name="a", instruction=f"Use {session.state.get('tool')}.")

root_agent = get_root_agent
`

// fetched sets keys in copies of sessions that its own functions return.
const fetched = `
-- app.py --
from functools import cache
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()
by_id = {}

async def get_or_create(sid):
    session = await sessions.get_session(app_name="a", user_id="u", session_id=sid)
    if session is None:
        session = await sessions.create_session(app_name="a", user_id="u", session_id=sid)
    return session

async def remembered(sid):
    session = await sessions.get_session(app_name="a", user_id="u", session_id=sid)
    by_id[sid] = session
    return session

@cache
def only(sid):
    return asyncio.run(sessions.get_session(app_name="a", user_id="u", session_id=sid))

async def some(sid):
    if sid in by_id:
        return by_id[sid]
    return await sessions.get_session(app_name="a", user_id="u", session_id=sid)

async def chat(sid):
    session = await get_or_create(sid)
    session.state["one"] = 1 # error direct-state-mutation
    kept = await remembered(sid)
    kept.state["two"] = 2
    cached = only(sid)
    cached.state["three"] = 3
    other = await some(sid)
    other.state["four"] = 4

def show(tool_context):
    return [tool_context.state[key] for key in ("one", "two", "three", "four")]
`

// removed takes the state of a context for a dict, and that of a session for none.
const removed = `
-- requirements.txt --
google-adk ~= 1.15
-- app.py --
from google.adk.sessions import DatabaseSessionService
from google.adk.tools import ToolContext

def forget(tool_context: ToolContext, context):
    if "city" in tool_context.state: # warning unwritten-key
        del tool_context.state["city"] # error state-is-no-dict
    tool_context.state.pop("town", None) # error state-is-no-dict # warning unwritten-key
    del context.state["city"]

def drop(callback_context):
    del callback_context.state["city"] # warning state-is-no-dict

async def dump():
    sessions = DatabaseSessionService(db_url=url)
    session = await sessions.get_session(app_name="a", user_id="u", session_id="s")
    for key in session.state.to_dict(): # error state-is-no-dict
        print(key)

async def other(session_service):
    session = await session_service.get_session(app_name="a", user_id="u", session_id="s")
    return session.state.to_dict() # warning state-is-no-dict
`

// TestWritesTogether holds how a finding about several keys in a copy is worded.
func TestWritesTogether(t *testing.T) {
	unpack(t, txtar.Parse([]byte(kept)))
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil || len(r.Findings) != 4 {
		t.Fatal(err, r.Findings)
	}
	for i, want := range []string{`"role" and "team" are set`, `"one", "two" and 2 more are set`} {
		if !strings.Contains(r.Findings[i].Message, want) {
			t.Error(r.Findings[i].Message)
		}
	}
}

// TestAuditOfPython holds what is certain about Python, and what is only likely.
func TestAuditOfPython(t *testing.T) {
	wide := "\xff\xfe" + strings.Join(strings.Split("google-adk==0.3.0", ""), "\x00") + "\x00" // UTF-16
	auditEach(t, map[string]string{"besides": besides, "routes": routes, "shown": shown, "test by name": testNamed, "in part": inPart, "unwaited": strings.Replace(unwaited, "WIDE", wide, 1), "asked": asked, "flow": flow, "disagree": disagree, "beside": beside, "kept": kept, "fetched": fetched, "removed": removed, "prose": prose, "changed": changed, "unknown keys": unknownKeys, "held": held, "loaded": loaded, "batched": batched, "defaults": defaults})
}

// TestAuditOfBrokenConfig holds that an agent's configuration that is not valid YAML is not passed
// over.
func TestAuditOfBrokenConfig(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"root_agent.yaml": "agent_class: LlmAgent\ninstruction: {x\n  - b: [\n", "other.yaml": "instruction: {x\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil || len(r.Problems) != 1 || !strings.HasPrefix(r.Problems[0], "root_agent.yaml was not audited to its end: line ") {
		t.Error(err, r.Problems)
	}
}
