package yamlsrc_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

// parse reads a text as a schema's file is read. The root is nil if that can't be done.
func parse(text string) (root *yamlsrc.Node, r load.Result) {
	found, src := &yamlsrc.Report{}, diag.NewSource("stategen.yaml", []byte(text))
	if yamlsrc.CheckText(found, src, yamlsrc.MaxFileSize) {
		root = yamlsrc.Parse(yamlsrc.NewFile(src), found)
	}
	return root, load.Result{Diagnostics: found.Findings(), Sources: diag.Sources{src.Name: src}}
}

func TestGoldenMistakes(t *testing.T) {
	for _, c := range draw.Beside(t) {
		t.Run(c.Name, func(t *testing.T) {
			_, r := parse(string(c.Files[0].Data))
			c.Check(t, draw.Lines(r), *update)
		})
	}
}

// TestSpans holds that a span covers the text that is meant, whatever stands before it.
func TestSpans(t *testing.T) {
	for name, yaml := range map[string]string{
		"plain":             "version: 1\nkeys:\n  a: strng\n",
		"byte order mark":   "\ufeffkeys: {a: strng}\nversion: 1\n",
		"carriage returns":  "version: 1\r\nkeys:\r\n  a: strng\r\n",
		"lone returns":      "version: 1\rkeys:\r  a: strng\r",
		"next line":         "version: 1 # \u0085keys:\u0085  a: strng\n",
		"line separator":    "version: 1\u2028keys:\u2029  a: strng\n",
		"wide characters":   "version: 1\nkeys: {日本: int, \"é\": {doc: '👩‍👩‍👧', type: strng}}\n",
		"anchor":            "version: 1\nkeys:\n  a: &x strng\n",
		"tag":               "version: 1\nkeys:\n  a: !!str strng\n",
		"anchor and tag":    "version: 1\nkeys:\n  a: &x !!str\n    strng\n",
		"single quotes":     "version: 1\nkeys:\n  a: 'strng'\n",
		"double quotes":     "version: 1\nkeys:\n  a: \"[]strng?\"\n",
		"nested":            "version: 1\nkeys:\n  a: \"map[string][]strng\"\n",
		"after block text":  "version: 1\nkeys:\n  a:\n    doc: |\n      x: y\n\n       # z\n    type: strng\n",
		"after folded text": "version: 1\nkeys:\n  a:\n    doc: >-\n      one\n      two\n    type: strng\n",
		"explicit key":      "version: 1\nkeys:\n  ? a\n  : strng\n",
		"own line":          "version: 1\nkeys:\n  a:\n    strng\n",
	} {
		root, r := parse(yaml)
		var found []string
		for n := range scalars(root) {
			if i := strings.Index(n.Text, "strng"); i >= 0 {
				found = append(found, covered(n.File, n.Sub(i, i+len("strng"))))
			}
		}
		if len(r.Diagnostics) > 0 || !slices.Equal(found, []string{"strng"}) {
			t.Errorf("%s: the spans cover %q, %v", name, found, r.Diagnostics)
		}
	}
}

func covered(f *yamlsrc.File, s diag.Span) string { return string(f.Src.Text[s.Start:s.End]) }

// scalars yields the scalars of a tree, names included.
func scalars(n *yamlsrc.Node) iter.Seq[*yamlsrc.Node] {
	return func(yield func(*yamlsrc.Node) bool) {
		if n.Kind == yamlsrc.Scalar {
			yield(n)
		}
		for _, inner := range slices.Concat(n.Keys, n.Items) {
			scalars(inner)(func(s *yamlsrc.Node) bool { yield(s); return true })
		}
	}
}

