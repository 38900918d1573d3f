package workspace_test

import "testing"

// choices are programs whose keys are chosen when they run, with the bugs that comments announce.
const choices = `
-- table/agent.py --
from google.adk.agents import LlmAgent, SequentialAgent
def log_output(callback_context):
    keys = {"job": "job_info", "letter": "old_letter"} # the second is written nowhere
    key = keys[callback_context.agent_name]
    print(callback_context.state[key]) # warning unwritten-key
job = LlmAgent(name="job", model="m", instruction="Find the job.", output_key="job_info", after_agent_callback=log_output)
letter = LlmAgent(name="letter", model="m", instruction="Write about {job_info}.", output_key="cover_letter") # warning unread-output-key
root_agent = SequentialAgent(name="r", sub_agents=[job, letter])
-- table/right.py --
from google.adk.agents import LlmAgent
KEYS = {"a": "first", "b": "second"}
def read(callback_context):
    print(callback_context.state.get(KEYS[callback_context.agent_name]))
def write(callback_context):
    callback_context.state["first" if callback_context.agent_name == "a" else "second"] = 1
right = LlmAgent(name="b", model="m", instruction="Hi.", before_agent_callback=write, after_agent_callback=read)
-- composed/agent.py --
from google.adk.agents import LlmAgent
LAST = "last"
def depth_key(key, depth=0):
    if depth == 0:
        return key
    return f"{key}@d{depth}"
def tool(tool_context, depth: int):
    tool_context.state[depth_key(LAST, depth)] = 1
    print(tool_context.state.get(depth_key(LAST, depth - 1)))
    print(tool_context.state.get("never", "")) # warning unwritten-key
    return {}
root_agent = LlmAgent(name="c", model="m", instruction="Hi.", tools=[tool])
-- unknown/agent.py --
from google.adk.agents import LlmAgent
KEYS = {"a": "first"}
KEYS.update(load())
def tool(tool_context, depth: int):
    tool_context.state[KEYS["a"]] = 1
    print(tool_context.state.get("never"))
    return {}
root_agent = LlmAgent(name="d", model="m", instruction="Hi.", tools=[tool])
-- begun/agent.py --
from google.adk.agents import LlmAgent
from google.adk.runners import Runner
class Service:
    def state(self, user_id):
        state = {"user_id": user_id}
        return state
    async def chat(self, runner, user_id):
        await runner.session_service.create_session(app_name="a", user_id="u", state=self.state(user_id))
root_agent = LlmAgent(name="e", model="m", instruction="Hi {user_id}, {missing}.") # warning unwritten-key
`

func TestAuditOfChosenKeys(t *testing.T) {
	auditPlanted(t, choices)
}
