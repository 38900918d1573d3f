package workspace_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/workspace"
)

// served is a program that gives its whole state to who asks a route, and sets keys.
const served = `
-- agent.py --
from google.adk.agents import Agent

def note(tool_context):
    tool_context.state["order_status"] = "open"
    tool_context.state["user:city"] = "Rome"
    tool_context.state["draft_result"] = "all"
    tool_context.state["lonely_word"] = 1 # warning unread-key

root_agent = Agent(name="a", instruction="Note.", tools=[note])
-- routes.py --
from .agent import root_agent

@app.get("/state")
async def state(session_service, id):
    session = await session_service.get_session(app_name="a", user_id="u", session_id=id)
    return {"id": id, "state": session.state}
`

// asking is a client that knows three of these keys.
const asking = `
-- web/src/App.tsx --
const answer = await (await fetch("/state")).json();
show(answer.state.orderStatus, answer.state["user:city"], answer.state[` + "`${kind}_result`" + `]);
`

// other is a program that reads what it sets.
const other = `
-- agent.py --
from google.adk.agents import Agent

def note(tool_context):
    tool_context.state["stock"] = 1

root_agent = Agent(name="b", instruction="Note {stock?}.", tools=[note])
`

// silent is a project in which none of the findings is there that comments announce.
func silent(text string) string { return strings.ReplaceAll(text, " # warning unread-key", "") }

// TestAuditWithClients holds that a key is unread although the whole state is handed out, where the
// clients in the project don't know it; and that nothing is said where something else may.
func TestAuditWithClients(t *testing.T) {
	auditEach(t, map[string]string{
		"known":   served + asking,
		"none":    silent(served),
		"a page":  silent(served) + "-- web/index.html --\n<p>Order status</p>\n",
		"walks":   silent(served) + asking + "-- web/src/All.tsx --\nObject.entries(answer.state).map(show)\n",
		"another": strings.ReplaceAll(silent(served), "-- ", "-- shop/") + strings.ReplaceAll(asking+other, "-- ", "-- stock/"),
		"named":   silent(served) + asking + "-- web/src/words.ts --\nexport const LonelyWord = 1\n",
		"python":  silent(served) + asking + "-- page.py --\nimport requests\n\nprint(requests.get('/state').json()['state']['lonely_word'])\n",
		"entry":   served + asking + "-- page.py --\nprint({'lonely_word': 1, \"lonely_word\": 2}, lonely_word)\n",
		"test":    served + asking + "-- tests/test_page.py --\nassert get('/state')['state']['lonely_word']\n",
		"unknown": silent(served) + asking + "-- more.py --\nfrom .agent import root_agent\n\ndef more(tool_context):\n    save_all(tool_context.state)\n",
		"tool":    silent(served) + asking + "-- more.py --\nfrom .agent import root_agent\n\ndef more(tool_context):\n    return tool_context.state.to_dict()\n",
		"built":   served + asking + "-- web/dist/app.js --\nx.lonely_word\n-- web/node_modules/a/a.js --\nx.lonely_word\n",
	})
}

// TestAuditOfWhatClientsRead holds that a key is read which a client takes from a session by itself.
func TestAuditOfWhatClientsRead(t *testing.T) {
	const program = `
-- agent.py --
from google.adk.agents import Agent

def note(tool_context):
    tool_context.state["order_status"] = "open"
    tool_context.state["outline"] = 1 # warning unread-key
    tool_context.state["shape"] = 1
    tool_context.state["lonely_word"] = 1 # warning unread-key

root_agent = Agent(name="a", instruction="Note.", tools=[note])
-- web/src/App.tsx --
const session = await (await fetch("/apps/a/users/u/sessions/1")).json();
const { "order_status": status } = session.state;
show(status, session.state?.shape, theme.outline, lonely_word);
`
	auditPlanted(t, program)
}

// TestAuditOfClientsIsExact holds what is said of such a key.
func TestAuditOfClientsIsExact(t *testing.T) {
	unpack(t, txtar.Parse([]byte(silent(served)+asking)))
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil || len(r.Findings) != 1 {
		t.Fatal(err, r.Findings)
	}
	d := r.Findings[0]
	if len(d.Related) != 1 || d.Related[0].Message != "the whole state is handed out here, and no client in this project names the key" ||
		d.Hint != "nothing is wrong if a client outside of this project reads it; otherwise read it or don't set it" {
		t.Error(d)
	}
}

