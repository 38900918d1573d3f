package workspace_test

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// unknownText has instructions whose texts can't be followed: what they may show is in some text of the project.
const unknownText = `
-- agent.py --
import os

import requests
from google.adk.agents import Agent, SequentialAgent

NAMES = ["listed"]

def note(tool_context):
    tool_context.state["inMarkdown"] = 1
    tool_context.state["inJSON"] = 1
    tool_context.state["in_yaml"] = 1
    tool_context.state["in_string"] = 1
    tool_context.state["doubled"] = 1
    tool_context.state["listed"] = 1
    tool_context.state["printed"] = 1 # warning unread-key
    tool_context.state["nowhere"] = 1 # warning unread-key
    printed = tool_context.user_id
    print(f"Noted {printed}.")
    return "Use {in_string?}", f"Use {{doubled}} of {printed}"

first = Agent(name="first", instruction=os.environ["FIRST"], tools=[note], output_key="step") # warning unread-output-key
root_agent = SequentialAgent(name="root", sub_agents=[first, Agent(name="last", instruction="Go on.", output_key="done")]) # warning unread-output-key
-- prompts/first.md --
Look at {inMarkdown}.
-- prompts/second.json --
{"text": "Look at { inJSON }."}
-- prompts/third.yaml --
text: Look at {{in_yaml}}.
`

// unknownKey reads keys that are known only when the program runs: they may be what a string of the project is.
const unknownKey = `
-- agent.py --
import sys
from google.adk.agents import Agent

TABLE = {"first": "listed"}

def note(name: str, tool_context):
    tool_context.state["listed"] = 1
    tool_context.state["nowhere"] = 1 # warning unread-key
    return tool_context.state.get(TABLE[sys.argv[1]])

root_agent = Agent(name="root", instruction="Note.", tools=[note])
`

// unknownKeyInGo does so in Go, and reads a whole state in another program.
const unknownKeyInGo = `
-- go.mod --
module example.com/shown

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- main.go --
package main

import (
	"os"

	"google.golang.org/adk/v2/session"
)

func note(st session.State) {
	_ = st.Set("listed", 1)
	_ = st.Set("nowhere", 1) // warning unread-key
	show(st, append(os.Args, "listed"))
}

func show(st session.State, names []string) {
	for _, name := range names {
		v, _ := st.Get(name)
		println(v)
	}
}

func main() { note(nil) }
-- whole/main.go --
package main

import (
	"encoding/json"
	"os"

	"google.golang.org/adk/v2/session"
)

func main() {
	var st session.State
	_ = st.Set("whole", 1)
	all := map[string]any{}
	for k, v := range st.All() {
		all[k] = v
	}
	_ = json.NewEncoder(os.Stdout).Encode(all)
}
`

// unknownTextInGo has an instruction in Go whose text can't be followed.
const unknownTextInGo = `
-- go.mod --
module example.com/shown

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- main.go --
package main

import (
	"os"

	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

const hello = "Hello {inString?}"

func note(st session.State) {
	_ = st.Set("inString", 1)
	_ = st.Set("inMarkdown", 1)
	_ = st.Set("nowhere", 1) // warning unread-key
}

func main() {
	_, _ = llmagent.New(llmagent.Config{Name: "a", Instruction: os.Getenv("TEXT")})
	note(nil)
}
-- prompts/a.md --
Look at {inMarkdown}.
`

func TestAuditOfUnknownTexts(t *testing.T) {
	auditEach(t, map[string]string{"texts": unknownText, "keys": unknownKey, "keys in Go": unknownKeyInGo, "texts in Go": unknownTextInGo})
}

// TestAuditOfHugeTexts holds that nothing is said where not all texts can be read that an instruction may be.
func TestAuditOfHugeTexts(t *testing.T) {
	unpack(t, txtar.Parse([]byte(`
-- agent.py --
import os
from google.adk.agents import Agent

def note(tool_context):
    tool_context.state["city"] = 1

root_agent = Agent(name="first", instruction=os.environ["FIRST"], tools=[note])
-- big.json --
`)))
	if err := os.WriteFile("big.json", []byte(`"`+strings.Repeat("x", 2<<20)+`"`), 0o600); err != nil {
		t.Fatal(err)
	}
	wantFindings(t, audited(t), nil)
}
