package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/workspace"
)

// typist is an editor in which somebody types without sense.
type typist struct {
	*testClient
	*rand.Rand
	open map[string]*Text // by name
}

var typed = []string{
	"{topic?}", "{", "}", "{us", "topc", "user:city", "?", "\n", "\r\n", "  ", "- ", ": ", "#", "\"", "`", "😀", "é", "\x00", "\ufffd", "keys:\n", "string", "[]", "type: ",
	"{type: string, optional: true}", "instruction: ", "stategen:ignore", "Instruction: \"{x}\"", "version: 1\n", "\t", "<topic>", "include: [a.yaml]", "check: {templates: [\"**/*.md\"]}\n",
}

// names are the files that come and go. The Go module stays.
var names = []string{"stategen.yaml", "common.yaml", "greeter.md", "prompts/one.md", "prompts/two.md", "agents/a.yaml", "agent/agent.go", "sub/stategen.yaml", "sub/prompts/x.md", "a.yaml"}

func (t *typist) pick(list []string) string { return list[t.IntN(len(list))] }

func (t *typist) content(name string) []byte {
	text, _ := os.ReadFile(filepath.Join(t.dir, filepath.FromSlash(name)))
	return text
}

// step is one thing that happens.
func (t *typist) step() {
	name := t.pick(names)
	open := t.open[name]
	switch n := t.IntN(20); {
	case open == nil && n < 12:
		text := strings.ToValidUTF8(string(t.content(name)), "\ufffd")
		t.testClient.open(name, text)
		t.open[name] = NewText([]byte(text))
	case open != nil && n < 15:
		t.edits(name, open)
	case open != nil && n < 17:
		t.save(name)
	case open != nil && n < 18:
		t.close(name)
		delete(t.open, name)
	case open == nil && n < 17:
		t.onDisk(name)
	case open != nil:
		p, _ := json.Marshal(open.Position(t.IntN(len(open.Bytes) + 1)))
		method := t.pick(slices.Sorted(maps.Keys(questions)))
		_ = t.try(method, fmt.Sprintf(`{"textDocument":{"uri":%q},"position":%s,"range":{"start":{"line":0,"character":0},"end":%s},"newName":"n%d"}`, t.uri(name), p, p, n), nil)
	}
}

// edits types, deletes, and undoes by typing what the file holds.
func (t *typist) edits(name string, open *Text) {
	var changes []string
	for range 1 + t.IntN(3) {
		change := ContentChange{Text: t.pick(typed)}
		if t.IntN(8) == 0 {
			change.Text = strings.ToValidUTF8(string(t.content(name)), "")
		} else {
			at := t.IntN(len(open.Bytes) + 1)
			r := open.Range(at, min(len(open.Bytes), at+t.IntN(4)))
			change.Range = &r
		}
		open = open.Apply(change)
		text, _ := json.Marshal(change)
		changes = append(changes, string(text))
	}
	t.open[name] = open
	t.edit(name, strings.Join(changes, ","))
}

func (t *typist) save(name string) {
	writeFile(t, filepath.Join(t.dir, filepath.FromSlash(name)), string(t.open[name].Bytes))
	t.notify("textDocument/didSave", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, t.uri(name)))
}

// onDisk changes a file behind the editor's back.
func (t *typist) onDisk(name string) {
	path := filepath.Join(t.dir, filepath.FromSlash(name))
	text := t.content(name)
	switch at := t.IntN(len(text) + 1); t.IntN(3) {
	case 0:
		_ = os.Remove(path) // it may be gone
	case 1:
		writeFile(t, path, string(text[:at])+"\xff\xfe"+string(text[at:]))
	default:
		writeFile(t, path, string(text[:at])+t.pick(typed)+string(text[at:]))
	}
	t.notify("workspace/didChangeWatchedFiles", `{"changes":[]}`)
}

// command is what the command finds, as diagnostics has it.
func (t *typist) command() string {
	w := workspace.Workspace{Unsaved: map[string][]byte{}}
	for name, text := range t.open {
		w.Unsaved[filepath.Join(t.dir, filepath.FromSlash(name))] = text.Bytes
	}
	r, err := w.Check(t.Context(), workspace.CheckRequest{Patterns: []string{t.dir + "/..."}})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, d := range r.Findings {
		path := absolute(d.Span.File)
		text := []byte(nil)
		if src := r.Sources[d.Span.File]; src != nil {
			text = src.Text
		}
		at := NewText(text).Range(d.Span.Start, d.Span.End)
		lines = append(lines, fmt.Sprintf("%s:%d:%d-%d %s", t.name(URI(path)), at.Start.Line, at.Start.Character, at.End.Character, d.ID))
	}
	return sorted(lines)
}

// TestRandomEdits holds that after whatever was typed, and whatever files came and went, the
// server says what the command says.
func TestRandomEdits(t *testing.T) {
	steps, err := strconv.Atoi(os.Getenv("STATEGEN_LSP_EDITS"))
	if err != nil {
		steps = 300
		if testing.Short() {
			steps = 50
		}
	}
	seed, err := strconv.ParseUint(os.Getenv("STATEGEN_LSP_SEED"), 10, 64)
	if err != nil {
		seed = uint64(steps)
	}
	c := dialWith(t, writeProject(t, project), Options{Delay: time.Hour})
	c.call("initialize", fmt.Sprintf(`{"workspaceFolders":[{"uri":%q}],"capabilities":{}}`, URI(c.dir)), nil)
	c.notify("initialized", "{}")
	ty := &typist{c, rand.New(rand.NewPCG(seed, 1)), map[string]*Text{}}
	original := map[string][]byte{}
	for _, name := range names {
		original[name] = ty.content(name)
	}
	for i := range steps {
		ty.step()
		if i%50 == 49 {
			ty.compare(i)
		}
		if i%200 == 199 {
			ty.restore(original)
		}
	}
	ty.compare(steps)
	if log := c.log.String(); strings.Contains(log, "goroutine") {
		t.Errorf("a defect: %s", log)
	}
	var used runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&used)
	if used.HeapAlloc > 256<<20 {
		t.Errorf("%d MiB are in use", used.HeapAlloc>>20)
	}
}

// compare asks the server and the command.
func (t *typist) compare(step int) {
	t.Helper()
	for name, text := range t.open {
		if !utf8.Valid(text.Bytes) {
			t.Fatalf("%s is no text for an editor", name)
		}
		if _, err := os.Stat(filepath.Join(t.dir, filepath.FromSlash(name))); err != nil {
			t.save(name) // the command finds what the disk has
		}
	}
	got, want := t.diagnostics(), t.command()
	if got != want {
		t.Fatalf("after %d steps the server says\n%sand the command\n%s", step, got, want)
	}
}

// restore puts files back as they were, so that there is something to find.
func (t *typist) restore(original map[string][]byte) {
	for name := range t.open {
		t.close(name)
	}
	clear(t.open)
	for name, text := range original {
		if path := filepath.Join(t.dir, filepath.FromSlash(name)); text == nil {
			_ = os.Remove(path)
		} else if !bytes.Equal(text, t.content(name)) {
			writeFile(t, path, string(text))
		}
	}
	t.notify("workspace/didChangeWatchedFiles", `{"changes":[]}`)
	t.expect("")
}
