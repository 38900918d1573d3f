package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const completing = `
-- stategen.yaml --
version: 1
check: {templates: ["prompts/*.md", "agents/*.yaml"]}
placeholders: [brace, angle]
types:
  Step: {enum: [search, done]}
  Leg: {fields: {number: string}}
instructions: {greeter: {file: greeter.md}}
keys:
  topic: {type: "string?", doc: What the talk is about.}
  step: {type: Step, default: search}
  user:city: string?
  user:lang: {type: string, default: en}
  user:secret: {type: string, optional: true, sensitive: true}
  old: {type: string, optional: true, deprecated: use topic}
  "order_{id}": string?
-- greeter.md --
{topic?}
-- prompts/one.md --
-- prompts/en/two.md --
-- agents/a.yaml --
`

// complete asks at the mark ‸ of a text, and returns what is offered as LABEL=TEXT, with
// those offered last behind a tilde.
func (c *testClient) complete(name, text string) []string {
	c.Helper()
	before, after, _ := strings.Cut(text, "‸")
	c.open(name, before+after)
	defer c.close(name)
	var list CompletionList
	line, column := strings.Count(before, "\n"), len([]rune(before[strings.LastIndex(before, "\n")+1:]))
	c.call("textDocument/completion", fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d}}`, c.uri(name), line, column), &list)
	var got []string
	for _, item := range list.Items {
		runes := []rune(strings.Split(before+after, "\n")[line])
		from, to := item.TextEdit.Range.Start.Character, item.TextEdit.Range.End.Character
		got = append(got, item.SortText+string(runes[:from])+item.TextEdit.NewText+string(runes[to:]))
	}
	return got
}

// TestCompletePrompts holds that keys are offered in the form in which nothing is wrong with
// them, wherever an instruction is.
func TestCompletePrompts(t *testing.T) {
	c := begin(t, completing)
	c.diagnostics()
	for _, x := range []struct{ file, text, want string }{
		{"prompts/one.md", "é Say {‸", "é Say {topic?}|é Say {step}|é Say {user:city?}|é Say {user:lang?}|~oldé Say {old?}"},
		{"prompts/one.md", "Say {us‸er:ci?} <x", "Say {topic?} <x|Say {step} <x|Say {user:city?} <x|Say {user:lang?} <x|~oldSay {old?} <x"},
		{"prompts/one.md", "Say <‸", "Say <topic?>|Say <step>|Say <user:city?>|Say <user:lang?>|~oldSay <old?>"},
		{"prompts/one.md", "Say {topic} ‸", ""},
		{"prompts/one.md", "Say { ‸", ""},
		{"greeter.md", "{user:l‸", "{topic?}|{step}|{user:city?}|{user:lang}|~old{old?}"},
		{"agents/a.yaml", "instruction: Talk of {‸", "instruction: Talk of {topic?}|…"},
		{"agents/a.yaml", "name: a\ninstruction: |\n  Talk\n\n    of {‸\n", "    of {topic?}|…"},
		{"agents/a.yaml", "name: {‸", ""},
		{"agents/a.yaml", "instruction: |\n  x\nname:\n  a: {‸", ""},
		{"stategen.yaml", "version: 1\nkeys: {topic: string?}\ninstructions:\n  p: {text: \"{‸", "  p: {text: \"{topic?}|…"},
		{"main.go", "package x\n\nvar a = llmagent.Config{Instruction: \"Say {‸\"}", "var a = llmagent.Config{Instruction: \"Say {topic?}\"}|…"},
		{"main.go", "package x\n\nvar a = T{Other: \"Say {‸\"}", ""},
	} {
		got := strings.Join(c.complete(x.file, x.text), "|")
		if first, ok := strings.CutSuffix(x.want, "…"); got != x.want && !(ok && strings.HasPrefix(got, first)) {
			t.Errorf("%s %q: %s, not %s", x.file, x.text, got, x.want)
		}
	}
}

// TestCompleteGo holds that keys are offered in whatever literal is an instruction.
func TestCompleteGo(t *testing.T) {
	c := beginWith(t, project, "{}")
	c.diagnostics()
	text := `package agent

import "google.golang.org/adk/v2/agent/llmagent"

const greet = "Greet politely ‸."

var other = "Other ‸"

func Agent() error {
	return llmagent.New(llmagent.Config{Name: "a", Instruction: greet})
}
`
	c.open("agent/agent.go", strings.ReplaceAll(text, "‸", ""))
	c.diagnostics()
	c.close("agent/agent.go")
	for i, want := range []string{"const greet = \"Greet politely {user:city?}.\"|const greet = \"Greet politely {topic?}.\"", ""} {
		parts := strings.Split(text, "‸")
		marked := strings.Join(parts[:i+1], "") + "{‸" + strings.Join(parts[i+1:], "")
		if got := strings.Join(c.complete("agent/agent.go", marked), "|"); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// TestSemanticTokens holds that placeholders of declared keys are told apart from text.
func TestSemanticTokens(t *testing.T) {
	c := begin(t, completing)
	c.diagnostics()
	c.open("prompts/one.md", "😀 {topic?} {no}\n\n{old?} {user:city?}")
	var got struct{ Data []uint32 }
	c.call("textDocument/semanticTokens/full", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, c.uri("prompts/one.md")), &got)
	if want := []uint32{0, 4, 5, 0, 0, 2, 1, 3, 0, 1, 0, 7, 9, 0, 0}; !slices.Equal(got.Data, want) {
		t.Errorf("%v, not %v", got.Data, want)
	}
}
