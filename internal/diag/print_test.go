package diag_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// sample is a finding with everything: a hint, a related place and a fix.
func sample() (diag.List, diag.Sources) {
	sources := diag.Sources{}
	sources.Add("dir/a b.yaml", []byte("version: 1\nkeys:\n  日本: {tpye: int}\n"))
	span := func(start, end int) diag.Span { return diag.Span{File: "dir/a b.yaml", Start: start, End: end} }
	return diag.List{
		{
			ID: "unknown-field", Span: span(28, 32), Message: `unknown field "tpye"`, Hint: "did you mean, 100%: type?",
			Related: []diag.Related{{Span: span(19, 25), Message: "of this key"}},
			Fixes:   []diag.Fix{{Message: "write type", Edits: []diag.Edit{{Span: span(28, 32), NewText: "type"}}}},
		},
		{ID: "no-place", Severity: diag.Warning, Likely: true, Message: "two\nlines"},
	}, sources
}

func print(t *testing.T, write func(*bytes.Buffer, diag.List, diag.Sources) error) string {
	t.Helper()
	var out bytes.Buffer
	list, sources := sample()
	if err := write(&out, list, sources); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWriteText(t *testing.T) {
	got := print(t, func(w *bytes.Buffer, l diag.List, s diag.Sources) error {
		return diag.WriteText(w, l, s, diag.TextOptions{})
	})
	want := `dir/a b.yaml:3:8: error: unknown field "tpye" [unknown-field]
      日本: {tpye: int}
             ^^^^
    hint: did you mean, 100%: type?
    dir/a b.yaml:3:3: of this key

stategen: warning: two lines [no-place]
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestWriteTextColors(t *testing.T) {
	got := print(t, func(w *bytes.Buffer, l diag.List, s diag.Sources) error {
		return diag.WriteText(w, l, s, diag.TextOptions{Color: true})
	})
	for _, part := range []string{"\x1b[31;1merror:", "\x1b[33;1mwarning:", "\x1b[32;1m^^^^"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q lacks %q", got, part)
		}
	}
}

func TestWriteGitHub(t *testing.T) {
	got := print(t, func(w *bytes.Buffer, l diag.List, s diag.Sources) error { return diag.WriteGitHub(w, l, s) })
	want := `::error file=dir/a b.yaml,line=3,col=8,endColumn=12,title=stategen%3A unknown-field::unknown field "tpye"%0Ahint: did you mean, 100%25: type?
::warning title=stategen%3A no-place::two%0Alines
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestWriteGitHubEscapes holds that no name and no text reaches the terminal, or the log that
// shows it, as anything but text.
func TestWriteGitHubEscapes(t *testing.T) {
	const hostile = "\x1b[2K\r\u202e\xff\x7f"
	list := diag.List{{
		ID: "a", Span: diag.Span{File: "a\n" + hostile, End: 1}, Message: hostile + "\nsecond", Hint: hostile,
	}}
	var out bytes.Buffer
	if err := diag.WriteGitHub(&out, list, nil); err != nil {
		t.Fatal(err)
	}
	const escaped = `\u001b[2K\u000d\u202e\xff\u007f`
	want := "::error file=a\\u000a" + escaped + ",line=1,col=1,title=stategen%3A a::" + escaped + "%0Asecond%0Ahint: " + escaped + "\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// TestNamed holds that every span gets the other name, and that its position is still known.
func TestNamed(t *testing.T) {
	list, sources := sample()
	named, by := diag.Named(list, sources, func(file string) string { return "agent/" + file })
	var out bytes.Buffer
	if err := diag.WriteSARIF(&out, named, by, diag.SARIFOptions{}); err != nil {
		t.Fatal(err)
	}
	if all, renamed := strings.Count(out.String(), `"uri"`), strings.Count(out.String(), `"uri": "agent/dir/a%20b.yaml"`); all != 2 || renamed != 2 {
		t.Errorf("%d of %d places are renamed: %s", renamed, all, out.String())
	}
	if !strings.Contains(out.String(), `"startLine": 3`) || list[0].Fixes[0].Edits[0].Span.File != "dir/a b.yaml" {
		t.Errorf("the position is lost, or the findings themselves have changed: %s", out.String())
	}
}

func TestWriteJSON(t *testing.T) {
	got := print(t, func(w *bytes.Buffer, l diag.List, s diag.Sources) error { return diag.WriteJSON(w, l, s) })
	want := `{
  "version": 1,
  "diagnostics": [
    {
      "id": "unknown-field",
      "severity": "error",
      "certain": true,
      "span": {
        "file": "dir/a b.yaml",
        "start": {
          "line": 3,
          "column": 8,
          "offset": 28
        },
        "end": {
          "line": 3,
          "column": 12,
          "offset": 32
        }
      },
      "message": "unknown field \"tpye\"",
      "hint": "did you mean, 100%: type?",
      "related": [
        {
          "span": {
            "file": "dir/a b.yaml",
            "start": {
              "line": 3,
              "column": 3,
              "offset": 19
            },
            "end": {
              "line": 3,
              "column": 5,
              "offset": 25
            }
          },
          "message": "of this key"
        }
      ],
      "fixes": [
        {
          "message": "write type",
          "certain": false,
          "edits": [
            {
              "span": {
                "file": "dir/a b.yaml",
                "start": {
                  "line": 3,
                  "column": 8,
                  "offset": 28
                },
                "end": {
                  "line": 3,
                  "column": 12,
                  "offset": 32
                }
              },
              "newText": "type"
            }
          ]
        }
      ]
    },
    {
      "id": "no-place",
      "severity": "warning",
      "certain": false,
      "message": "two\nlines"
    }
  ]
}
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestWriteJSONOfNothing(t *testing.T) {
	var out bytes.Buffer
	if err := diag.WriteJSON(&out, nil, nil); err != nil || out.String() != "{\n  \"version\": 1,\n  \"diagnostics\": []\n}\n" {
		t.Errorf("got %q, %v", out.String(), err)
	}
}

func TestWriteSARIF(t *testing.T) {
	rules := diag.Rules{{ID: "unknown-field", Summary: "a field that is unknown", Why: "It has no effect."}}
	got := print(t, func(w *bytes.Buffer, l diag.List, s diag.Sources) error {
		return diag.WriteSARIF(w, l, s, diag.SARIFOptions{Version: "v1", Rules: rules})
	})
	for _, part := range []string{
		`"version": "2.1.0"`,
		`"informationUri": "https://github.com/seed92179c4c/stategen"`,
		`"helpUri": "https://github.com/seed92179c4c/stategen/blob/main/docs/rules.md#unknown-field"`,
		`"columnKind": "unicodeCodePoints"`,
		`"uri": "dir/a%20b.yaml"`,
		`"level": "error"`,
		`"text": "a field that is unknown"`,
	} {
		if !strings.Contains(got, part) {
			t.Errorf("%s lacks %s", got, part)
		}
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID           string
				RuleIndex        int
				Locations        []any
				RelatedLocations []any
			}
		}
	}
	if err := json.Unmarshal([]byte(got), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	for _, r := range run.Results {
		if described := run.Tool.Driver.Rules[r.RuleIndex].ID; described != r.RuleID {
			t.Errorf("the result of %s points to the rule %s", r.RuleID, described)
		}
	}
	if first := run.Results[0]; len(first.Locations) != 1 || len(first.RelatedLocations) != 1 || len(run.Results[1].Locations) != 0 {
		t.Errorf("wrong places: %+v", run.Results)
	}
}

func TestWriteRule(t *testing.T) {
	var out bytes.Buffer
	rule := diag.Rule{ID: "a-rule", Severity: diag.Warning, Summary: "what it finds", Why: "Why.", Bad: "a:\n\n  b\x00\n", Good: "c\n"}
	if err := diag.WriteRule(&out, rule, 0); err != nil {
		t.Fatal(err)
	}
	want := "a-rule (warning): what it finds\n\nWhy.\n\nWrong:\n\n    a:\n\n      b\\u0000\n\nRight:\n\n    c\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
