package workspace_test

import "testing"

// fresh reads sessions where that is right.
const fresh = `
-- agent.py --
from google.adk.agents import Agent

def score(tool_context):
    tool_context.state["score"] = 1
    tool_context.state["temp:raw"] = 2

def draft(tool_context):
    tool_context.state["user:draft"] = "a"

writer = Agent(name="writer", output_key="report", tools=[score, draft], instruction="Write.")
reader = Agent(name="reader", instruction="Read {report?}, {score?}, {user:draft?}, {temp:raw?}, {topic?} and {round?}.")
-- main.py --
import asyncio
from google.adk.events import Event, EventActions
from google.adk.runners import InMemoryRunner, Runner
from google.adk.sessions import InMemorySessionService, Session
from redis_sessions import RedisSessionService
from agent import writer

service = InMemorySessionService()
runner = Runner(agent=writer, app_name="a", session_service=service)

async def again(message):
    session = await service.create_session(app_name="a", user_id="u")
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    session = await service.get_session(app_name="a", user_id="u", session_id=session.id)
    return session.state["report"], session.state, session.events

async def byAnotherName(message):
    session = await service.create_session(app_name="a", user_id="u")
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    final = await service.get_session(app_name="a", user_id="u", session_id=session.id)
    print("before", session.state, "after", final.state)
    return final.state.get("report")

async def before(message):
    session = await service.create_session(app_name="a", user_id="u")
    print(session.state, session.state.get("report"), len(session.events))
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    return session.id, session.user_id

async def elsewhere(message):
    session = await service.create_session(app_name="a", user_id="u")
    other = await service.create_session(app_name="a", user_id="v")
    async for event in runner.run_async(user_id="v", session_id=other.id, new_message=message):
        print(event)
    return session.state.get("report")

async def branches(message, old):
    session = await service.get_session(app_name="a", user_id="u", session_id="s")
    if old:
        return session.state.get("report")
    elif message:
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
            print(event)
    else:
        return session.state["report"]

async def returns(message):
    session = await service.get_session(app_name="a", user_id="u", session_id="s")
    if message:
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
            print(event)
        return None
    return session.state.get("report")

async def renewed(message):
    session = await service.get_session(app_name="a", user_id="u", session_id="s")
    if message:
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
            print(event)
        session = await service.get_session(app_name="a", user_id="u", session_id="s")
    return session.state.get("report")

async def chat(messages):
    while messages:
        session = await service.get_session(app_name="a", user_id="u", session_id="s")
        print(session.state.get("report"), session.state)
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=messages.pop()):
            print(event)

async def untilDone(messages):
    session = await service.create_session(app_name="a", user_id="u", session_id="s")
    for message in messages:
        print(session.state.get("report"))
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
            print(event)
        session = await service.get_session(app_name="a", user_id="u", session_id="s")
    return session.state["score"]

def inSync(message):
    session = runner.session_service.create_session_sync(app_name="a", user_id="u")
    for event in runner.run(user_id="u", session_id=session.id, new_message=message):
        print(event)
    session = runner.session_service.get_session_sync(app_name="a", user_id="u", session_id=session.id)
    return session.state["report"]

async def given(message):
    session = await service.create_session(app_name="a", user_id="u", state={"topic": "b"})
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    return session.state["topic"]

async def own(message):
    session = await service.create_session(app_name="a", user_id="u")
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        session.state["score"] = session.state.get("score", 0) + 1
    await service.append_event(session, Event(author="user", actions=EventActions(state_delta={"round": session.state["score"]})))
    return session.state["score"], session.state["round"]

async def appended(message):
    session = await service.create_session(app_name="a", user_id="u")
    events = [e async for e in runner.run_async(user_id="u", session_id=session.id, new_message=message)]
    for event in events:
        await service.append_event(session, event)
    return session.state["report"]

async def replaced(message):
    session = await service.create_session(app_name="a", user_id="u")
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    session.state = await loaded(session.id)
    return session.state["report"]

async def loaded(session_id):
    session = await service.get_session(app_name="a", user_id="u", session_id=session_id)
    return session.state

async def renews(session, message):
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    session.state.update(await loaded(session.id))

async def byHelper(message):
    session = await service.create_session(app_name="a", user_id="u")
    await renews(session, message)
    return session.state.get("report")

async def later(message):
    session = await service.create_session(app_name="a", user_id="u")
    events = runner.run_async(user_id="u", session_id=session.id, new_message=message)
    print(session.state.get("report"))
    async for event in events:
        print(event)

async def ask(session_id, message):
    async for event in runner.run_async(user_id="u", session_id=session_id, new_message=message):
        print(event)

async def started(message):
    session = await service.create_session(app_name="a", user_id="u")
    task = asyncio.create_task(ask(session.id, message))
    print(session.state.get("report"))
    await task

async def itself(message):
    session = Session(id="s", app_name="a", user_id="u", state={})
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    return session.state.get("report")

async def live(message):
    session = await service.create_session(app_name="a", user_id="u")
    async for event in runner.run_live(session=session, live_request_queue=message):
        print(event)
    return session.state.get("report")

async def inContext(message, ctx):
    session = await service.create_session(app_name="a", user_id="u")
    async for event in writer.run_async(ctx.model_copy(update={"session": session})):
        print(event)
    return session.state.get("report")

async def itsOwn():
    session = await service.create_session(app_name="a", user_id="u")
    session.state["temp:raw"] = 1
    return session.state["temp:raw"]

async def failed(message):
    session = await service.create_session(app_name="a", user_id="u")
    try:
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
            print(event)
    except ValueError:
        return session.state.get("report")

async def foreign(message):
    sessions = RedisSessionService("redis:")
    session = await sessions.create_session(app_name="a", user_id="u")
    async for event in Runner(agent=writer, app_name="a", session_service=sessions).run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    return session.state.get("report")

session = None

async def shared(message):
    global session
    session = await service.create_session(app_name="a", user_id="u")
    await turn(message)
    return session.state.get("report")

async def turn(message):
    global session
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    session = await service.get_session(app_name="a", user_id="u", session_id=session.id)
-- kept/service.py --
from google.adk.runners import Runner
from google.adk.sessions import BaseSessionService
from google.adk.agents import Agent

class Kept(BaseSessionService):
    def __init__(self):
        self.kept = {}

    async def create_session(self, *, app_name, user_id, state=None, session_id=None):
        return self.kept.setdefault(session_id, make(app_name, user_id, session_id))

    async def get_session(self, *, app_name, user_id, session_id, config=None):
        return self.kept[session_id]

kept = Kept()
runner = Runner(agent=Agent(name="a", output_key="report"), app_name="a", session_service=kept)

async def main(message):
    session = await kept.create_session(app_name="a", user_id="u", session_id="s")
    async for event in runner.run_async(user_id="u", session_id="s", new_message=message):
        print(event)
    return session.state["report"]
-- test_main.py --
from main import runner, service

async def test_run(message):
    session = await service.create_session(app_name="a", user_id="u")
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    assert "report" not in session.state
`

