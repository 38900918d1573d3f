package project_test

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/schema/load"
)

const partialFolder = "../../../testdata/golden/partial"

// TestPartialGolden checks what is said of a schema with mistakes and of the
// prompts beside it, in one run.
func TestPartialGolden(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(partialFolder, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden cases in %s: %v", partialFolder, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			p := folder{}
			for _, f := range a.Files {
				if f.Name != wantFile {
					p[f.Name] = string(f.Data)
				}
			}
			r, found := p.check()
			if !r.Diagnostics.HasErrors() {
				t.Error("the schema has no mistake")
			}
			got := text(t, append(r.Diagnostics, found...).Sort(), r.Sources)
			if *update {
				rewrite(t, path, a, got)
				return
			}
			want, err := file(a, wantFile)
			if err != nil {
				t.Fatalf("the case has no file %q; it would be:\n%s", wantFile, got)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// folder is the files of one: the schema and all it needs, and *.md.
type folder map[string]string

// check loads the schema, and checks the prompts if anything can be said.
func (p folder) check() (load.Result, diag.List) {
	r := load.Schema(schemaFile, func(name string) ([]byte, error) {
		if text, ok := p[name]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	})
	s := r.Readable()
	if s == nil {
		return r, nil
	}
	var prompts []*diag.Source
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if strings.HasSuffix(name, ".md") || name == schemaFile {
			prompts = append(prompts, r.Sources.Add(name, []byte(p[name])))
		}
	}
	return r, project.Templates(s, prompts)
}

func (p folder) with(name, text string) folder {
	p = maps.Clone(p)
	p[name] = text
	return p
}

// sound is a project without mistakes in its schema, and with many in its
// prompts.
var sound = folder{
	schemaFile: `version: 1
package: trip
include: [common.yaml]
types:
  Step: {enum: [search, pay, done]}
  Seat:
    fields:
      row: int
      letter: string?
keys:
  city: string
  step: {type: Step, default: search}
  seat: {type: Seat, optional: true}
  user:theme: {type: string, default: dark}
  app:motto: string?
  temp:report: string
  photo: bytes?
  pass: {type: string, optional: true, sensitive: true}
  relay:token: {scope: session, type: string, optional: true}
  "order_{id}": {type: int, optional: true}
  order_total: {type: int, merge: sum, default: 0}
  lang: {scope: user, type: string, optional: true, renamed_from: [tongue]}
foreign: ["_adk*"]
instructions:
  greeter: {file: greet.md}
  inline: {text: "In {lang} to {cty?} at {city?}."}
check:
  rules: {redundant-optional-marker: "off", prose-reference: warning}
`,
	"common.yaml": "version: 1\ntypes:\n  Mood: {enum: [good, bad]}\nkeys:\n  mood: Mood\n  score: float?\n",
	"greet.md":    "Greet {nmae}, {city} {seat} {score} {mood?}.\n",
	"a.md": "{town} {citi} {city?} {step?} {seat} {user:them} {user:theme} {app:motto} {temp:report}\n" +
		"{photo?} {pass?} {order_7} {order_total} {order_totl} {_adk_x} {mod} {score} {lang} {tongue} {user:lang}\n",
	"b.md": "{{city}} {\"a\": {city}} { seat } {seat.row} {usr:theme} {user: theme} {city ?} <city> {relay:token}\n" +
		"state['city'] state['step'] {City} {user:city} {theme} {app:theme} {report} {order_{id}} {order}\n" +
		"<!-- stategen:ignore undeclared-key the host sets it -->\n{from_host}\n" +
		"<!-- stategen:ignore undeclared-key nothing is wrong here -->\n{city}\n",
}

// about is what two runs have to agree on. Where the schema itself has a
// prompt, a mistake moves it.
func about(d diag.Diagnostic) string {
	if d.Span.File == schemaFile {
		return d.ID + " " + d.Message
	}
	return fmt.Sprintf("%s:%d %s %s %v", d.Span.File, d.Span.Start, d.ID, d.Message, d.Severity)
}

// soundFindings are those of the project as it is.
var soundFindings = sync.OnceValue(func() map[string]bool {
	found := map[string]bool{}
	_, list := sound.check()
	for _, d := range list {
		found[about(d)] = true
	}
	return found
})

// TestOneMistake checks that no single mistake in a schema causes a finding about
// a prompt that is gone once the mistake is fixed.
func TestOneMistake(t *testing.T) {
	text, step := sound[schemaFile], 1
	if testing.Short() {
		step = 5
	}
	for at := 0; at < len(text); at += step {
		put := []string{"", "x", ":", " ", "}", "?", "\n"}[at%7]
		falsifies(t, schemaFile, text[:at]+put+text[at:])
		falsifies(t, schemaFile, text[:at]+put+text[at+1:])
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		rest := strings.Join(lines[i+1:], "")
		before := strings.Join(lines[:i], "")
		for _, other := range []string{"", line + line, "  " + line, strings.TrimPrefix(line, "  ")} {
			falsifies(t, schemaFile, before+other+rest)
		}
		atEnd := before + rest
		falsifies(t, schemaFile, atEnd+line) // among the fields of check
		levels := strings.NewReplacer("rules: {", "rules:\n    ", ", prose", "\n    prose", "warning}", "warning")
		falsifies(t, schemaFile, levels.Replace(atEnd)+"  "+line) // among the rules
	}
}

// TestUntouchedFindings checks that a mistake in a declaration hides no finding about another key that is declared.
func TestUntouchedFindings(t *testing.T) {
	const undeclared = "undeclared|order|not a scope|reach into"
	for _, m := range []struct{ file, from, to, touched string }{
		{schemaFile, "city: string", "city: strng", "city|cty|citi|swallowed"},
		{schemaFile, "city: string", "city: {typ: string}", "(?i)city|swallowed"},
		{schemaFile, "default: search", "default: serch", "step"},
		{schemaFile, "[search, pay, done]", "[search, pay, pay]", "step"},
		{schemaFile, "{enum: [search, pay, done]}", "{enm: [search]}", "step"},
		{schemaFile, "row: int", "row: itn", "seat"},
		{schemaFile, "photo: bytes?", "photo: bytes?\n  photo: string", "photo"},
		{schemaFile, "user:theme", "usr:theme", "theme|them|usr"},
		{schemaFile, "temp:report: string", "temp:report: {type: string, scope: app}", "report"},
		{schemaFile, "\"order_{id}\"", "\"order_{id\"", "order"},
		{schemaFile, "merge: sum", "merge: append", "order"},
		{schemaFile, "renamed_from: [tongue]", "renamed_from: [city]", "lang|tongue|city|swallowed"},
		{schemaFile, "{file: greet.md}", "{file: gret.md}", "greet"},
		{schemaFile, "package: trip", "package: 3 trips", "swallowed"},
		{"common.yaml", "mood: Mood", "mood: Moood", "mood|mod"},
		{"greet.md", "Greet", "\xff", "greet"},
	} {
		touched := regexp.MustCompile(undeclared + "|" + m.touched)
		kept := map[string]bool{}
		r, list := sound.with(m.file, strings.Replace(sound[m.file], m.from, m.to, 1)).check()
		if !r.Diagnostics.HasErrors() {
			t.Errorf("%s is not a mistake", m.to)
		}
		for _, d := range list {
			kept[about(d)] = true
		}
		for was := range soundFindings() {
			if !kept[was] && !strings.Contains(was, "unused-suppression") && !touched.MatchString(was) {
				t.Errorf("%s in place of %s hides that %s", m.to, m.from, was)
			}
		}
	}
}

// FuzzOneMistake is TestOneMistake with any two bytes in the place of another,
// in any file of the schema. What is longer can be two changes, of which one is
// no mistake.
func FuzzOneMistake(f *testing.F) {
	f.Add(uint8(0), uint16(100), uint16(3), "[")
	f.Add(uint8(1), uint16(20), uint16(9), "")
	f.Add(uint8(2), uint16(5), uint16(2), "\xff")
	f.Fuzz(func(t *testing.T, file uint8, at, n uint16, put string) {
		name := []string{schemaFile, "common.yaml", "greet.md"}[file%3]
		text := sound[name]
		start := int(at) % (len(text) + 1)
		end := min(start+int(n%2), len(text))
		if len(put) > 2 || strings.ContainsAny(put+text[start:end], "\r\n") {
			return
		}
		falsifies(t, name, text[:start]+put+text[end:])
	})
}

// falsifies reports findings about prompts that only a mistake brings forth.
func falsifies(t *testing.T, name, text string) {
	t.Helper()
	real := soundFindings()
	r, after := sound.with(name, text).check()
	if !r.Diagnostics.HasErrors() {
		return // another schema, and none with a mistake
	}
	for _, d := range after {
		if !real[about(d)] && (name == schemaFile || d.Span.File != name) {
			t.Errorf("with this mistake:\n%s\nit is said that %s\n%v", diffLines(sound[name], text), about(d), r.Diagnostics[0].Message)
		}
	}
}

// diffLines returns the lines of b that are not in a.
func diffLines(a, b string) string {
	known := map[string]bool{}
	for line := range strings.SplitSeq(a, "\n") {
		known[line] = true
	}
	return strings.Join(slices.DeleteFunc(strings.Split(b, "\n"), func(line string) bool { return known[line] }), "\n")
}
