package inspect

import (
	"errors"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// prompt is an instruction of the schema, as it was.
type prompt struct {
	Name   string
	Pieces []piece
	Lacks  int // how many values are missing that must be there
}

// piece is a part of a prompt: text, or what stands for a placeholder.
type piece struct {
	Text string
	Key  string // of a placeholder
	Kind string // "value", "now", "empty", "missing", "temp", "hidden" or "artifact"
	Cut  int    // how many bytes more there are
}

// prompts are the instructions with the values of a moment, as much of each as a page shows.
func (t *teller) prompts(m *moment) []prompt {
	if t.keys == nil {
		return nil
	}
	var list []prompt
	for _, i := range t.schema.Instructions {
		p := prompt{Name: i.Name}
		for tok := range instruction.Tokens(i.Text, t.schema.Grammar) {
			one := t.piece(tok, i.Text, m.state)
			switch {
			case one.Kind == "missing":
				p.Lacks++
			case one.Kind == "value" && slices.ContainsFunc(t.keys.names(one.Key), m.isOfNow):
				one.Kind = "now"
			}
			if one.Kind != "" {
				some := cut(one.Text, longestShown)
				one.Text, one.Cut = some.Text, some.Cut
			}
			p.Pieces = append(p.Pieces, one)
		}
		list = append(list, p)
	}
	return list
}

func (t *teller) piece(tok instruction.Token, text string, state map[string]any) piece {
	switch tok.Kind {
	case instruction.Comment:
		return piece{}
	case instruction.Artifact:
		return piece{Text: tok.Text(text), Key: tok.Name(text), Kind: "artifact"}
	case instruction.Key:
	default:
		return piece{Text: tok.Text(text)}
	}
	key := tok.Name(text)
	if scope, _ := runtime.ParseKey(key); scope == runtime.ScopeTemp {
		return piece{Text: tok.Text(text), Key: key, Kind: "temp"}
	}
	if t.keys.sensitive(key) {
		if !t.reveal {
			return piece{Key: key, Kind: "hidden"}
		}
		t.revealed(key)
	}
	value, err := t.promptValue(key, state)
	switch {
	case err != nil && tok.Optional:
		return piece{Key: key, Kind: "empty"}
	case err != nil:
		return piece{Text: tok.Text(text), Key: key, Kind: "missing"}
	}
	shown, err := instruction.Render(value)
	if err != nil {
		return piece{Text: tok.Text(text), Key: key, Kind: "missing"}
	}
	return piece{Text: shown, Key: key, Kind: "value"}
}

var errMissing = errors.New("missing")

// promptValue is what a placeholder shows: the stored value, under any of the key's names, or
// the default.
func (t *teller) promptValue(key string, state map[string]any) (any, error) {
	for _, name := range t.keys.names(key) {
		if v := state[name]; v != nil {
			return v, nil
		}
	}
	if k := t.keys.read.Key(key); k != nil && k.Default != nil {
		return k.Encode(k.Read(key, nil))
	}
	return nil, errMissing
}
