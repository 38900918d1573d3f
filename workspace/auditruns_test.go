package workspace_test

import "testing"

// forTheRun sets keys in the session of a run for that run alone: for the agents that it runs next, or for
// what follows.
const forTheRun = `
-- agent.py --
from google.adk.agents import BaseAgent, LlmAgent
from google.adk.events import Event, EventActions

judge = LlmAgent(name="judge", instruction="Judge {draft} by {rules}.", description="d")

class Flow(BaseAgent):
    async def _run_async_impl(self, ctx):
        state = ctx.session.state
        for draft in ["a", "b"]:
            ctx.session.state["draft"] = draft
            state["rules"] = "be kind"
            async for event in self.judge.run_async(ctx):
                yield event
        ctx.session.state["mode"] = "all"
        ctx.session.state["text"] = "t"
        self.show(ctx)
        if ctx.session.state["mode"] == "all":
            return
        delta = {"found": 1}
        ctx.session.state.update(delta)
        ctx.session.state["one"] = 1
        yield Event(author="flow", actions=EventActions(state_delta=delta))
        yield Event(author="flow", actions=EventActions(state_delta={"one": 1}))

    def show(self, ctx):
        print(ctx.session.state["text"], ctx.session.state["found"], ctx.session.state["one"])

root_agent = Flow(name="flow", judge=judge)
`

// forLater sets keys that other runs read, or others.
const forLater = `
-- agent.py --
from google.adk.agents import BaseAgent, LlmAgent
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService

service = InMemorySessionService()
judge = LlmAgent(name="judge", instruction="Judge {draft} of {user:name}. Then {last}.")

def show(tool_context):
    return tool_context.state.get("shown")

class Flow(BaseAgent):
    async def _run_async_impl(self, ctx):
        if ctx.session.state.get("begun"):
            return
        ctx.session.state["begun"] = True # warning direct-state-mutation
        ctx.session.state["count"] = ctx.session.state.get("count", 0) + 1 # warning unread-key
        ctx.session.state["draft"] = "d" # warning direct-state-mutation
        ctx.session.state["user:name"] = "n" # warning direct-state-mutation
        ctx.session.state["shown"] = "s" # warning direct-state-mutation
        ctx.session.state["unread"] = "u" # warning unread-key
        async for event in self.judge.run_async(ctx):
            yield event
        ctx.session.state["last"] = "l" # warning direct-state-mutation
        if self.name:
            ctx.session.state["text"] = "t" # warning direct-state-mutation
        self.say(ctx)

    def say(self, ctx):
        print(ctx.session.state.get("text"))

root_agent = Flow(name="flow", judge=judge, tools=[show])

async def main():
    runner = Runner(agent=root_agent, app_name="a", session_service=service)
    session = await service.get_session(app_name="a", user_id="u", session_id="1")
    return session.state["draft"]
`

// sessionsByName has sessions of runs by names of their own.
const sessionsByName = `
-- agent.py --
from google.adk.agents import LlmAgent

def before(callback_context):
    context = callback_context._invocation_context
    session = context.session
    session.state["named"] = 1 # warning direct-state-mutation
    state = session.state
    state["two"] = 2 # warning direct-state-mutation
    callback_context.state["three"] = state["two"] + 1
    if session.state["three"] == 4:
        callback_context.state["four"] = 4

def after(callback_context):
    session = callback_context.session
    print(session.state["named"], session.state["two"], session.state["four"], callback_context.state["three"])

def local(desk):
    session = desk.session
    session.state["desk"] = 1
    return session.state["desk"]

root_agent = LlmAgent(name="root", instruction="Go.", before_agent_callback=before, after_agent_callback=after)
`

func TestAuditRunsOfAgents(t *testing.T) {
	auditEach(t, map[string]string{"for the run": forTheRun, "for later": forLater, "named": sessionsByName})
}
