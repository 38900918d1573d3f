package infer_test

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/infer"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/statelint"
	"github.com/seed92179c4c/stategen/internal/yaml"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// Whatever is recorded, what is drafted from it loads and says something about
// every key, or tells why not.
func FuzzEvents(f *testing.F) {
	for _, text := range []string{
		`{"actions": {"stateDelta": {"n": 1, "user:at": "2026-01-02T03:04:05Z"}}}`,
		`{"state": {"list": [1, 2.5, "x"], "gone": null}, "events": [{"Actions": {"StateDelta": {"app:on": true}}}]}`,
		`{"doc": "{\"a\": [1, {\"b\": null}]}", "a-b.c": {}, "9": 9007199254740993, "": "", "temp:": 1}` + "\n" + `{"n": 1e400}`,
		`{"a": "\u0000", "nul\u0000": 1, "hole\ufffc": 2, "{brace}": 3, "user:user:x": 4, "yes": true}`,
		`{"A_b": 1, "a_b": 2, "aB": 3, "load": 4, "a\nb": 5, "#": 6, "'": 7, "*": 8}`,
		"{\"\xff\\u007f\\ufffc\": 2, \"yes\": true}",
		`{"` + strings.Repeat("long_", 300) + `": 1, "yes": true}`,
		`{"a": `, `[]`, `{"a": [[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		data, err := infer.ReadEvents(bytes.NewReader(text), "events.jsonl")
		if err != nil {
			return
		}
		d := infer.New(statelint.Found{}, data, infer.Options{Package: "p"})
		draft, err := d.Schema()
		if err != nil {
			if len(draft) > 0 || !errors.Is(err, infer.ErrNoKeys) {
				t.Errorf("%v, and a draft of %d bytes", err, len(draft))
			}
			for _, s := range data {
				if simple.MatchString(s.Key) && s.Value == nil {
					t.Errorf("%q is lost", s.Key)
				}
			}
			return
		}
		s := loaded(t, draft)
		if s.HasClients() {
			t.Errorf("who may see a key is guessed in\n%s", draft)
		}
		c := project.New(s)
		for _, s := range data {
			if !spokenOf(c, d, s.Key) {
				t.Errorf("%q is lost in\n%s", s.Key, draft)
			}
		}
	})
}

// simple are keys that any schema can have.
var simple = regexp.MustCompile(`^[a-z]{3,20}$`)

// loaded loads a schema that must be right.
func loaded(t *testing.T, text []byte) *schema.Schema {
	t.Helper()
	r := load.Schema("stategen.yaml", reading(text))
	if r.Schema == nil {
		t.Fatalf("%s\n%v", text, r.Diagnostics)
	}
	return r.Schema
}

func reading(text []byte) load.ReadFile {
	return func(path string) ([]byte, error) {
		if path != "stategen.yaml" {
			return nil, os.ErrNotExist
		}
		return text, nil
	}
}

func spokenOf(c *project.Checker, d *infer.Draft, key string) bool {
	if c.Find(key) != nil || c.Foreign(key) {
		return true
	}
	return slices.ContainsFunc(d.LeftOut, func(line string) bool {
		shown := strconv.Quote(strings.ReplaceAll(key, "\ufffc", "…")) // which stands for a part that is not known
		return strings.HasPrefix(line, key+": ") || strings.HasPrefix(line, shown+": ")
	})
}

// Whatever schema there is, adding to it keeps its keys and every comment, or
// is an error.
func FuzzInto(f *testing.F) {
	for _, text := range []string{
		"version: 1\nkeys:\n  a: string\n",
		"version: 1\r\nkeys:\r\n  a: string # why\r\n# end\r\n",
		"version: 1\nkeys: # these\n# at the left\n  # in it\n\n    a: string\n  # behind\n\n# far\nforeign: [x]\n# end",
		"version: 1\nkeys: {a: string, b: int}\n", "{version: 1, keys: {a: string}}\n", "version: 1\nkeys: {} # none\n",
		"version: 1\nkeys:\ntypes: {}\n", "version: 1\n", "---\nversion: 1\nkeys:\n  a: string\n...\n",
		"version: 1\n\"keys\":\n  a:\n    doc: |\n      text\n\n      # no comment\n    type: string\n",
		"version: 1\nkeys:\n  a: {type: string,\n    doc: two\n      lines}\n  b: &x {type: int}\n",
		"version: 1\nkeys: !!map\n  a: string\n", "\ufeffversion: 1\nkeys:\n  a: string\n",
		"version: 1\nkeys:\n  ? a\n  : string\n", "version: 1\ntypes:\n  T: {enum: [a]}\nkeys: &k\n  a: T\n",
		"version: 1\nkeys:\n  new_one: string\n  \"fam_{id}\": int?\n", "keys:\n a: string\nversion: 1",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d := infer.New(statelint.Found{}, []infer.Stored{{Key: "new_one", Value: "x", Source: "s"}, {Key: "user:a", Value: true, Source: "s"}}, infer.Options{})
		got, added, err := d.Into("stategen.yaml", text, reading(text))
		if err != nil {
			if got != nil {
				t.Errorf("an error and a text: %v", err)
			}
			return
		}
		before, after := loaded(t, text), loaded(t, got)
		kept(t, before, after, added)
		rest := comments(t, got)
		for _, c := range comments(t, text) {
			i := slices.Index(rest, c)
			if i < 0 {
				t.Fatalf("%q is lost\n%q\n%q", c, text, got)
			}
			rest = slices.Delete(rest, i, i+1)
		}
	})
}

// kept checks that a schema has the keys that it had, in order, and the new
// ones behind them.
func kept(t *testing.T, before, after *schema.Schema, added int) {
	t.Helper()
	if len(after.Keys) != len(before.Keys)+added {
		t.Fatalf("%d keys and %d added are %d", len(before.Keys), added, len(after.Keys))
	}
	for i, k := range before.Keys {
		if other := after.Keys[i]; other.Wire() != k.Wire() || other.Doc != k.Doc || other.Optional != k.Optional {
			t.Errorf("%+v became %+v", k, other)
		}
	}
	c := project.New(after)
	for _, key := range []string{"new_one", runtime.ScopeUser.Key("a")} {
		if c.Find(key) == nil && !c.Foreign(key) {
			t.Errorf("%s was not added", key)
		}
	}
}

// comments lists the lines of comments in a YAML text.
func comments(t *testing.T, text []byte) []string {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil || !utf8.Valid(text) {
		t.Fatalf("%v in %q", err, text)
	}
	var list []string
	var walk func(n *yaml.Node)
	walk = func(n *yaml.Node) {
		for _, c := range []string{n.HeadComment, n.LineComment, n.FootComment} {
			for line := range strings.Lines(c) {
				if line = strings.TrimSpace(line); line != "" {
					list = append(list, line)
				}
			}
		}
		for _, child := range n.Content {
			walk(child)
		}
	}
	walk(&doc)
	return list
}
