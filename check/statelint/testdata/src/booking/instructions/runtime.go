package instructions

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"booking/library"

	"google.golang.org/adk/v2/agent/llmagent"
)

var disk = os.DirFS("instructions/prompts")

// What is read when the program runs is not checked, and what helps is said.
func readLater(dir, which string, given fs.FS, r io.Reader) []llmagent.Config {
	constant, _ := os.ReadFile("instructions/prompts/loaded.md")
	named, err := os.ReadFile("./instructions/prompts/checked.md")
	if err != nil {
		named, _ = os.ReadFile("fallback.md")
	}
	fromHere, _ := os.ReadFile("prompts/loaded.md")
	fromFolder, _ := fs.ReadFile(disk, which)
	fromGiven, _ := fs.ReadFile(given, "greeter.md")
	fromDir, _ := os.ReadFile(filepath.Join(dir, "prompts", which+".md"))
	fromAnywhere, _ := os.ReadFile(which)
	fromEmbedded, _ := folder.ReadFile("prompts/" + which)
	all, _ := io.ReadAll(r)
	return []llmagent.Config{
		{Instruction: string(constant)},
		{Instruction: string(named)},
		{Instruction: strings.TrimSpace(string(fromHere))},
		{Instruction: string(fromFolder)},
		{Instruction: string(fromGiven)},
		{Instruction: string(fromDir)},
		{Instruction: string(fromAnywhere)},
		{Instruction: string(fromEmbedded)},
		{Instruction: string(all)},
		{Instruction: read("gone")},
		{Instruction: library.Prompt("planner")},
		{Instruction: library.Prompt(which)},
		{Instruction: fmt.Sprintf("%s\nGo to {citty}.", string(constant))}, // want `declares no key "citty"`
		{Instruction: string(constant) + "\nNever to {cittyy}."},           // want `declares no key "cittyy"`
		{Instruction: os.Getenv("INSTRUCTION") + " From {cittyyy}."},       // want `declares no key "cittyyy"`
	}
}

func read(name string) string {
	text, err := os.ReadFile("/etc/agents/" + name + ".md")
	if err != nil {
		return ""
	}
	return string(text)
}
