package generator_test

import (
	"errors"
	"fmt"
	"go/format"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/load"
)

const convertSchema = `version: 1
include: [{file: common.yaml, import: example.com/m/commonstate}]
types:
  Leg: {fields: {at: {type: duration, was: [{type: bool, convert: go}]}, APIKey: {type: Common, was: [{type: "[]int64", convert: go}]}}}
  Link: {go_type: net/url.URL}
keys:
  user:budget: {type: float, was: [{type: "map[string]time", convert: go}, {key: purse, type: bytes, convert: go}, {key: wallet, type: bytes, convert: go}]}
  api_key:     {type: Link, optional: true, was: [{key: old_key, type: Shared, convert: go}]}
  leg:         {type: "map[string][]Leg", optional: true, was: [{type: string, convert: go}]}
  "any_{id}":  {type: json, optional: true, was: [{key: "some_{id}", type: Leg, encoding: json-string, convert: go}]}
`

// TestConvertFunctions has the functions written that the compiler says are
// missing, by copying what it points at.
func TestConvertFunctions(t *testing.T) {
	r := load.Schema("stategen.yaml", draw.Read("stategen.yaml", convertSchema))
	requireClean(t, r.Diagnostics)
	files, problems := generator.Generate(r.Schema, generator.Options{Package: "p", Source: "stategen.yaml"})
	requireClean(t, problems)
	imports := newImports(t)
	signatures := missing(t, imports, files, "undefined: ")
	for _, want := range []string{
		"func userBudgetFromMapOfTime(old map[string]time.Time) (float64, error)",
		"func userBudgetFromBytes(old []byte) (float64, error)",
		"func apiKeyFromShared(old commonstate.Shared) (url.URL, error)",
		"func legFromString(old string) (map[string][]Leg, error)",
		"func anyFromLeg(old Leg) (any, error)",
		"func legAtFromBool(old bool) (time.Duration, error)",
		"func legAPIKeyFromListOfInt64(old []int64) (commonstate.Common, error)",
	} {
		if !signatures[want] {
			t.Errorf("no line with %s", want)
		}
		delete(signatures, want)
	}
	for other := range signatures {
		t.Errorf("not expected: %s", other)
	}
	imports = newImports(t)
	if err := imports.check(append(files, written(t, files, "FromMapOfTime|FromBytes|FromShared|FromString|FromLeg|FromBool|FromListOfInt64", "return v, err"))); err != nil {
		t.Errorf("with the functions: %v", err)
	}
	wrong := written(t, files, "FromMapOfTime", "return v, err")
	wrong.Content = []byte(strings.Replace(string(wrong.Content), "float64, error", "int, error", 1))
	wrong.Content = []byte(strings.Replace(string(wrong.Content), "v float64", "v int", 1))
	found := missing(t, newImports(t), append(files, wrong), "as func(old map[string]time.Time) (float64, error) value in variable declaration")
	if !found["func userBudgetFromMapOfTime(old map[string]time.Time) (float64, error)"] {
		t.Errorf("a wrong signature is not explained: %v", found)
	}
}

var signature = regexp.MustCompile(`// (func ([^(]+)\(old .*\) \((.*), error\))$`)

// missing returns the signatures on the lines of errors that have a text.
func missing(t *testing.T, im *imports, files []generator.File, text string) map[string]bool {
	t.Helper()
	lines := map[string][]string{}
	for _, f := range files {
		lines[f.Name] = strings.Split(string(f.Content), "\n")
	}
	joined, ok := im.check(files).(interface{ Unwrap() []error })
	if !ok {
		t.Fatal("it compiles")
	}
	found := map[string]bool{}
	for _, err := range joined.Unwrap() {
		var e types.Error
		if !errors.As(err, &e) || !strings.Contains(e.Msg, text) {
			continue
		}
		at := e.Fset.Position(e.Pos)
		line := lines[at.Filename][at.Line-1]
		if m := signature.FindStringSubmatch(line); m != nil {
			found[m[1]] = true
		} else {
			t.Errorf("%v: nothing to copy in %s", err, line)
		}
	}
	return found
}

// written is a file with the functions that generated code asks for.
func written(t *testing.T, files []generator.File, names, body string) generator.File {
	t.Helper()
	text := "package p\n\nimport (\n\t\"net/mail\"\n\t\"net/url\"\n\t\"time\"\n\n\t\"" + draw.CommonPath + "\"\n)\n\n" +
		"var (\n\t_ mail.Address\n\t_ url.URL\n\t_ time.Time\n\t_ commonstate.Common\n)\n"
	for _, f := range files {
		for line := range strings.SplitSeq(string(f.Content), "\n") {
			m := signature.FindStringSubmatch(line)
			if m != nil && strings.HasPrefix(line, "var ") && regexp.MustCompile("("+names+")$").MatchString(m[2]) {
				text += fmt.Sprintf("\n%s {\n\tvar v %s\n\tvar err error\n\t%s\n}\n", m[1], m[3], body)
			}
		}
	}
	formatted, err := format.Source([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return generator.File{Name: "convert.go", Content: formatted}
}

// functions are the functions that a random schema asks for, if any. A function
// may be asked for twice.
func functions(files []generator.File) []generator.File {
	bodies := map[string]bool{}
	name := ""
	for _, f := range files {
		for line := range strings.SplitSeq(string(f.Content), "\n") {
			if pkg, ok := strings.CutPrefix(line, "package "); ok {
				name = pkg
			}
			if m := signature.FindStringSubmatch(line); m != nil && strings.HasPrefix(line, "var ") {
				bodies[m[1]+" { panic(0) }\n"] = true
			}
		}
	}
	if len(bodies) == 0 {
		return nil
	}
	text := strings.Join(slices.Sorted(maps.Keys(bodies)), "\n")
	imported := ""
	for _, path := range []string{"net/mail", "net/url", "time", draw.CommonPath} {
		if strings.Contains(text, path[strings.LastIndexByte(path, '/')+1:]+".") {
			imported += "import " + strconv.Quote(path) + "\n"
		}
	}
	formatted, err := format.Source([]byte("package " + name + "\n\n" + imported + "\n" + text))
	if err != nil {
		panic(err)
	}
	return []generator.File{{Name: "convert.go", Content: formatted}}
}