// TestSyntaxMessages holds what is said about text that is no YAML, of the part between
// « and », and what to write instead.
func TestSyntaxMessages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"foreign: [«*»]\nkeys:\n  city: *string", "a text can't begin with * or & in YAML: put it in double quotes"},
		{"instructions:\n  greeter: {text: «Go to {city}», now}", "a text that contains braces needs quotes here: put it in double quotes"},
		{"keys:\n  city:\n    type: string\n    doc: «Where to go: a city.»", "a text that contains a colon needs quotes: put it in double quotes"},
		{"keys:\n  a: {doc: don't use «#1 here, type: \"string\"}»\n\n  b: {type: string}", `" #" begins a comment, which takes the end of this text: put the text in double quotes`},
		{"keys:\n  a: {type: string, doc: use «#1 here}»", `" #" begins a comment, which takes the end of this text: put the text in double quotes`},
		{"keys:\n  city: string\n    seat«:» string", "a colon can't be here: check the indentation, or quote a text that contains a colon"},
		{"keys:\n  «{city}_note»: string", `a key that begins with { needs quotes: write "{city}_note"`},
		{"targets: [«a»dk\nkeys:\n  city: string", "this list has no closing ]: close it, or put a comma between its items"},
		{"keys:\n  code: {type: string, pattern: \"^«\\»d+$\"}", `YAML has no such escape: write \\ for a backslash, or use single quotes`},
		{"keys:\n    city: string\n  «o»ther: string", "a field name should begin here: check the indentation and the brackets"},
		{"keys:\n  «city»\n  seat: string", "a colon is missing after this name: write name: value"},
		{"keys:\n  a: {pattern: «^it's (a|b){1,3}$», type: string}", "a pattern with brackets or braces needs quotes inside {…}: put it in single quotes"},
		{"keys:\n  a: {type: string, pattern: «^[A-Z]{2}$»}", "a pattern with brackets or braces needs quotes inside {…}: put it in single quotes"},
		{"keys:\n  city: {type: string, doc: «\"»Where to go.}\n  other: string", "this quoted text has no closing quote: close it"},
		{"keys:\n  «user: name»: # who it is\n    type: string", "a scope and its key are written without a space between them: write user:name:, without a space"},
		{"keys:\n  «user: name»: string", "a scope and its key are written without a space between them: write user:name: string, without a space"},
		{"types:\n  K: {«enum:[a]»}\nkeys:\n  b: K", "a space is missing after the colon: write enum: [a]"},
		{"keys:\n«\t»city: string", "a tab can't indent YAML: indent with spaces"},
		{"foreign: [a«,»,b]", "a value should be here: check the brackets and commas around it"},
		{"keys:\n  a: «-» string", "a list can't begin on the line of its name: begin it on the next line, or write it as [a, b]"},
		{"instructions:\n  a:\n    text: | «h»ello", "a text after | or > begins on the next line: break the line, or put the text in double quotes"},
		{`keys: {a: {type: string, pattern: "\«x»"}}`, `this escape lacks digits: write \\ for a backslash, or use single quotes`},
		{"keys: {a: {type: string, default: !x«}»}", "an anchor or a tag must be followed by a space: a text that begins with ! or & needs quotes"},
		{"keys:\n  a: «*b»\n  c: *b", "no anchor b is defined above: a text that begins with * needs quotes"},
		{"keys:\n  a: «\"»x\n" + strings.Repeat("  k: string\n", 5000), "this quoted text has no closing quote: close it"},
		{"keys: «[»" + strings.Repeat("[", 5000), "a value should be here: check the brackets and commas around it"},
	} {
		before, rest, _ := strings.Cut("version: 1\n"+c.text, "«")
		within, after, _ := strings.Cut(rest, "»")
		root, r := parse(before + within + after)
		var got []string
		for _, d := range r.Diagnostics {
			got = append(got, fmt.Sprintf("%d-%d %s: %s", d.Span.Start, d.Span.End, d.Message, d.Hint))
		}
		want := fmt.Sprintf("%d-%d %s", len(before), len(before+within), c.want)
		if root != nil || !slices.Equal(got, []string{want}) {
			t.Errorf("%.80q: %q, want %q", c.text, got, want)
		}
	}
}

