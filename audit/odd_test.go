package audit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// client has a program that gives its whole state to who asks a route, and a client that knows one of its keys.
const client = `
-- agent.py --
from google.adk.agents import Agent

def note(tool_context):
    tool_context.state["order_status"] = "open"
    tool_context.state["lonely_word"] = 1

root_agent = Agent(name="a", instruction="Note.", tools=[note])
-- routes.py --
from .agent import root_agent

async def state(session_service, id):
    session = await session_service.get_session(app_name="a", user_id="u", session_id=id)
    return {"state": session.state}
-- web/app.js --
const answer = await (await fetch("/state")).json(); show(answer.state.order_status)
`

// unknownText has an instruction whose text is in a file that nobody knows.
const unknownText = `
-- agent.py --
import os
from google.adk.agents import Agent

def note(tool_context):
    tool_context.state["city"] = 1

root_agent = Agent(name="first", instruction=os.environ["FIRST"], tools=[note])
`

// wide makes a call that is right with the release that its requirements ask for.
const wide = `
-- main.py --
from google.adk.sessions import InMemorySessionService
sessions = InMemorySessionService()
sessions.create_session(app_name="a", user_id="u", session_id="s")
`

// TestOddFiles holds that what is read of texts and clients is bounded, and that one which isn't read to its end may
// know any key; and that requirements may be in UTF-16.
func TestOddFiles(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "a.js")
	write(t, filepath.Dir(outside), txtar.File{Name: "a.js", Data: []byte("x.lonely_word")})
	text := func(name, text string) func(string) error {
		return func(dir string) error { return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644) }
	}
	huge := func(dir string) error {
		_ = text("web/huge.js", "")(dir)
		return os.Truncate(filepath.Join(dir, "web/huge.js"), 300<<20)
	}
	link := func(dir string) error { return os.Symlink(outside, filepath.Join(dir, "web/a.js")) }
	for name, c := range map[string]struct {
		project string
		add     func(dir string) error
		want    int
	}{
		"nothing":     {client, text("web/other.js", ""), 1},
		"huge":        {client, huge, 0},
		"bytes":       {client, text("web/video.ts", "\x47\x00 lonely_word \xff"), 1},
		"link":        {client, link, 1},
		"one line":    {client, text("web/line.js", strings.Repeat("lonely-lonely_?.!keys(", 1<<16)), 1},
		"short text":  {unknownText, text("big.json", `"x"`), 1},
		"huge text":   {unknownText, text("big.json", `"`+strings.Repeat("x", 2<<20)+`"`), 0},
		"no releases": {wide, text("requirements.txt", "google-adk"), 1},
		"UTF-16":      {wide, text("requirements.txt", "\xff\xfe"+strings.Join(strings.Split("google-adk==0.3.0", ""), "\x00")+"\x00"), 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, txtar.Parse([]byte(c.project)).Files...)
			if err := c.add(dir); err != nil {
				t.Fatal(err)
			}
			if r, err := audit(dir)(); err != nil || len(r.Findings) != c.want {
				t.Error(err, r)
			}
		})
	}
}

// TestOffline holds that a module is audited whose dependencies were never downloaded, or whose go.mod is not valid,
// beside links in a circle and a prompt of bytes, and that the audit writes nothing.
func TestOffline(t *testing.T) {
	const program = `
-- trip.go --
package trip

import (
	"example.com/nowhere/tools"
	"google.golang.org/adk/session"
	"google.golang.org/adk/agent/llmagent"
)

var planner = llmagent.Config{Instruction: "Weather in {citty}."}

func choose(st session.State, t tools.Tool) error { return st.Set("city", "Bern") }
`
	for name, mod := range map[string]string{
		"not downloaded": "module example.com/trip\n\ngo 1.24\n\nrequire (\n\texample.com/nowhere v1.2.3\n\tgoogle.golang.org/adk v0.99.0\n)\n",
		"not valid":      "module example.com/trip\n\nthis is no go.mod\n",
		"too new":        "module example.com/trip\n\ngo 1.999\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, append(txtar.Parse([]byte(program)).Files, txtar.File{Name: "go.mod", Data: []byte(mod)}, txtar.File{Name: "prompt.md", Data: []byte("\x00\xff{city")})...)
			if err := os.Symlink(".", filepath.Join(dir, "loop")); err != nil {
				t.Fatal(err)
			}
			r, err := audit(dir)()
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Findings) != 1 || r.Findings[0].Message != `"citty" is read, but nothing sets it` || r.Findings[0].Hint != `did you mean "city"?` {
				t.Errorf("found %v", r.Findings)
			}
			if len(r.Problems) != 1 {
				t.Errorf("problems: %q", r.Problems)
			}
			if after, err := os.ReadDir(dir); err != nil || len(after) != 4 {
				t.Errorf("the audit left %v: %v", after, err)
			}
		})
	}
}