// stale reads sessions after a run that were got before it.
const stale = `
-- agent.py --
from google.adk.agents import Agent

def score(tool_context):
    tool_context.state["score"] = 1
    tool_context.state["temp:raw"] = 2
    tool_context.state["user:draft"] = "a"

writer = Agent(name="writer", output_key="report", tools=[score], instruction="Write {round} {temp:raw?} {user:draft?}.")
-- main.py --
import asyncio
from google.adk.runners import InMemoryRunner, Runner
from google.adk.sessions import InMemorySessionService
from agent import writer

service = InMemorySessionService()
runner = Runner(agent=writer, app_name="a", session_service=service)
SESSION = "s"

async def plainly(message):
    session = await service.create_session(app_name="a", user_id="u", state={"round": 1})
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    print(f"{session.state['report']} of {session.state['round']}") # error stale-session
    return "score" in session.state

async def inTry(message):
    session = await service.create_session(app_name="a", user_id="u", state={"round": 1})
    try:
        events = [e async for e in runner.run_async(user_id="u", session_id=session.id, new_message=message)]
    finally:
        print(session.state.get("score")) # error stale-session
    return events

async def debugged():
    session = await service.create_session(app_name="a", user_id="u", session_id=SESSION, state={"round": 1})
    await runner.run_debug("go", user_id="u", session_id=SESSION)
    return len(session.events) # error stale-session

def inSync(message):
    session = asyncio.run(runner.session_service.create_session(app_name="a", user_id="u", session_id=SESSION))
    list(runner.run(user_id="u", session_id=SESSION, new_message=message))
    return session.state.get("report", "") # error stale-session

async def whole(message):
    session = await service.create_session(app_name="a", user_id="u")
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    return session.state # warning stale-session

async def begun(message):
    session = await service.create_session(app_name="a", user_id="u", state={"score": 0})
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    return session.state["score"] # warning stale-session

async def got(message):
    session = await service.get_session(app_name="a", user_id="u", session_id=SESSION)
    if not session:
        session = await service.create_session(app_name="a", user_id="u", session_id=SESSION)
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    if session.state.get("report"): # warning stale-session
        return session.state

async def scoped(message):
    session = await service.create_session(app_name="a", user_id="u")
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    return session.state.get("user:draft") # warning stale-session

async def within(message):
    session = await service.create_session(app_name="a", user_id="u")
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(session.state.get("score")) # warning stale-session

async def perhaps(message):
    session = await service.create_session(app_name="a", user_id="u")
    if message:
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
            print(event)
    return session.state.get("score") # warning stale-session

async def rounds(messages):
    session = await service.create_session(app_name="a", user_id="u")
    for message in messages:
        print(session.state.get("score")) # warning stale-session
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
            print(event)

async def ask(session_id, message):
    async for event in runner.run_async(user_id="u", session_id=session_id, new_message=message):
        print(event)

async def hopped(message):
    session = await service.create_session(app_name="a", user_id="u")
    await ask(session.id, message)
    return session.state["report"] # error stale-session

class Chat:
    async def send(self, session, message):
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
            yield event

    async def turn(self, message):
        session = await service.create_session(app_name="a", user_id="u")
        async for event in self.send(session, message):
            print(event)
        return session.state["report"] # error stale-session

async def stored(messages):
    session = await service.create_session(app_name="a", user_id="u")
    messages.start(session)
    events = runner.run_async(user_id="u", session_id=session.id, new_message=messages)
    async for event in events:
        print(event)
    return session.state["report"] # warning stale-session

async def temporary():
    session = await service.get_session(app_name="a", user_id="u", session_id=SESSION)
    return session.state.get("temp:raw") # warning stale-session

async def unknown(session_service, message):
    session = await session_service.create_session(app_name="a", user_id="u")
    async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
        print(event)
    return session.state["report"] # warning stale-session
`

// TestStaleSessions holds which reads of Python code get a session of before a run.
func TestStaleSessions(t *testing.T) {
	auditEach(t, map[string]string{"fresh": fresh, "stale": stale})
}
