package generator

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// template is an instruction cut into pieces.
type template struct {
	*schema.Instruction
	name      string // in Go
	pieces    []piece
	artifacts bool // whether any placeholder names an artifact
}

func (t *template) funcName() string     { return t.name + "Instruction" }
func (t *template) providerName() string { return t.name + "Provider" }

// size is about how many bytes the text will have.
func (t *template) size() int {
	n := 0
	for _, p := range t.pieces {
		n += p.size()
	}
	return n
}

// size is enough for most values, those that are shown as JSON being longer.
func (p piece) size() int {
	const word, object = 16, 128
	switch {
	case p.kind == instruction.Text:
		return len(p.text)
	case p.kind == instruction.Artifact, p.key != nil && isShownAsJSON(p.key.Type):
		return object
	default:
		return word
	}
}

func isShownAsJSON(t *schema.Type) bool {
	return slices.Contains([]schema.Kind{schema.JSON, schema.List, schema.Map, schema.Object, schema.Go}, t.Kind)
}

// piece is text, or a placeholder with the position at which it stands.
type piece struct {
	text     string // of text; else the placeholder's key or artifact
	kind     instruction.Kind
	optional bool
	pos      diag.Position
	key      *key // nil: not declared
}

func (b *builder) instructions() {
	for _, in := range b.model.schema.Instructions {
		if in.Doubtful {
			continue
		}
		o := owner{what: fmt.Sprintf("instruction %q", in.Name), span: in.Span}
		t := &template{Instruction: in, name: b.exported(in.Name, in.GoName, o)}
		b.claim(b.pkg, t.funcName(), o)
		if len(b.model.schema.Targets) > 0 {
			b.claim(b.pkg, t.providerName(), o)
		}
		b.cut(t)
		b.model.instructions = append(b.model.instructions, t)
	}
}

// cut scans a template once and for all. What isn't a placeholder is text, so
// neighbours join.
func (b *builder) cut(t *template) {
	source := diag.NewSource("", []byte(t.Text))
	for tok := range instruction.Tokens(t.Text, b.model.schema.Grammar) {
		p := piece{kind: tok.Kind, optional: tok.Optional, pos: source.Position(tok.Start)}
		switch tok.Kind {
		case instruction.Comment:
			continue
		case instruction.Key:
			p.text = tok.Name(t.Text)
			p.key = b.model.find(p.text)
		case instruction.Artifact:
			p.text = tok.Name(t.Text)
			t.artifacts = true
		default:
			p.kind, p.text = instruction.Text, tok.Text(t.Text)
			if n := len(t.pieces); n > 0 && t.pieces[n-1].kind == instruction.Text {
				t.pieces[n-1].text += p.text
				continue
			}
		}
		t.pieces = append(t.pieces, p)
	}
}

// find returns the declaration that a key belongs to; nil if there is none.
func (m *model) find(wire string) *key {
	for _, k := range m.keys {
		if !k.isFamily() && k.Wire() == wire {
			return k
		}
	}
	for _, k := range m.keys {
		if k.isFamily() {
			if _, ok := typed.NewFamily(k.Wire(), k.texts).Match(wire); ok {
				return k
			}
		}
	}
	return nil
}
