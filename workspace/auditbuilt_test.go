package workspace_test

import "testing"

// unpacked makes agents of dicts that grow.
const unpacked = `
-- right/make.py --
from google.adk.agents import BaseAgent, LlmAgent

def make(name, instruction, tools=None, output_key=None, **extra):
    kw = {"name": name, "model": "m", "instruction": instruction}
    if tools:
        kw["tools"] = tools
    if output_key is not None:
        kw["output_key"] = output_key
    kw.update(extra)
    return LlmAgent(**kw)

class Fan(BaseAgent):
    def __init__(self, name, **kwargs):
        more = {"name": name, **kwargs}
        super().__init__(**more)
-- right/agent.py --
from google.adk.agents import SequentialAgent
from .make import Fan, make

def note(callback_context, llm_request):
    callback_context.state["seen"] = "1"
    callback_context.state["noted"] = "1"
    callback_context.state["unseen"] = "1" # warning unread-key

a = make("a", "Plan.", before_model_callback=note, output_key="plan")
b = make("b", "Do {plan}, for {seen}.", global_instruction="Mind {noted}.")
root_agent = SequentialAgent(name="r", sub_agents=[a, b, Fan("f")])
-- unknown/agent.py --
from google.adk.agents import LlmAgent
from elsewhere import options

def note(callback_context, llm_request):
    callback_context.state["seen"] = "1"

def make(name):
    kw = {"name": name, "instruction": "Plan {day}."}
    kw.update(options())
    return LlmAgent(**kw)
root_agent = make("a")
-- replaced/agent.py --
from google.adk.agents import LlmAgent

def note(tool_context):
    tool_context.state["day"] = "1"

kw = dict(name="a", instruction="Plan {dya}.") # warning unwritten-key
if short():
    kw["instruction"] = "Plan {day}."
root_agent = LlmAgent(**kw, tools=[note])
`

// filled makes instructions by filling templates.
const filled = `
-- put/agent.py --
from google.adk.agents import LlmAgent

NAME = "name"
TEMPLATE = "Greet {who}, {{again}}. {day}"

def note(tool_context):
    tool_context.state[NAME] = "Ann"
    tool_context.state["again"] = "1"
    tool_context.state["day"] = "1" # warning unread-key
    tool_context.state["who"] = "1" # warning unread-key

def text():
    return TEMPLATE.format(who=f"{{{NAME}}}", day="Now") + " Bye."
root_agent = LlmAgent(name="r", instruction=text(), tools=[note])
-- given/agent.py --
from google.adk.agents import LlmAgent, SequentialAgent

def note(tool_context):
    tool_context.state["goal"] = "1"
    tool_context.state["tables"] = "1" # warning unread-key

def make(name, template, tables):
    text = template.replace("{tables}", str(len(tables)))
    return LlmAgent(name=name, instruction=text, tools=[note])
root_agent = SequentialAgent(name="r", sub_agents=[
    make("a", "Check {tables}.", [1]),
    make("b", "Check {tables} for {goal}.", [1, 2]),
])
`

// TestAuditOfBuiltAgents holds what is read of agents that are built of dicts, and of templates.
func TestAuditOfBuiltAgents(t *testing.T) {
	auditEach(t, map[string]string{"unpacked": unpacked, "filled": filled})
}
