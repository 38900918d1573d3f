package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const compiled = `
-- go.mod --
module example.com/agent

go 1.26
-- stategen.yaml --
version: 1
out: state
package: state
include: [common.yaml]
instructions: {greeter: {file: greeter.md}}
keys:
  topic: string?
-- common.yaml --
version: 1
keys: {"user:city": "string?"}
-- greeter.md --
Hello from {user:city?} about {topic?}.
`

// save puts a text on the disk and tells, as an editor does.
func (c *testClient) save(name, text string) {
	c.Helper()
	writeFile(c, filepath.Join(c.dir, name), text)
	c.notify("textDocument/didSave", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, c.uri(name)))
	c.diagnostics()
}

// code is all that is generated.
func (c *testClient) code() string {
	c.Helper()
	var all strings.Builder
	names, _ := filepath.Glob(filepath.Join(c.dir, "state", "*"))
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			c.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

func (c *testClient) said() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.messages, "\n")
}

// TestGenerateOnSave holds that saving a schema, what it includes or what it compiles writes
// its package, from what is saved; and that an error writes nothing and is told.
func TestGenerateOnSave(t *testing.T) {
	c := beginWith(t, compiled, `{"goSource":"off","generateOnSave":true}`)
	c.diagnostics()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(c.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	schema, common := read("stategen.yaml"), read("common.yaml")
	c.save("other.md", "x")
	if c.code() != "" {
		t.Error("a file that no schema names has code generated")
	}
	c.open("common.yaml", strings.Replace(common, "user:city", "user:typed", 1))
	c.save("stategen.yaml", schema+"  mood: string?\n")
	if code := c.code(); !strings.Contains(code, "KeyMood") || strings.Contains(code, "Typed") {
		t.Error("not what is saved, or more")
	}
	c.close("common.yaml")
	c.save("common.yaml", strings.Replace(common, "keys: {", `keys: {"user:land": "string?", `, 1))
	if !strings.Contains(c.code(), "KeyUserLand") {
		t.Error("an include counts for nothing")
	}
	c.save("greeter.md", "Farewell to {user:city?}.\n")
	before := c.code()
	if !strings.Contains(before, "Farewell") {
		t.Error("a prompt that is compiled counts for nothing")
	}
	for _, wrong := range []string{"version: 1\nkeys: {", schema + "  rank: strin\n", ""} {
		c.save("stategen.yaml", wrong)
		if c.code() != before {
			t.Fatalf("%q changes code", wrong)
		}
	}
	if said := c.said(); strings.Contains(said, "showMessage") || !strings.Contains(said, "nothing was generated") {
		t.Errorf("said: %s", said)
	}
	writeFile(t, filepath.Join(c.dir, "state", "x.go"), "package other\n")
	c.save("stategen.yaml", schema+"  rank: string?\n")
	if said := c.said(); c.code() != before+"package other\n" || !strings.Contains(said, "showMessage") || !strings.Contains(said, "package") {
		t.Errorf("said: %s", said)
	}
	if err := os.Remove(filepath.Join(c.dir, "state", "x.go")); err != nil {
		t.Fatal(err)
	}
	c.save("stategen.yaml", schema+"  rank: string?\n")
	if !strings.Contains(c.code(), "KeyRank") {
		t.Error("an error was the end")
	}
	c.save("new/stategen.yaml", "version: 1\nout: ../state2\nkeys: {a: int}\n")
	if _, err := os.Stat(filepath.Join(c.dir, "state2")); err != nil {
		t.Error(err)
	}
}

// TestGenerateUnasked holds that a server writes nothing unless it is told to.
func TestGenerateUnasked(t *testing.T) {
	c := begin(t, compiled)
	c.save("stategen.yaml", "version: 1\nout: state\nkeys: {a: int}\n")
	if c.code() != "" {
		t.Error("it writes")
	}
}
