package workspace_test

import (
	"testing"
)

// foreign are instructions that are put together from texts of the program and others, with
// the bugs that comments announce.
const foreign = `
-- go.mod --
module example.com/foreign

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- main.go --
package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"

	"example.com/foreign/rules"
)

const base = "You review changes. Be brief."

func diffOf(dir string) string {
	out, err := exec.Command("git", "-C", dir, "diff").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

func reviewer(body, change string) (agent.Agent, error) {
	return llmagent.New(llmagent.Config{Name: "reviewer", Instruction: build(body, change)})
}

func build(body, change string) string {
	var b strings.Builder
	b.WriteString(body)
	b.WriteString("\n\n## Change\n\n")
	b.WriteString(change) // warning foreign-text
	menu(&b)
	return b.String()
}

func menu(b *strings.Builder) {
	page, _ := http.Get("https://example.com")
	text, _ := io.ReadAll(page.Body)
	fmt.Fprintf(b, "Menu: %s", text) // warning foreign-text
}

func memory(root string) (agent.Agent, error) {
	instruction := base
	if data, err := os.ReadFile(filepath.Join(root, "AGENTS.md")); err == nil {
		instruction += "\n\n" + string(data) // warning foreign-text
	}
	cfg := llmagent.Config{Name: "memory"}
	cfg.Instruction = instruction
	return llmagent.New(cfg)
}

func logs() (agent.Agent, error) {
	var out bytes.Buffer
	cmd := exec.Command("make", "test")
	cmd.Stdout = &out
	_ = cmd.Run()
	return llmagent.New(llmagent.Config{
		Name:              "logs",
		GlobalInstruction: fmt.Sprintf("It failed %d times with:\n%s", 3, out.String()), // warning foreign-text
	})
}

func listed(diff string) (agent.Agent, error) {
	parts := []string{base}
	parts = append(parts, diff) // warning foreign-text
	return llmagent.New(llmagent.Config{Name: "listed", Instruction: strings.Join(parts, "\n\n")})
}

func replaced() (agent.Agent, error) {
	text := strings.ReplaceAll("Review this: DIFF", "DIFF", diffOf(".")) // warning foreign-text
	return llmagent.New(llmagent.Config{Name: "replaced", Instruction: text})
}

func ruled(root string) (agent.Agent, error) {
	return llmagent.New(llmagent.Config{Name: "ruled", Instruction: rules.Format(base, rules.Load(root))})
}

func fine(dir, language, diff string) {
	data, _ := os.ReadFile(dir)
	_, _ = llmagent.New(llmagent.Config{Name: "whole", Instruction: string(data)})
	prompt, _ := os.ReadFile(filepath.Join(dir, "prompts", language+".md"))
	_, _ = llmagent.New(llmagent.Config{Name: "prompt", Instruction: base + string(prompt)})
	_, _ = llmagent.New(llmagent.Config{Name: "short", Instruction: fmt.Sprintf(base+" In %s.", language)})
	_, _ = llmagent.New(llmagent.Config{Name: "env", Instruction: base + os.Getenv("TEAM")})
	_, _ = llmagent.New(llmagent.Config{Name: "escaped", Instruction: base + escapeBraces(diffOf(dir))})
	_, _ = llmagent.New(llmagent.Config{Name: "cleaned", Instruction: base + strings.ReplaceAll(diff, "{", "(")})
	_, _ = llmagent.New(llmagent.Config{Name: "length", Instruction: fmt.Sprintf("%s %d bytes", base, len(diff))})
	_, _ = llmagent.New(llmagent.Config{Name: "provider", InstructionProvider: func(agent.ReadonlyContext) (string, error) {
		return base + diffOf(dir), nil
	}})
	instruction := base
	if len(data) > 0 {
		instruction = string(data)
	}
	_, _ = llmagent.New(llmagent.Config{Name: "other", Instruction: instruction})
}

func escapeBraces(text string) string { return brackets.Replace(text) }

var brackets = strings.NewReplacer("{", "(", "}", ")")

func main() {
	_, _ = reviewer(base, diffOf("."))
	_, _ = memory(".")
	_, _ = logs()
	_, _ = listed(diffOf("."))
	_, _ = replaced()
	_, _ = ruled(".")
	fine(".", "English", diffOf("."))
}
-- rules/rules.go --
package rules

import (
	"os"
	"path/filepath"
	"strings"
)

type Rule struct{ Title, Body string }

func Load(root string) (list []Rule) {
	names, _ := filepath.Glob(filepath.Join(root, ".review", "*"))
	for _, name := range names {
		data, _ := os.ReadFile(name)
		list = append(list, parse(string(data)))
	}
	return list
}

func parse(text string) Rule { return Rule{Title: "x", Body: text} }

func Format(base string, rules []Rule) string {
	var b strings.Builder
	b.WriteString(base)
	for _, r := range rules {
		b.WriteString("## Rule " + r.Title + "\n\n")
		b.WriteString(r.Body) // warning foreign-text
	}
	return b.String()
}
`

// TestAuditOfForeignText holds that a text from outside of the program is found where it is
// put into an instruction beside the program's own, and no other.
func TestAuditOfForeignText(t *testing.T) {
	auditPlanted(t, foreign)
}
