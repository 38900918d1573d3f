package workspace_test

import (
	"testing"
)

// texts are programs whose instructions are in files, or grow, with the bugs that comments
// announce.
const texts = `
-- go.mod --
module example.com/texts

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- files/prompts/guide.txt --
Show {city}.
-- files/prompts/judge.txt --
Judge {plan}.
-- files/main.go --
package main

import (
	"embed"
	"os"
	"path/filepath"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

//go:embed prompts/*.txt
var prompts embed.FS

func read(path string) ([]byte, error) {
	name := filepath.Base(path)
	return prompts.ReadFile("prompts/" + name)
}

func build(file string) (agent.Agent, error) {
	text, err := read(file)
	if err != nil {
		return nil, err
	}
	return llmagent.New(llmagent.Config{Instruction: string(text)})
}

var _ = use

func use(st session.State) {
	_ = st.Set("city", "Bern")
	_ = st.Set("plan", "walk")
	_ = st.Set("lonely", 1) // warning unread-key
}

func main() {
	use(nil)
	_, _ = build("anywhere/guide.txt")
	data, _ := os.ReadFile("files/prompts/judge.txt")
	_, _ = llmagent.New(llmagent.Config{Instruction: string(data)})
}
-- missing/main.go --
package main

import (
	"os"

	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

func Build(file string) {
	data, _ := os.ReadFile(file)
	_, _ = llmagent.New(llmagent.Config{Instruction: string(data)})
}

var _ = use

func use(st session.State) { _ = st.Set("lonely", 1) } // warning unread-key

func main() {
	use(nil)
	Build("files/prompts/guide.txt")
	data, _ := os.ReadFile("../../outside.txt")
	_, _ = llmagent.New(llmagent.Config{Instruction: string(data)})
}
-- grows/main.go --
package main

import (
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

const voice = "Speak {tone?}."

func build(spoken bool, team string) {
	instruction := "Show {city}."
	if spoken {
		instruction += voice
	}
	instruction += team
	_, _ = llmagent.New(llmagent.Config{Instruction: instruction})
}

var _ = use

func use(st session.State) {
	_ = st.Set("city", "Bern")
	_ = st.Set("tone", "soft")
	_ = st.Set("lonely", 1) // warning unread-key
}

func main() {
	use(nil)
	build(true, "Team A")
}
-- built/main.go --
package main

import (
	"bytes"
	"fmt"
	"strings"
	"text/template"

	"example.com/texts/library"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

var page = template.Must(template.New("page").Parse("{{if .Short}}Be short.{{end}} Speak {tone?}."))

func build(team string) string {
	var b strings.Builder
	b.WriteString("Show {city}.")
	fmt.Fprintf(&b, "You help %s on {day}.", team)
	more(&b, "Bring {food}.")
	return b.String()
}

func more(b *strings.Builder, text string) { b.WriteString(text) }

func either(short bool) string {
	if short {
		return "Plan for {guests}."
	}
	var out bytes.Buffer
	_ = page.Execute(&out, struct{ Short bool }{short})
	return out.String()
}

func use(st session.State) {
	for _, key := range []string{"city", "day", "food", "guests", "tone", "room", "bed"} {
		_ = st.Set(key, "x")
	}
	_ = st.Set("lonely", 1) // warning unread-key
}

func main() {
	use(nil)
	_, _ = llmagent.New(llmagent.Config{Instruction: build("Team A")})
	_, _ = llmagent.New(llmagent.Config{Instruction: "Start. " + either(true)})
	_, _ = llmagent.New(llmagent.Config{Instruction: library.Room(true)})
}
-- library/library.go --
package library

import "strings"

func Room(large bool) string {
	text := "Find {room}."
	if large {
		text = strings.TrimSpace("Find {bed}. ")
	}
	return text
}
-- table/main.go --
package main

import "google.golang.org/adk/v2/session"

var blocked = map[string]string{"book": "book_blocked", "pay": "pay_blocked"}

func use(st session.State, tool string) {
	_ = st.Set("book_blocked", true)
	_ = st.Set("pay_blocked", true)
	_ = st.Set("lonely", 1) // warning unread-key
	if key, ok := blocked[tool]; ok {
		_, _ = st.Get(key)
	}
}

func main() { use(nil, "book") }
-- custom/main.go --
package main

import (
	"os"

	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

func prompt(name string) string {
	if text, err := os.ReadFile(name); err == nil {
		return string(text)
	}
	return "Show {city}."
}

func use(st session.State) {
	_ = st.Set("city", "Bern")
	_ = st.Set("lonely", 1) // warning unread-key
}

func main() {
	use(nil)
	_, _ = llmagent.New(llmagent.Config{Instruction: prompt(os.Args[1])})
}
`

// TestAuditOfGoTexts holds that an audit reads instructions in files that are there, and those
// that grow.
func TestAuditOfGoTexts(t *testing.T) {
	auditPlanted(t, texts)
}
