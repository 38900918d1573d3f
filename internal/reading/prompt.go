package reading

import (
	"errors"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// Placeholder is where generated code inserts a value into an instruction.
type Placeholder struct {
	Instruction *schema.Instruction
	Wire        string    // the key that it names
	Key         *Key      // its declaration; nil: there is none
	Span        diag.Span // in the instruction's file
	Needed      bool      // it has no text for a key that isn't set
	moves       *typed.Moves
}

// Placeholders lists those of all instructions. Artifacts and temp keys, which no store
// holds, are not among them.
func (r *Schema) Placeholders() []*Placeholder {
	var list []*Placeholder
	for _, in := range r.instructions {
		for _, p := range in.Pieces {
			scope, _ := runtime.ParseKey(p.Text)
			if p.Kind != instruction.Key || scope == runtime.ScopeTemp {
				continue
			}
			one := &Placeholder{
				Instruction: in.Instruction, Wire: p.Text, Key: r.Key(p.Text), Needed: p.Absent == nil,
				Span: diag.Span{File: in.Source, Start: in.At(p.Start), End: in.At(p.End-1) + 1},
			}
			if one.Key != nil && (len(one.Names()) > 1 || one.Key.forms != nil) {
				one.moves = one.Key.at(one.Wire)
			}
			list = append(list, one)
		}
	}
	return list
}

// Names lists where the value may be.
func (p *Placeholder) Names() []string {
	if p.Key == nil {
		return []string{p.Wire}
	}
	return p.Key.Names(p.Wire)
}

// Try returns the error that generated code has when it renders the instruction. A value
// that was stored as JSON and that the key's type takes, always has a text.
func (p *Placeholder) Try(state runtime.ReadonlyState) error {
	if p.moves != nil {
		state = p.moves.From(state)
	}
	v, err := state.Get(p.Wire)
	switch {
	case runtime.IsMissing(err) && !p.Needed:
		return nil
	case err == nil && v != nil && p.Key != nil:
		_, err = p.Key.codec.as(v)
	}
	if err == nil || errors.Is(err, errByHand) {
		return nil
	}
	if p.Key != nil {
		err = p.Key.shown(err)
	}
	return err
}
