package workspace_test

import (
	"testing"
)

// misused takes a state for a dict, and asks a service for what it hasn't.
const misused = `
-- main.py --
from google.adk.sessions import InMemorySessionService
from google.adk.tools import ToolContext

async def main():
    sessions = InMemorySessionService()
    session = await sessions.get_session(app_name="a", user_id="u", session_id="s")
    await sessions.update_session(session) # error unknown-service-method

    await sessions.get_or_create_session("s") # error unknown-service-method
    await sessions.rename("s") # error unknown-service-method

async def store(session_service, session):
    await session_service.update_session(session) # warning unknown-service-method
    await session_service.set_session_state("s", {}) # warning unknown-service-method
    await session_service.get_state("s") # warning unknown-service-method

def all_keys(tool_context: ToolContext):
    return list(tool_context.state.keys()) # warning state-is-no-dict

def user(tool_context: ToolContext):
    return getattr(tool_context.state, "user", "") # error state-is-no-dict

def forget(tool_context):
    tool_context.state.clear() # warning state-is-no-dict

def show(tool_context: ToolContext, session):
    return session.state.items(), tool_context.state.to_dict().keys()
-- utils.py --
from google.adk.sessions import DatabaseSessionService
kept = DatabaseSessionService(db_url="sqlite:///a.db")

async def update(session_service, session_id):
    session = await session_service.get_session(app_name="a", user_id="u", session_id=session_id)
    state = session.state.copy()
    state["topic"] = "b"
    await session_service.create_session(app_name="a", user_id="u", session_id=session_id, state=state) # warning session-created-again

async def rename(sid):
    session = await kept.get_session(app_name="a", user_id="u", session_id=sid)
    await kept.create_session(app_name="a", user_id="u", session_id=sid, state=dict(session.state, topic="c")) # error session-created-again

def never(sid):
    session = kept.get_session(app_name="a", user_id="u", session_id=sid) # error missing-await
    state = session.state.copy()
    kept.create_session(app_name="a", user_id="u", session_id=sid, state=state) # error missing-await
-- show.py --
def show(tool_context):
    print(tool_context.state["topic"])
-- test_main.py --
def forgets(tool_context):
    tool_context.state.clear()
`

// recreated makes a session again with a release whose services have no coroutines.
const recreated = `
-- requirements.txt --
google-adk==0.5.0
-- utils.py --
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()

def rename(sid):
    session = sessions.get_session(app_name="a", user_id="u", session_id=sid)
    sessions.create_session(app_name="a", user_id="u", session_id=sid, state=dict(session.state, topic="c")) # error session-created-again
`

// releases take a state for a dict in projects that ask for releases of ADK which have more and
// more of a dict's methods.
const releases = `
-- old/requirements.txt --
google-adk>=1.15,<2.2
-- old/main.py --
from google.adk.tools import ToolContext

def forget(tool_context: ToolContext):
    tool_context.state.pop("town", None) # error state-is-no-dict # warning unwritten-key
    del tool_context.state["city"] # error state-is-no-dict
    for key in tool_context.state: # error state-is-no-dict
        print(key)
    return dict(tool_context.state) # error state-is-no-dict
-- locked/pyproject.toml --
[project]
dependencies = ["google-adk>=1.15"]
-- locked/uv.lock --
[[package]]
name = "google-adk"
version = "2.1.0"
[[package]]
name = "mine"
dependencies = [{ name = "google-adk" }]
-- locked/main.py --
from google.adk.tools import ToolContext

def forget(tool_context: ToolContext):
    tool_context.state.pop("town", None) # error state-is-no-dict # warning unwritten-key
-- between/pyproject.toml --
[tool.poetry.dependencies]
google-adk = "~2.9.1"
-- between/main.py --
from google.adk.tools import ToolContext

def forget(tool_context: ToolContext):
    tool_context.state.pop("town", None) # warning unwritten-key
    del tool_context.state["city"]
    return sorted(tool_context.state), tool_context.state.items() # error state-is-no-dict # error state-is-no-dict
-- open/requirements.txt --
google-adk>=1.15.1
-- open/main.py --
from google.adk.tools import ToolContext

def forget(tool_context: ToolContext):
    tool_context.state.pop("town", None) # warning unwritten-key
    del tool_context.state["city"]
    for key in tool_context.state:
        print(key)

def count(tool_context: ToolContext):
    return len(tool_context.state) # warning state-is-no-dict

def city(tool_context: ToolContext):
    return getattr(tool_context.state, "city", "") # error state-is-no-dict
-- new/requirements.txt --
google-adk==2.11.0
-- new/main.py --
from google.adk.tools import ToolContext

def forget(tool_context: ToolContext):
    tool_context.state.pop("town", None) # warning unwritten-key
    return tool_context.state.keys()
`

// uncallable gives agents callbacks that don't take what ADK gives to them.
const uncallable = `
-- agent.py --
from google.adk.agents import Agent

def started(ctx): # error callback-arguments
    ctx.state["user"] = ctx.user_id

def asked(callback_context, llm_request, user): # error callback-arguments
    return None

def answered(agent_context=None, **_): # error callback-arguments
    agent_context.state["answer"] = 1

def adapted(agent_context=None, **rest):
    return rest["callback_context"]

root_agent = Agent(
    name="a", instruction="For {user} after {answer?}.",
    before_agent_callback=[started, lambda callback_context: None],
    before_model_callback=asked,
    after_agent_callback=answered,
    after_model_callback=adapted,
)
-- test_agent.py --
from google.adk.agents import Agent

def tested(ctx):
    return None

agent = Agent(before_agent_callback=tested)
`

// named shows names of keys to models.
const named = `
-- agent.py --
from google.adk.agents import LlmAgent, LoopAgent
DOC = "current_doc"
TOPIC = "topic"
TONE = "formal"
WRITER = "writer"
writer = LlmAgent(name=WRITER, output_key=DOC, instruction=(
    f"Write on {{{TOPIC}}}.\n"
    f"Tone: {TONE}\n"
    "Draft:\n"
    f"{DOC}\n" # error key-name-shown
    f"Topic: {TOPIC}\n" # warning key-name-shown
    f"Keys: {DOC}\n"
    f"Me: {WRITER}\n")) # warning key-name-shown
other = LlmAgent(name="other", output_key=WRITER, instruction="Be formal.")
def tool(tool_context):
    tool_context.state[TOPIC] = 1
    tool_context.state["formal"] = tool_context.state.get("formal") # warning unread-key
`

// TestMisuseOfSessions holds what fails in Python with the sessions of ADK, and with the keys of
// their states.
func TestMisuseOfSessions(t *testing.T) {
	auditEach(t, map[string]string{"misused": misused, "releases": releases, "named": named, "recreated": recreated, "uncallable": uncallable})
}
