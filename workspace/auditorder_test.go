package workspace_test

import (
	"testing"
)

// byTool has agents that a model hands over to, and tools that set what they need, or may not.
const byTool = `
-- agent.py --
from google.adk.agents import Agent, SequentialAgent
from google.adk.tools import FunctionTool
from .tools import load, mark, save_plan

load_tool = FunctionTool(func=load)
writer = Agent(name="writer", instruction="Of {document} and {plan}, {note?}.", output_key="draft") # warning read-before-write
critic = Agent(name="critic", instruction="Judge {draft} by {document}: {begun} {marked}.")
pipeline = SequentialAgent(name="pipeline", sub_agents=[
    Agent(name="planner", instruction="Plan.", tools=[save_plan]), writer, critic,
])

def begin(callback_context):
    callback_context.state["begun"] = True
    mark(callback_context)

root_agent = Agent(name="root", instruction="Call load.", tools=[load_tool, mark], sub_agents=[pipeline], before_agent_callback=begin)
-- tools.py --
def load(tool_context):
    tool_context.state["document"] = "a"
    tool_context.state["note"] = "a"

def save_plan(tool_context):
    tool_context.state["plan"] = "a"

def mark(tool_context):
    tool_context.state["marked"] = "a"
-- test_tools.py --
from .tools import load

def test_load(context):
    load(context)
`

// byAnswer has agents of one model, each of which may run first.
const byAnswer = `
-- agent.py --
from google.adk.agents import Agent, SequentialAgent
from google.adk.tools import AgentTool

searcher = Agent(name="searcher", instruction="Search.", output_key="found")
reader = Agent(name="reader", instruction="Read {found}.", output_key="read") # warning read-before-write
checker = Agent(name="checker", instruction="Check {found}, {read?}.", output_key="checked")
steps = SequentialAgent(name="steps", sub_agents=[
    SequentialAgent(name="first", sub_agents=[Agent(name="again", instruction="Search.", output_key="found")]), checker,
])
root_agent = Agent(name="root", instruction="Answer {checked?}.", tools=[AgentTool(searcher), AgentTool(agent=reader)], sub_agents=[steps])
-- remote/agent.py --
from google.adk.agents import Agent
from google.adk.agents.remote_a2a_agent import RemoteA2aAgent

def look(tool_context):
    tool_context.state["seen"] = 1

far = RemoteA2aAgent(name="far", agent_card="card.json")
near = Agent(name="near", instruction="Look at {seen}.", tools=[look]) # warning read-before-write
root_agent = Agent(name="root", instruction="Hand over.", sub_agents=[far, near])
-- given/agent.py --
from google.adk.agents import Agent
from google.adk.runners import Runner

a = Agent(name="a", instruction="Search.", output_key="source")
b = Agent(name="b", instruction="Read {source}.")
root_agent = Agent(name="root", instruction="Hand over.", sub_agents=[a, b])

async def main(session_service):
    await session_service.create_session(app_name="a", user_id="u", state={"source": ""})
`

// betweenTools has tools of which one needs what another sets.
const betweenTools = `
-- agent.py --
from google.adk.agents import Agent

def query(tool_context):
    tool_context.state["rows"] = [1]
    tool_context.state["asked"] = tool_context.state["caught"] = tool_context.state["own"] = tool_context.state["begun"] = 1

def draw(tool_context):
    if "asked" in tool_context.state:
        print(tool_context.state["asked"], tool_context.state["begun"])
    try:
        print(tool_context.state["caught"])
    except KeyError:
        pass
    tool_context.state["own"] = 1
    return [tool_context.state["own"], tool_context.state["rows"]] # warning read-before-write

def begin(callback_context):
    callback_context.state["begun"] = 1

root_agent = Agent(name="root", instruction="Draw.", tools=[query, draw], before_agent_callback=begin)
`

// sharedKey has agents that save their answers under one key, and at the same time.
const sharedKey = `
-- agent.py --
from google.adk.agents import Agent, LoopAgent, ParallelAgent, SequentialAgent
from google.adk.tools import AgentTool

planner = Agent(name="planner", instruction="Plan.", output_key="outline")
writer = Agent(name="writer", instruction="Write {outline?}.", output_key="text") # warning unread-output-key
helper = Agent(name="helper", instruction="Help.", output_key="unread")
root_agent = Agent(name="root", instruction="Hand over.", output_key="outline", # warning shared-output-key
    sub_agents=[planner, writer])
other = Agent(name="other", output_key="unread", tools=[AgentTool(agent=helper)])
left = SequentialAgent(name="left", sub_agents=[
    Agent(name="l1", instruction="Write.", output_key="post"), Agent(name="l2", instruction="Rewrite {post}.", output_key="post"),
])
right = LoopAgent(name="right", sub_agents=[
    Agent(name="r1", instruction="Write.", output_key="post"), # error parallel-write
    Agent(name="r2", instruction="Rewrite {post}.", output_key="post"),
])
both = ParallelAgent(name="both", sub_agents=[left, right])
`

func TestAuditOfOrder(t *testing.T) {
	auditEach(t, map[string]string{"by a tool": byTool, "by an answer": byAnswer, "between tools": betweenTools, "shared keys": sharedKey})
}
