package plan

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// Instruction is an instruction cut into pieces.
type Instruction struct {
	*schema.Instruction
	Pieces    []Piece
	Artifacts bool // whether any placeholder is for the text of an artifact
	Stays     bool // whether a placeholder stays as it is when its key is missing
}

// Piece is text, or a placeholder with its position in the template.
type Piece struct {
	Kind     instruction.Kind // Text, Key or Artifact
	Text     string           // of a placeholder: its key or artifact
	Optional bool
	Pos      diag.Position
	Start    int // of a placeholder: its bytes in the template
	End      int
	Key      *Key // nil: not declared
	// Absent is the text for a key that isn't set; nil: that is an error.
	Absent *string
	Stays  bool // Absent is the placeholder itself
}

// cut scans a template once. What isn't a placeholder is text, so
// adjacent pieces of text are joined.
func cut(in *schema.Instruction, g instruction.Grammar, keys []*Key) *Instruction {
	t := &Instruction{Instruction: in, Stays: g.Dialect == instruction.TRPC}
	source := diag.NewSource("", []byte(in.Text))
	for tok := range instruction.Tokens(in.Text, g) {
		p := Piece{Kind: tok.Kind, Optional: tok.Optional, Pos: source.Position(tok.Start), Start: tok.Start, End: tok.End}
		switch tok.Kind {
		case instruction.Comment:
			continue
		case instruction.Key:
			p.Text = tok.Name(in.Text)
			p.Key = find(keys, p.Text)
			p.Absent = absentText(p)
			p.stay(t, tok.Text(in.Text))
		case instruction.Artifact:
			if t.Stays {
				p.Kind, p.Text = instruction.Key, tok.Lookup(in.Text)
				p.Absent = absentText(p)
				p.stay(t, tok.Text(in.Text))
				break
			}
			p.Text = tok.Name(in.Text)
			t.Artifacts = true
		default:
			p.Kind, p.Text = instruction.Text, tok.Text(in.Text)
			if tok.Kind == instruction.Escaped {
				p.Text = p.Text[1:]
			}
			if n := len(t.Pieces); n > 0 && t.Pieces[n-1].Kind == instruction.Text {
				t.Pieces[n-1].Text += p.Text
				continue
			}
		}
		t.Pieces = append(t.Pieces, p)
	}
	return t
}

// find returns the declaration that a key belongs to; nil if there is none.
func find(keys []*Key, wire string) *Key {
	for _, k := range keys {
		if !k.IsFamily() && k.Wire() == wire {
			return k
		}
	}
	for _, k := range keys {
		if k.IsFamily() {
			if _, ok := typed.NewFamily(k.Wire(), k.Family.Texts).Match(wire); ok {
				return k
			}
		}
	}
	return nil
}

// stay makes a required placeholder stay as it is when its key is missing, where
// the instruction's placeholders do.
func (p *Piece) stay(t *Instruction, raw string) {
	if t.Stays && p.Absent == nil {
		p.Absent, p.Stays = &raw, true
	}
}

// absentText is the text for a key that isn't set: its default, whatever the dialect, as for all who read it.
func absentText(p Piece) *string {
	var text string
	if p.Key != nil && p.Key.Default != nil {
		text, err := instruction.Render(p.Key.StoredDefault())
		if err != nil {
			return nil
		}
		return &text
	}
	if p.Optional {
		return &text
	}
	return nil
}

// Size is about how many bytes the instruction's text will have.
func (t *Instruction) Size() int {
	n := 0
	for _, p := range t.Pieces {
		n += p.size()
	}
	return n
}

// size is enough for most values, those that are shown as JSON being longer.
func (p Piece) size() int {
	const word, object = 16, 128
	switch {
	case p.Kind == instruction.Text:
		return len(p.Text)
	case p.Kind == instruction.Artifact, p.Key != nil && isShownAsJSON(p.Key.Type):
		return object
	default:
		return word
	}
}

func isShownAsJSON(t *schema.Type) bool {
	return slices.Contains([]schema.Kind{schema.JSON, schema.List, schema.Map, schema.Object, schema.Go}, t.Kind)
}
