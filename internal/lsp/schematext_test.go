package lsp

import (
	"fmt"
	"strings"
	"testing"
)

// TestAt holds where the mark ‸ is in texts that are written by halves.
func TestAt(t *testing.T) {
	for text, want := range map[string]string{
		"‸":                                                      `[] name ""`,
		"ver‸":                                                   `[] name "ver"`,
		"version: 1\nke‸":                                        `[] name "ke" after version=1`,
		"keys:\n  ‸":                                             `[keys] name ""`,
		"keys:\n  topic: str‸":                                   `[keys topic] value "str"`,
		"keys:\n  topic: \"[]st‸\"":                              `[keys topic] value "[]st" quoted`,
		"keys:\n  topic: []st‸":                                  `[keys topic] value "[]st"`,
		"keys:\n  topic: {‸":                                     `[keys topic] name "" flow`,
		"keys:\n  topic: {type: map[string]S‸":                   `[keys topic type] value "map[string]S" flow`,
		"keys:\n  topic: {type: Step, def‸}":                     `[keys topic] name "def" flow after type=Step`,
		"keys:\n  topic: {type: Step, default: s‸}":              `[keys topic default] value "s" flow after type=Step`,
		"keys: {a: int, b: {merge: ‸":                            `[keys b merge] value "" flow`,
		"keys:\n  a: int\n  user:b:\n    scope: u‸":              `[keys user:b scope] value "u"`,
		"keys:\n  a:\n    type: int\n    mer‸":                   `[keys a] name "mer" after type=int`,
		"keys:\n  a:\n    doc: |\n      x: {\n    mer‸":          `[keys a] name "mer"`,
		"keys:\n  a:\n    doc: |\n      x: ‸":                    `[keys a doc] value "x: "`,
		"keys:\n  a: {type: int, # {\n    m‸":                    `[keys a] name "m" flow after type=int`,
		"check:\n  templates:\n  - pro‸":                         `[check templates []] value "pro"`,
		"check:\n  templates:\n  - a\n  - \"b‸":                  `[check templates []] value "b" quoted`,
		"check:\n  templates: [a, \"b/‸\"]":                      `[check templates []] value "b/" flow quoted`,
		"check:\n  templates: [a]\n  rules: {unused-key: o‸ }":   `[check rules unused-key] value "o" flow`,
		"types:\n  T:\n    fields:\n      a: \"[]\"\n      b: ‸": `[types T fields b] value ""`,
		"types:\n  T: {enum: [a, b]}\nkeys:\n  k: ‸":             `[keys k] value ""`,
		"include:\n- file: a‸":                                   `[include [] file] value "a"`,
		"keys:\n  \"order_{id}\": {ty‸":                          `[keys order_{id}] name "ty" flow`,
		"a: 'it''s' \nkeys:\n  b: {doc: \"x, y: {\", ‸":          `[keys b] name "" flow after doc=x, y: {`,
		"}}]]:::,,\n\t-- {{[‸":                                   `[] name ""`,
	} {
		offset := strings.Index(text, "‸")
		p := At(strings.Replace(text, "‸", "", 1), offset)
		got := fmt.Sprintf("%v name %q", p.Path, p.Token)
		if p.Value {
			got = fmt.Sprintf("%v value %q", p.Path, p.Token)
		}
		if p.Flow {
			got += " flow"
		}
		if p.Quote {
			got += " quoted"
		}
		for _, name := range []string{"version", "type", "doc"} {
			if v, ok := p.Fields[name]; ok && v != "" && len(p.Path) > 0 == (name != "version") && (len(p.Path) == 0 || p.Path[len(p.Path)-1] != name) {
				got += " after " + name + "=" + v
			}
		}
		if got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}

// FuzzAt holds that no text is too odd.
func FuzzAt(f *testing.F) {
	f.Add("keys:\n  a: {type: [\n- - x: '", 5)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if offset < 0 || offset > len(text) {
			return
		}
		if p := At(text, offset); p.Start > offset || p.End < offset {
			t.Errorf("%+v", p)
		}
	})
}
