package yamlsrc

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema/internal/report"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
	"gopkg.in/yaml.v3"
)

// syntaxError reports text that is no YAML. yaml.v3 says what is wrong but
// hardly where, so the place is found by parsing again: first from a reader
// that notes how far the parser came, then from ever shorter beginnings of
// the file, back to the first one that is wrong in the same way.
func (f *File) syntaxError(r *report.Report, wrong *mistake) {
	c, ok := f.findCause(wrong)
	if !ok {
		c = cause{wrong.at, explainYAML(wrong.message)}
	}
	found := r.Add(rules.YAMLSyntax, c.at, "%s", c.problem)
	if c.hint != "" {
		found.Hint("%s", c.hint)
	}
}

var yamlPrefix = regexp.MustCompile(`^yaml: (line \d+: )?`)

func yamlMessage(err error) string {
	return yamlPrefix.ReplaceAllString(err.Error(), "")
}

// findSyntaxError returns the character at which the parser could know of the
// mistake. It goes back from where the parser gave up, character by character
// at first and then in larger and larger steps.
func (f *File) findSyntaxError(text []byte, message string) diag.Span {
	end := consumed(text)
	sameWrong := func(end int) bool { return end > 0 && yamlMessageOf(text[:end]) == message }
	for range maxSmallSteps {
		before := previousRune(text, end)
		if !sameWrong(before) {
			return f.Span(previousRune(text, end), end)
		}
		end = before
	}
	right, step := 0, 1 // the longest beginning known to be another case
	for ; step < end; step *= 2 {
		if before := previousRune(text, end-step+1); sameWrong(before) {
			end = before
		} else {
			right = before
			break
		}
	}
	for end-right > 1 {
		if middle := previousRune(text, (right+end)/2+1); middle > right && sameWrong(middle) {
			end = middle
		} else {
			right = max(middle, right+1)
		}
	}
	return f.Span(previousRune(text, end), end)
}

const maxSmallSteps = 64

func previousRune(text []byte, end int) int {
	for end--; end > 0 && text[end]&0xC0 == 0x80; end-- {
	}
	return max(end, 0)
}

func yamlMessageOf(text []byte) string {
	var n yaml.Node
	if err := decode(yaml.NewDecoder(bytes.NewReader(text)), &n); err != nil && !errors.Is(err, io.EOF) {
		return yamlMessage(err)
	}
	return ""
}

// consumed returns how many bytes the parser takes from a reader that gives
// one at a time before it fails.
func consumed(text []byte) int {
	r := &slowReader{text: text}
	decoder := yaml.NewDecoder(r)
	for {
		var n yaml.Node
		if err := decode(decoder, &n); err != nil {
			return r.at
		}
	}
}

type slowReader struct {
	text []byte
	at   int
}

func (r *slowReader) Read(p []byte) (int, error) {
	n := copy(p[:min(1, len(p))], r.text[r.at:])
	r.at += n
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

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
	return explanation{"this is no YAML: " + message, ""}
}

const tabProblem = "found a tab character that violates indentation"

var yamlProblems = map[string]explanation{
	tabProblem: {"a tab can't indent YAML", "indent with spaces"},
	"found character that cannot start any token":                  {"a value can't begin with this character", "put the value in double quotes"},
	"mapping values are not allowed in this context":               {"a colon can't stand here", "check the indentation, or quote a text that holds a colon"},
	"did not find expected ',' or ']'":                             {"this list has no closing ]", "close it, or put a comma between its items"},
	"did not find expected ',' or '}'":                             {"this mapping has no closing }", "close it, or put a comma between its fields"},
	"found unexpected end of stream":                               {"this quoted text has no closing quote", "close it"},
	"did not find expected key":                                    {"a field name should begin here", "check the indentation and the brackets"},
	"could not find expected ':'":                                  {"a colon is missing after this name", "write name: value"},
	"found unknown escape character":                               {"YAML knows no such escape", `write \\ for a backslash, or use single quotes`},
	"did not find expected '-' indicator":                          {"this line does not belong to the list above", "check the indentation"},
	"did not find expected alphabetic or numeric character":        {"a text can't begin with * or & in YAML", "put it in double quotes"},
	"control characters are not allowed":                           {"the file holds a control character", "remove it"},
	"did not find expected node content":                           {"a value should stand here", "check the brackets and commas around it"},
	"did not find expected <document start>":                       {"nothing can follow the value above", "check the indentation and the brackets"},
	"block sequence entries are not allowed in this context":       {"a list can't begin on the line of its name", "begin it on the next line, or write it as [a, b]"},
	"found a tab character where an indentation space is expected": {"a tab can't indent YAML", "indent with spaces"},
	"mapping keys are not allowed in this context":                 {"a ? can't begin a value", "put the value in double quotes"},
	"did not find expected comment or line break":                  {"a text behind | or > begins on the next line", "break the line, or put the text in double quotes"},
	"found unexpected document indicator":                          {"a line of --- ends the file here, inside a quoted text or brackets", "close them first"},
	"did not find expected hexdecimal number":                      {"this escape lacks digits", `write \\ for a backslash, or use single quotes`},
	"found invalid Unicode character escape code":                  {"YAML knows no such character", `write \\ for a backslash, or use single quotes`},
	"did not find expected whitespace or line break":               {"an anchor or a tag must be followed by a space", "a text that begins with ! or & needs quotes"},
}
