package lsp

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/schema"
)

// complete offers the keys that may be shown at a place.
func complete(ctx context.Context, p *place) (*CompletionList, error) {
	offset := p.open.text.Offset(p.Position)
	if o := p.instruction(ctx, offset); o != nil {
		return p.placeholders(o, offset), nil
	}
	return &CompletionList{Items: []CompletionItem{}}, nil
}

// modelText is the text that a place is in, if a model is to read it.
type modelText struct {
	look     *workspace.Look
	start    int  // of the text, or of its line
	compiled bool // stategen's own code renders it
}

// opened finds the bracket before a place in an instruction, and where the name behind it begins.
var opened = regexp.MustCompile(`[{<]([\w:.]*)$`)

// closing is what is left of a placeholder behind a place in it, if it is closed.
var closing = map[string]*regexp.Regexp{"}": regexp.MustCompile(`^[\w:.]*\??}`), ">": regexp.MustCompile(`^[\w:.]*\??>`)}

// placeholders offers the keys that may stand in an instruction.
func (p *place) placeholders(in *modelText, offset int) *CompletionList {
	list := &CompletionList{Items: []CompletionItem{}}
	line, start := p.open.text.Line(offset)
	line = line[max(in.start-start, 0):]
	m := opened.FindSubmatchIndex(line)
	if m == nil {
		return list
	}
	grammar := in.look.Schema.Grammar
	close := "}"
	if line[m[0]] == '<' {
		close = ">"
	}
	if close == "}" && !grammar.Brace || close == ">" && !grammar.Angle {
		return list
	}
	from := offset - (len(line) - m[2])
	rest := closing[close].Find(p.open.text.Bytes[offset:])
	at := p.open.text.Range(from, offset+len(rest))
	fits := in.look.Fits(in.compiled)
	for _, k := range in.look.Schema.Keys {
		if item, ok := in.keyItem(fits, k, string(line[m[0]]), close); ok {
			item.TextEdit.Range = at
			list.Items = append(list.Items, item)
		}
	}
	return list
}

// keyItem offers a key in the form in which nothing is wrong with it: with the optional
// marker only if it is needed. One that is wrong in each form is not offered.
func (in *modelText) keyItem(fits func(string) (fits, deprecated bool), k *schema.Key, open, close string) (CompletionItem, bool) {
	if len(k.Params) > 0 {
		return CompletionItem{}, false // its names are known only at run time
	}
	for _, marker := range []string{"", "?"} {
		name := k.Wire() + marker
		fit, deprecated := fits(open + name + close)
		if !fit {
			continue
		}
		item := CompletionItem{
			Label: k.Wire(), Kind: CompletionVariable, Detail: detail(in.look, k), FilterText: k.Wire(),
			TextEdit: TextEdit{NewText: name + close}, Deprecated: deprecated,
		}
		if k.Doc != "" {
			item.Documentation = &Markup{Kind: "plaintext", Value: k.Doc}
		}
		if deprecated {
			item.SortText = "~" + k.Wire()
		}
		return item, true
	}
	return CompletionItem{}, false
}

// detail is a key's type and the rest in few words.
func detail(l *workspace.Look, k *schema.Key) string {
	text := brief(l, k)
	if !k.Optional && k.Default == nil {
		text += ", required"
	}
	return text + ", " + k.Scope.String()
}

// brief is a key's type and, if it may be unset, what there is then.
func brief(l *workspace.Look, k *schema.Key) string {
	switch text := k.Type.String(); {
	case k.Optional:
		return text + ", optional"
	case k.Default != nil:
		return text + ", default " + written(l, k.Default.Span)
	default:
		return text
	}
}

// written is what stands at a place, in one line.
func written(l *workspace.Look, s diag.Span) string {
	src := l.Sources[s.File]
	if src == nil || s.Start < 0 || s.End > len(src.Text) || s.Start > s.End {
		return ""
	}
	return strings.Join(strings.Fields(string(src.Text[s.Start:s.End])), " ")
}

// instruction finds the text that a place is in; nil if it is in none.
func (p *place) instruction(ctx context.Context, offset int) *modelText {
	switch {
	case strings.HasSuffix(p.path, ".go"):
		return p.goInstruction(ctx, offset)
	case workspace.IsAgentConfig(p.path):
		if !p.inYAMLInstruction(offset) {
			return nil
		}
	}
	l := p.governing(ctx)
	if l == nil || l.Schema == nil {
		return nil
	}
	in := &modelText{look: l, compiled: p.isOwn(l.Schema.File)}
	for _, i := range l.Schema.Instructions {
		in.compiled = in.compiled || i.File != "" && p.isOwn(i.Source)
	}
	return in
}

