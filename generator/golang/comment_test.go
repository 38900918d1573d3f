package golang

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/format"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

func TestComments(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "X is it.",
		"Plain words.":                         "X is it. Plain words.",
		"One.\n\nTwo.":                         "X is it. One.\n\nTwo.",
		"a\nb\r\n  c":                          "X is it. A b c.",
		"end */ and //go:embed x":              "X is it. End */ and //go:embed x.",
		"One.\n\nDeprecated: no":               "X is it. One.\n\nDeprecated : no",
		"One.\n\nBUG(me): no":                  "X is it. One.\n\nBUG(me) : no",
		"a\x00b\ufeffc\u202ed\u2028e\xff":      "X is it. aU+0000bU+FEFFcU+202EdU+2028eU+FFFD.",
		" \n \n\n ":                            "X is it.",
		"`back` \"quoted\"":                    "X is it. `back` \"quoted\".",
		strings.Repeat("word ", 20) + "# 1. -": "X is it. Word " + strings.TrimSpace(strings.Repeat("word ", 12)) + "\n" + strings.Repeat("word ", 7) + "# 1. -",
		"- item one\n- item two\n\n    code":   "X is it.\n\n  - item one\n\n  - item two\n\n    code",
		"the status of the report":             "X is it. The status of the report.",
		"one of:\n- a, which\ngoes on\n- b\n\nor more":    "X is it. One of:\n\n  - a, which goes on\n  - b\n\nor more",
		"Do:\n\n1. this\n2. that":                         "X is it. Do:\n\n 1. this\n 2. that",
		"Code:\n\n    if x {\n    \ty()\n\n    }\n\nmore": "X is it. Code:\n\n\tif x {\n\t\ty()\n\n\t}\n\nmore",
		"userID of it":                            "X is it. userID of it.",
		"id, as the host has it":                  "X is it. ID, as the host has it.",
		"really?":                                 "X is it. Really?",
		"it is (so)":                              "X is it. It is (so).",
		"see https://example.com/x":               "X is it. See https://example.com/x.",
		"One.\n\n+build ignore\n\n    +build no":  "X is it. One.\n\n\"+build\" ignore\n\n\t\"+build\" no",
		"    //go:embed x\n\n    //go:build no":   "X is it.\n\n\t//go:embed x\n\n\t//go:build no",
		"a\n\n# Head\n\nb":                        "X is it. A.\n\n# Head\n\nb",
		"- a\n\n- b\n\n  still b":                 "X is it.\n\n  - a\n\n  - b\n\n    still b",
		"[a b]: http://example.com\n\nSee [a b].": "X is it. See [a b].\n\n[a b]: http://example.com",
	} {
		code := docComment("X is it.", text, "")
		lines := strings.Split(code, "\n")
		for i, line := range lines {
			lines[i] = strings.TrimPrefix(strings.TrimPrefix(line, "//"), " ")
		}
		got := strings.Join(lines, "\n")
		if got != want {
			t.Errorf("%q gives\n%q, want\n%q", text, got, want)
		}
	}
}

// FuzzDocText checks that no text of a schema appears anywhere but in its own
// comment, and that gofmt leaves that as it is.
func FuzzDocText(f *testing.F) {
	for _, text := range []string{"a\n- b\n\n    c", "    //go:embed x", "# a\n\n+build b", "[a]: b\n\n[a]", "1. a\n\n   b\n\tc", "Deprecated: a\n\nDeprecated: b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code := fmt.Sprintf("package p\n\n%s\nvar X int\n", docComment("X is it.", text, "use Y"))
		once, err := format.Source([]byte(code))
		if err != nil {
			t.Fatalf("%q: %v\n%s", text, err, code)
		}
		if twice, err := format.Source(once); err != nil || string(twice) != string(once) {
			t.Errorf("%q: gofmt changes\n%s\nto\n%s", text, once, twice)
		}
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", once, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if len(file.Decls) != 1 || len(file.Comments) != 1 || file.Decls[0].(*ast.GenDecl).Doc != file.Comments[0] {
			t.Fatalf("%q gives more than one comment:\n%s", text, once)
		}
		for _, c := range file.Comments[0].List {
			if line := c.Text; line != "//" && !strings.HasPrefix(line, "// ") && !strings.HasPrefix(line, "//\t") || constraint.IsPlusBuild(line) {
				t.Errorf("%q gives the line %q", text, line)
			}
		}
		if doc := file.Comments[0].Text(); strings.Count(doc, "\n\nDeprecated: ") != 1 {
			t.Errorf("%q gives\n%s", text, doc)
		}
	})
}
