package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// placeholder is a lookup of a state key, with what the schema says about it.
type placeholder struct {
	instruction.Token
	text string      // braces included
	name string      // the key
	key  *schema.Key // nil: not declared

	doubtful bool // another template language may take it away first
}

// braces counts the opening and the closing brackets.
func (p *placeholder) braces() (opening, closing int) {
	open, shut := "{", "}"
	if p.Angle {
		open, shut = "<", ">"
	}
	opening = len(p.text) - len(strings.TrimLeft(p.text, open))
	closing = len(p.text) - len(strings.TrimRight(p.text, shut))
	return opening, closing
}

// write returns the placeholder for a key, in the brackets of this one.
func (p *placeholder) write(wire string, optional bool) string {
	mark := ""
	if optional {
		mark = "?"
	}
	if p.Angle {
		return "<" + wire + mark + ">"
	}
	return "{" + wire + mark + "}"
}

// offerMark offers to write the name with or without the optional marker, and without
// spaces around it. It keeps the braces, of which there may be more than one
// pair.
func (p *pass) offerMark(f *finding, ph *placeholder, optional, certain bool) {
	opening, closing := ph.braces()
	mark := ""
	if optional {
		mark = "?"
	}
	fix := diag.Fix{Message: "write " + ph.write(ph.name, optional), Certain: certain}
	if first := ph.Start + opening; first < ph.NameStart {
		fix.Edits = append(fix.Edits, diag.Edit{Span: p.span(first, ph.NameStart)})
	}
	fix.Edits = append(fix.Edits, diag.Edit{Span: p.span(ph.NameEnd, ph.End-closing), NewText: mark})
	f.Fixes = append(f.Fixes, fix)
}

// mayBeMissing reports whether a run can find the key without a value. ADK
// does not know defaults; those of session keys are in the state from the
// start, because the session is created with them. Nobody knows before the run
// which keys of a family there are to be, so none is in the state then.
func mayBeMissing(k *schema.Key, d instruction.Dialect) bool {
	switch {
	case k.Optional:
		return true
	case k.Default == nil:
		return isFamily(k)
	case d == instruction.Stategen:
		return false
	default:
		return k.Scope != runtime.ScopeSession || isFamily(k)
	}
}

func isFamily(k *schema.Key) bool { return len(k.Params) > 0 }

// usable reports whether it is worth asking how the key is used: it is
// declared, and its value may be in a prompt at all.
func (p *placeholder) usable() bool { return p.key != nil && !p.key.Sensitive }

// canStand reports whether a key can and may be used in a placeholder.
func (p *pass) canStand(k *schema.Key) bool {
	return keys.Known(k) && p.dialect().HasKey(k.Wire()) && !k.Sensitive
}

// familyAround returns the family whose name is written out around a
// placeholder: order_{order_id}.
func (p *pass) familyAround(ph *placeholder) *schema.Key {
	for _, k := range p.keys.Families() {
		for _, param := range k.Params {
			wire := k.Wire()
			shift := len(wire) - len(k.Name)
			start := ph.Start - param.Start - shift
			if start >= 0 && strings.HasPrefix(p.Text.Text[start:], wire) {
				return k
			}
		}
	}
	return nil
}
