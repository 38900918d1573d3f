package yamlsrc

import (
	"bytes"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

var yamlSyntax = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "yaml-syntax",
	Summary: "a file is not valid YAML",
	Why:     "None of it can be read until its syntax is valid. The caret is where the parser first noticed.",
	Bad:     "version: 1\nkeys:\n\tcity: string\n",
	Good:    "version: 1\nkeys:\n  city: string\n",
})

type explanation struct{ problem, hint string }

// explainYAML puts a message of the YAML parser into words for someone who
// edits a schema.
func explainYAML(message string) explanation {
	if anchor, ok := strings.CutPrefix(message, "unknown anchor "); ok {
		name := strings.TrimSuffix(anchor, " referenced")
		return explanation{"no anchor " + strings.Trim(name, "'") + " is defined above", "a text that begins with * must be quoted"}
	}
	if e, ok := yamlProblems[message]; ok {
		return e
	}
	return explanation{"this is not valid YAML: " + message, ""}
}

const tabProblem = "found a tab character that violates indentation"

var yamlProblems = map[string]explanation{
	tabProblem: {"a tab can't indent YAML", "indent with spaces"},
	"found character that cannot start any token":                  {"a value can't begin with this character", "put the value in double quotes"},
	"mapping values are not allowed in this context":               {"a colon can't be here", "check the indentation, or quote a text that contains a colon"},
	"did not find expected ',' or ']'":                             {"this list has no closing ]", "close it, or put a comma between its items"},
	"did not find expected ',' or '}'":                             {"this mapping has no closing }", "close it, or put a comma between its fields"},
	"found unexpected end of stream":                               {"this quoted text has no closing quote", "close it"},
	"did not find expected key":                                    {"a field name should begin here", "check the indentation and the brackets"},
	"could not find expected ':'":                                  {"a colon is missing after this name", "write name: value"},
	"found unknown escape character":                               {"YAML has no such escape", `write \\ for a backslash, or use single quotes`},
	"did not find expected '-' indicator":                          {"this line does not belong to the list above", "check the indentation"},
	"did not find expected alphabetic or numeric character":        {"a text can't begin with * or & in YAML", "put it in double quotes"},
	"control characters are not allowed":                           {"the file contains a control character", "remove it"},
	"did not find expected node content":                           {"a value should be here", "check the brackets and commas around it"},
	"did not find expected <document start>":                       {"nothing can follow the value above", "check the indentation and the brackets"},
	"block sequence entries are not allowed in this context":       {"a list can't begin on the line of its name", "begin it on the next line, or write it as [a, b]"},
	"found a tab character where an indentation space is expected": {"a tab can't indent YAML", "indent with spaces"},
	"mapping keys are not allowed in this context":                 {"a ? can't begin a value", "put the value in double quotes"},
	"did not find expected comment or line break":                  {"a text after | or > begins on the next line", "break the line, or put the text in double quotes"},
	"found unexpected document indicator":                          {"a line of --- ends the file here, inside a quoted text or brackets", "close them first"},
	"did not find expected hexdecimal number":                      {"this escape lacks digits", `write \\ for a backslash, or use single quotes`},
	"found invalid Unicode character escape code":                  {"YAML has no such character", `write \\ for a backslash, or use single quotes`},
	"did not find expected whitespace or line break":               {"an anchor or a tag must be followed by a space", "a text that begins with ! or & needs quotes"},
}

func (f *File) unquoted(r *Report, span diag.Span) {
	text := string(f.Src.Text[span.Start:span.End])
	problem := "inside braces, a type with a question mark needs quotes"
	if bytes.ContainsAny([]byte(text), "[]") {
		problem = "this type needs quotes: YAML takes its brackets for a list"
	}
	r.Add(yamlSyntax, span, "%s", problem).
		Hint("write %s, in quotes", diag.Quote(text)).Fix(span, diag.Quote(text))
}