// TestAuditOfHostileClients holds that what is read of clients is bounded, and that a client which isn't read to its
// end may know any key.
func TestAuditOfHostileClients(t *testing.T) {
	for name, test := range map[string]struct {
		add  func() error
		want int
	}{
		"huge": {func() error {
			if err := os.WriteFile("web/huge.js", nil, 0o644); err != nil {
				return err
			}
			return os.Truncate("web/huge.js", 300<<20)
		}, 0},
		"bytes": {func() error { return os.WriteFile("web/video.ts", []byte("\x47\x00 lonely_word \xff"), 0o644) }, 1},
		"link": {func() error {
			outside := filepath.Join(t.TempDir(), "a.js")
			if err := os.WriteFile(outside, []byte("x.lonely_word"), 0o644); err != nil {
				return err
			}
			return os.Symlink(outside, "web/a.js")
		}, 1},
		"many": {func() error {
			for i := range 5001 {
				if err := os.WriteFile(fmt.Sprintf("web/%d.js", i), []byte("x"), 0o644); err != nil {
					return err
				}
			}
			return nil
		}, 0},
		"one line": {func() error {
			return os.WriteFile("web/line.js", []byte(strings.Repeat("lonely-lonely_?.!keys(", 1<<16)), 0o644)
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			unpack(t, txtar.Parse([]byte(served+asking)))
			if err := test.add(); err != nil {
				t.Fatal(err)
			}
			r, err := new(workspace.Workspace).Audit(context.Background(), nil)
			if err != nil || len(r.Findings) != test.want {
				t.Error(err, r.Findings)
			}
		})
	}
}

// TestAuditOfWhatClientsSet holds that nothing is said of a key which a client of the project gives to
// sessions, unless the program's own sessions fail.
func TestAuditOfWhatClientsSet(t *testing.T) {
	const program = `
-- agent.py --
from google.adk.agents import Agent

def find(tool_context):
    return tool_context.state.get("repository"), tool_context.state.get("title") # warning unwritten-key

root_agent = Agent(name="a", instruction="Find.", tools=[find])
`
	const client = "-- web/chat.ts --\nfetch(url, {body: JSON.stringify({title, stateDelta: {repository: id}})})\n"
	both := strings.ReplaceAll(program, "# warning unwritten-key", "# warning unwritten-key x2")
	auditEach(t, map[string]string{
		"none":  both,
		"set":   program + client,
		"other": both + strings.ReplaceAll(client, "stateDelta", "filter"),
		"built": both + strings.ReplaceAll(client, "web/", "web/dist/"),
		"fails": `
-- agent.py --
from google.adk.agents import Agent
from google.adk.runners import Runner

root_agent = Agent(name="a", instruction="Of {repository}.") # error unwritten-key
runner = Runner(agent=root_agent, app_name="a", session_service=sessions)

async def main(sessions):
    await sessions.create_session(app_name="a", user_id="u", session_id="s")
` + client,
	})
}

// TestAuditOfClientsInPython holds that keys are read, and given, by Python code that calls a server of ADK.
func TestAuditOfClientsInPython(t *testing.T) {
	const program = `
-- agent.py --
from google.adk.agents import Agent

def note(tool_context):
    tool_context.state["outline"] = 1 # warning unread-key
    return tool_context.state.get("graph_payload") # warning unwritten-key

root_agent = Agent(name="a", instruction="Note.", tools=[note])
`
	const page = `
-- ui/page.py --
import requests
import streamlit as st

def begin(graph):
    requests.post(f"{BASE}/apps/a/users/u/sessions/s", json={"state": {"graph_payload": graph}})

def show():
    state = requests.get(f"{BASE}/apps/a/users/u/sessions/s").json().get("state", {})
    for key in ("plan", "outline"):
        st.write(state.get(key))
`
	given := strings.ReplaceAll(program, " # warning unwritten-key", "")
	auditEach(t, map[string]string{
		"none":   program,
		"page":   silent(given) + page,
		"test":   program + strings.ReplaceAll(page, "ui/page", "tests/test_page"),
		"others": program + strings.ReplaceAll(page, "/apps/a/users/u/sessions/s", "/weather"),
		"values": given + strings.ReplaceAll(page, "state.get(key)", "st.session_state.get(key)"),
	})
}