// TestNodes holds what each value of a file is: what it is called and covers in the
// file, how it is written, and its JSON.
func TestNodes(t *testing.T) {
	for _, c := range []struct{ text, describes, covers, form, json string }{
		{"text", `the string "text"`, "text", "", `"text"`},
		{"'it''s' # so", `the string "it's"`, "'it''s'", "quoted", `"it's"`},
		{`"a\"b"`, `the string "a\"b"`, `"a\"b"`, "quoted", `"a\"b"`},
		{"|\n  a\n  b", `the string "a\nb\n"`, "|", "block", `"a\nb\n"`},
		{"yes", `the string "yes"`, "yes", "", `"yes"`},
		{"True", "the boolean True", "True", "", "true"},
		{"false", "the boolean false", "false", "", "false"},
		{"0x1F", "the number 0x1F", "0x1F", "", "31"},
		{"+1_000", "the number +1_000", "+1_000", "", "1000"},
		{"99999999999999999999", "the number 99999999999999999999", "99999999999999999999", "", "100000000000000000000"},
		{"2.5e1", "the number 2.5e1", "2.5e1", "", "25"},
		{".inf", "the number .inf", ".inf", "", "0"},
		{"2030-01-31", "the date 2030-01-31", "2030-01-31", "", `"2030-01-31"`},
		{"~", "nothing", "~", "", "null"},
		{"[a, [b, 1], {c: ~}]  # so", "a list", "[a, [b, 1], {c: ~}]", "flow", `["a",["b",1],{"c":null}]`},
		{"[a # ]\n    , ]", "a list", "[a # ]\n    , ]", "flow", `["a"]`},
		{"{a: {b: 1}}", "a mapping", "{a: {b: 1}}", "flow", `{"a":{"b":1}}`},
		{"\n    - a\n    - b", "a list", "-", "", `["a","b"]`},
		{"\n    a: 1\n    b: 2", "a mapping", "a", "", `{"a":1,"b":2}`},
		{"*one", "a mapping", "*one", "alias", `{"x":"y"}`},
		{"*word", `the string "w"`, "*word", "alias", `"w"`},
	} {
		root, r := parse("one: &one {x: y}\nword: &word w\nk: " + c.text + "\n")
		n := root.Get("k")
		if n == nil {
			n = root.Field("k")
		}
		var form []string
		for name, is := range map[string]bool{"alias": n.IsAlias(), "block": n.IsBlockText(), "flow": n.Kind != yamlsrc.Scalar && n.IsFlow(), "quoted": n.IsQuoted()} {
			if is {
				form = append(form, name)
			}
		}
		slices.Sort(form)
		json, _ := json.Marshal(n.JSON())
		if n.Describe() != c.describes || covered(n.File, n.Span) != c.covers || strings.Join(form, " ") != c.form || string(json) != c.json || len(r.Diagnostics) > 0 {
			t.Errorf("%q is %s, covers %q, is written as %v, gives %s, %v", c.text, n.Describe(), covered(n.File, n.Span), form, json, r.Diagnostics)
		}
	}
}

