package main

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// TestStandInReadsItsInstructions takes each placeholder out of its prompt in
// turn: the conversation must change, because the model has no other way to
// know what the state holds.
func TestStandInReadsItsInstructions(t *testing.T) {
	want := playAll(t, openTest(t, inMemory), prompts)
	names, err := fs.Glob(prompts, "prompts/*.md")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		prompt, err := fs.ReadFile(prompts, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, placeholder := range placeholders(string(prompt)) {
			t.Run(name+" without "+placeholder, func(t *testing.T) {
				altered := copyFS(t, prompts)
				altered[name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(string(prompt), placeholder, ""))}
				if playAll(t, openTest(t, inMemory), altered) == want {
					t.Error("the conversation is the same")
				}
			})
		}
	}
}

func placeholders(prompt string) []string {
	var found []string
	for tok := range instruction.Tokens(prompt, grammar) {
		if tok.Kind == instruction.Key {
			found = append(found, tok.Text(prompt))
		}
	}
	return found
}

func copyFS(t *testing.T, from fs.FS) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(from, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(from, path)
		files[path] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestStandInCallsOnlyToolsItIsOffered(t *testing.T) {
	req := Request{
		Instruction: "# Search\nStep of this booking: search",
		History:     []*runtime.Content{runtime.NewText(roleUser, "From Lisbon to Oslo")},
	}
	for _, c := range []struct {
		tools []Declaration
		text  string
		calls int
	}{
		{nil, "I would need a tool named search_flights for that.", 0},
		{[]Declaration{{Name: "search_flights"}}, "", 1},
	} {
		req.Tools = c.tools
		got, err := StandIn{}.Generate(t.Context(), req)
		if err != nil || got.Text() != c.text || len(functionCalls(got)) != c.calls {
			t.Errorf("%v: %+v, %v", c.tools, got, err)
		}
	}
}

func TestStandInHasNoOtherRoles(t *testing.T) {
	_, err := StandIn{}.Generate(t.Context(), Request{Instruction: "# Pilot\nFly."})
	if err == nil || err.Error() != `the stand-in model has no role for an instruction titled "Pilot"` {
		t.Error(err)
	}
}
