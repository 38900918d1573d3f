package lsp

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/yaml"
)

// Item stands in paths for an item of a list.
const Item = "[]"

// Place is a place in a schema's text.
type Place struct {
	Path   []string          // of the mapping that it is in; if it is in a value, of that
	Value  bool              // it is in a value, not in a field's name
	Flow   bool              // it is inside of brackets
	Token  string            // what is written from Start to the place, without a quote
	Start  int               // where that begins, behind a quote
	End    int               // where what is written there ends
	Quote  bool              // there is a quote before Start
	Fields map[string]string // fields of the same mapping before the place, and their values
}

const (
	mark     = "\ue000" // stands at the place
	anyList  = "\ue001" // for [], which no plain text in YAML may begin with
	anyIndex = "\ue002" // for [string]
)

var (
	hidden = strings.NewReplacer("[]", anyList, "[string]", anyIndex)
	shown  = strings.NewReplacer(anyList, "[]", anyIndex, "[string]")
	// Endings are what may be missing behind the place, until the text is YAML: behind a name, or else a value.
	nameEndings  = []string{":", `":`, "':"}
	valueEndings = []string{
		"", `"`, "'", "}", "]", `"}`, "'}", `"]`, "']",
		"}}", "]}", "}]", `"}}`, `"]}`, `"}]`, "}}}", "]}}", `"]}}`, `"}}}`,
	}
)

// At tells where an offset is, in a text that is written by halves. It reads what is before the place: the lines
// around it or, where these are not enough, all.
func At(text string, offset int) Place {
	before := text[:offset]
	p := Place{Start: offset, End: offset}
	endings := slices.Concat(nameEndings, valueEndings)
	if line := before[strings.LastIndexByte(before, '\n')+1:]; strings.HasPrefix(strings.TrimLeft(line, " "), "-") {
		endings = slices.Concat(valueEndings, nameEndings)
	}
	for _, part := range []string{around(before), before} {
		for _, ending := range endings {
			var doc yaml.Node
			err := yaml.Unmarshal([]byte(hidden.Replace(part)+mark+ending), &doc)
			if err == nil && len(doc.Content) > 0 && p.in(doc.Content[0], nil, false) {
				p.locate(text, offset)
				return p
			}
		}
	}
	return p
}

// around leaves the lines that a place is below, and those of the same mapping.
func around(before string) string {
	lines := strings.Split(before, "\n")
	slices.Reverse(lines)
	innermost := indentation(lines[0])
	kept, level := lines[:1:1], innermost
	for _, line := range lines[1:] {
		n := indentation(line)
		isText := strings.TrimSpace(line) != "" && line[n] != '#'
		if isText && (n < level || n == level && level == innermost) {
			kept, level = append(kept, line), n
		}
	}
	slices.Reverse(kept)
	return strings.Join(kept, "\n")
}

// in looks for the mark in what is at a path.
func (p *Place) in(n *yaml.Node, path []string, inFlow bool) bool {
	flow := n.Style&yaml.FlowStyle != 0
	path = slices.Clip(path)
	switch n.Kind {
	case yaml.ScalarNode:
		p.Path, p.Value, p.Flow = path, len(path) > 0, inFlow
		return p.token(n)
	case yaml.SequenceNode:
		return slices.ContainsFunc(n.Content, func(item *yaml.Node) bool { return p.in(item, append(path, Item), flow) })
	case yaml.MappingNode:
		fields := map[string]string{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			name, value := n.Content[i], n.Content[i+1]
			if p.token(name) {
				p.Path, p.Value, p.Flow, p.Fields = path, false, flow, fields
				return true
			}
			if p.in(value, append(path, shown.Replace(name.Value)), flow) {
				if value.Kind == yaml.ScalarNode {
					p.Fields = fields
				}
				return true
			}
			fields[shown.Replace(name.Value)] = shown.Replace(value.Value)
		}
	}
	return false
}

// token takes what is written before the mark, if that is in a scalar.
func (p *Place) token(n *yaml.Node) bool {
	before, _, found := strings.Cut(n.Value, mark)
	p.Token, p.Quote = shown.Replace(before), n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0
	return found
}

// locate finds where the word at the place begins and ends.
func (p *Place) locate(text string, offset int) {
	if !strings.HasSuffix(text[:offset], p.Token) || strings.Contains(p.Token, "\n") {
		p.Token = ""
	}
	p.Start = offset - len(p.Token)
	quote := byte(0)
	if p.Quote && p.Start > 0 {
		quote = text[p.Start-1]
	}
	p.End = offset + len(remainder(text[offset:], quote))
}

var wordEnd = regexp.MustCompile(`^(?:[\w?./*-]|:\w|\[\]|\[string\])*`)

// remainder is what is left of a word behind a place in it.
func remainder(after string, quote byte) string {
	after, _, _ = strings.Cut(after, "\n")
	if n := strings.IndexByte(after, quote); quote != 0 && n >= 0 {
		return after[:n]
	}
	return wordEnd.FindString(after)
}