// isOwn reports whether a name in findings is that of the document.
func (p *place) isOwn(name string) bool {
	abs := absolute(name)
	return abs == p.path || abs == p.open.real
}

// governing is the schema that a prompt is checked against: one that names it, or else the
// nearest.
func (p *place) governing(ctx context.Context) *workspace.Look {
	for _, path := range slices.Sorted(maps.Keys(p.looks)) {
		if l := p.looks[path]; l.Reads(p.path) || l.Reads(p.open.real) {
			return p.readable(ctx, path)
		}
	}
	if nearest, err := p.space.NearestSchema(p.path); err == nil {
		return p.readable(ctx, nearest)
	}
	return nil
}

// readable is a schema as it is now or, while it can't be read, as it was when it could.
func (n *snapshot) readable(ctx context.Context, schema string) *workspace.Look {
	l, good, err := n.latest.at(ctx, n.space, schema)
	if good != nil || err != nil {
		return good
	}
	return l
}

// ownSchema is the schema that the document is, or is included by; nil if it is none.
func (p *place) ownSchema(ctx context.Context) *workspace.Look {
	if !workspace.IsAgentConfig(p.path) {
		return nil
	}
	l := p.governing(ctx)
	if l == nil {
		return nil
	}
	for _, prompt := range l.Prompts {
		if p.isOwn(prompt.Name) && (l.Schema == nil || prompt.Name != l.Schema.File) {
			return nil // an agent configuration
		}
	}
	for name := range l.Sources {
		if p.isOwn(name) {
			return l
		}
	}
	return nil
}

// instructionField begins an instruction in YAML: of an agent or, in a schema, of its own.
var instructionField = regexp.MustCompile(`(?:^|[\s{,])(?:instruction|global_instruction|text):[ \t]*(?:["'].*|[^\s"'{\[|>].*|[|>][-+0-9]*[ \t]*)$`)

// inYAMLInstruction reports whether a place is in an instruction, by the line and the ones
// that it is below.
func (p *place) inYAMLInstruction(offset int) bool {
	line, start := p.open.text.Line(offset)
	if instructionField.Match(line) {
		return true
	}
	indent := indentation(string(line))
	for start > 0 {
		line, start = p.open.text.Line(start - 1)
		above := strings.TrimRight(string(line), "\r\n")
		if strings.TrimSpace(above) == "" {
			continue
		}
		if n := indentation(above); n < indent {
			if indent = n; instructionField.MatchString(above) {
				return true
			}
		}
	}
	return false
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// goField is where a framework takes an instruction, in source that may not compile yet.
var goField = regexp.MustCompile("(?:Instruction|GlobalInstruction)\\s*[:=]+\\s*(?:\"(?:[^\"\\\\]|\\\\.)*|`[^`]*)$")

// goInstruction finds the literal that a place in Go source is in: one that was found to be
// an instruction, or that is given to a field of that name.
func (p *place) goInstruction(ctx context.Context, offset int) *modelText {
	l := p.governing(ctx)
	if l == nil || l.Schema == nil {
		return nil
	}
	line, start := p.open.text.Line(offset)
	if m := goField.FindIndex(line); m != nil {
		return &modelText{look: l, start: start + m[0]}
	}
	c := &current{p.snapshot, nil, nil, nil, map[string]Diff{}}
	for _, name := range []string{p.path, p.open.real} {
		for _, in := range p.survey.instructions {
			var at int
			rest, ok := strings.CutPrefix(in, name+":")
			if n, err := fmt.Sscanf(rest, "%d", &at); !ok || n != 1 || err != nil {
				continue
			}
			span := diag.Span{File: name, Start: at, End: at + 1}
			if c.shift(&span) && inLiteral(p.open.text.Bytes, span.Start, offset) {
				return &modelText{look: l, start: span.Start}
			}
		}
	}
	return nil
}

// inLiteral reports whether a place is in the string literal that begins at start.
func inLiteral(text []byte, start, offset int) bool {
	if start >= offset {
		return false
	}
	if text[start] == '`' {
		return !strings.Contains(string(text[start+1:offset]), "`")
	}
	for i := start + 1; i < offset; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"', '\n':
			return false
		}
	}
	return text[start] == '"'
}