// TestFields holds what is read of a mapping's fields, and that a value of another
// shape counts as none.
func TestFields(t *testing.T) {
	root, _ := parse("text: a\nyes: true\nno: false\nlist: [a, 1, b]\nnone:\nwrong: x\n")
	root.Field("wrong").Wrong = true
	for name, want := range map[string]string{
		"text": "a <nil> [] text a", "yes": " true [] yes true", "no": " false [] no false", "list": " <nil> [a b] list [a, 1, b]",
		"none": " <nil> [] none ", "wrong": " <nil> [] wrong x", "gone": " <nil> []  text",
	} {
		text, at := root.Str(name)
		var is any
		if b, at := root.Bool(name); at != nil {
			is = b
		}
		list, key := []string{}, ""
		for _, item := range root.Strings(name) {
			list = append(list, item.Text)
		}
		if k := root.Key(name); k != nil {
			key = k.Text
		}
		got := fmt.Sprint(text, " ", is, " ", list, " ", key, " ", covered(root.File, root.SpanOf(name)))
		if got != want || (at == nil) != (text == "") || text != root.TextOf(name) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if twice, _ := parse("a: 1\na: 2\nb: 3"); !twice.Field("a").Broken || !twice.Field("a").Lost || twice.Field("b").Broken || twice.Field("b").Lost {
		t.Error("one of two values is taken for the one that is meant")
	}
	text := root.Field("text")
	if text.Field("a") != nil || text.Key("a") != nil || root.Get("none") != nil || !root.Field("none").IsNull() {
		t.Error("there are fields where there are none")
	}
}

// TestUnquoted holds how a string is written that was to be of another type.
func TestUnquoted(t *testing.T) {
	for _, c := range []struct{ text, typ, want string }{
		{"yes", "boolean", "true"}, {"Off", "boolean", "false"}, {"maybe", "boolean", "none"}, {"'3'", "integer", "3"}, {"'03'", "integer", "none"},
		{"'1.5'", "integer", "none"}, {"'1.5'", "number", "1.5"}, {"_1", "number", "none"}, {"'.nan'", "number", "none"}, {"3", "integer", "none"},
		{"yes", "string", "none"},
	} {
		root, _ := parse("k: " + c.text)
		got, ok := root.Field("k").Unquoted([]string{c.typ})
		if !ok {
			got = "none"
		}
		if got != c.want {
			t.Errorf("%s as %s: %s", c.text, c.typ, got)
		}
	}
	for text, want := range map[string]bool{"1e400": true, "'1e400'": false, "1e30": false, "x": false} {
		if root, _ := parse("k: " + text); root.Field("k").TooLarge() != want {
			t.Errorf("%s is too large: %v", text, !want)
		}
	}
}

// TestTextOffsets holds that a place in a text leads to where it is written.
func TestTextOffsets(t *testing.T) {
	const text = "a: \"x\\ty{k}\"\nb: &b |\n  one\n  two {k}\nc: *b\n"
	root, _ := parse(text)
	for name, want := range map[string]string{"a": "{k}\"", "b": "{k}\nc", "c": "*b\n"} {
		n := root.Field(name)
		if at := n.TextOffsets()(strings.Index(n.Text, "{k}")); !strings.HasPrefix(text[at:], want) {
			t.Errorf("%s: the place is said to be %q", name, text[at:])
		}
	}
}

// TestLimits compares what is said of files that no person writes.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{strings.Repeat("# a\n", yamlsrc.MaxFileSize/4) + "#", "0: the file has 2097153 bytes, and at most 2097152 are read"},
		{"a: 1\n#" + strings.Repeat("x", 64<<10) + "\n", "5: this line has 65537 bytes, and at most 65536 are read"},
		{"a: 1\n#" + strings.Repeat("x", 64<<10-1) + "\n", ""},
		{"a: \x00", "3: the file contains a NUL byte"},
		{"a: é\xff", "5: byte 0xFF is not valid UTF-8"},
		{"", ""},
		{"a: \ufffd", ""},
		{"a: " + strings.Repeat("[", 63) + strings.Repeat("]", 63), ""},
		{"a: " + strings.Repeat("[", 64) + strings.Repeat("]", 64), "66: values nest deeper than 64 levels here"},
		{strings.Repeat("- 1\n", 250_000), "0: the file has more than 250000 values, with its aliases expanded"},
	} {
		root, r := parse(c.text)
		var got []string
		for _, d := range r.Diagnostics {
			got = append(got, fmt.Sprintf("%d: %s", d.Span.Start, d.Message))
		}
		if strings.Join(got, "; ") != c.want || c.want == "" && root == nil {
			t.Errorf("%.20q of %d bytes: %q", c.text, len(c.text), got)
		}
	}
}
