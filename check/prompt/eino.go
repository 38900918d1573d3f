package prompt

import (
	"slices"

	"github.com/seed92179c4c/stategen/check/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// einoRules are the rules on what eino reads as Python's format strings. No text
// stays as it is there, nothing is optional, and doubled braces are text, so the rules
// on those of ADK don't apply.
func einoRules() []rule {
	return []rule{
		{Rule: undeclaredKey, placeholder: checkUndeclaredInEino},
		{Rule: removedKey, placeholder: checkRemovedKey},
		{Rule: missingOptionalMarker, placeholder: checkMissingInEino},
		{Rule: proseReference, text: checkProseReference},
		{Rule: unprintableType, placeholder: checkUnprintableInEino},
		{Rule: sensitiveInPrompt, placeholder: checkSensitiveInPrompt},
		{Rule: deprecatedKey, placeholder: checkDeprecatedKey},
		{Rule: allValues, group: checkAllValues},
		{Rule: formatSpec, placeholder: checkFormatSpec},
		{Rule: failingBraces, text: checkFailingBraces},
	}
}

// rulesOf are the rules that apply to texts of the pass's dialect.
func (p *pass) rulesOf() []rule {
	if p.dialect() == instruction.Eino {
		return einoRules()
	}
	return p.rules
}

// field is what eino reads in the braces of a placeholder or a group.
func (p *pass) field(tok instruction.Token) (instruction.EinoField, error) {
	return instruction.ReadEinoField(p.Text.Text[tok.Start+1 : max(tok.End-1, tok.Start+1)])
}

func checkUndeclaredInEino(p *pass, ph *placeholder) {
	if ph.key != nil || p.removed(ph.name) || p.prefixed(ph) != "" {
		return
	}
	f := p.undeclared(ph.name, ph.NameStart, ph.NameEnd, func(k *schema.Key) string {
		if !p.canStand(k) {
			return ""
		}
		return k.Wire()
	})
	if len(f.Related) == 0 {
		f.hint("declare the key, or double the braces if they are meant: {{%s}}", ph.name)
	}
}

func checkMissingInEino(p *pass, ph *placeholder) {
	if !p.needsMark(ph) || p.prefixed(ph) != "" {
		return
	}
	p.report(missingOptionalMarker, ph.Start, ph.End, "%s %s: the run fails while it is not set", diag.Quote(ph.name), p.whyMissing(ph.key)).
		hint("eino has no optional marker: give the key a default, which Initial stores, or declare it without optional if it is always set before").
		related(ph.key.Span, "declared here")
}

func checkUnprintableInEino(p *pass, ph *placeholder) {
	checkUnprintableType(p, ph)
	field, err := p.field(ph.Token)
	if p.Compiled || ph.Angle || err != nil || len(field.Path) != 1 || !ph.usable() ||
		ph.key.Encoding == schema.JSONString || !isCollection(ph.key.Type.Kind) {
		return
	}
	p.report(unprintableType, ph.Start, ph.End, "eino shows %s in Go's notation, such as map[k:[a]]", diag.Quote(ph.name)).
		hint("list the file under instructions: the compiled instruction shows JSON").
		related(ph.key.Span, "declared here")
}

// prefixed returns the key with the prefix of a scope that was meant by what eino
// reads as a key and a format; empty for any other placeholder.
func (p *pass) prefixed(ph *placeholder) string {
	field, err := p.field(ph.Token)
	if err != nil || ph.Angle || len(field.Path) != 1 {
		return ""
	}
	wire := ph.name + ":" + field.Format
	if p.keys.Exact(wire) != nil || ph.key == nil && isScopePrefix(ph.name) && wording.IsName(field.Format) {
		return wire
	}
	return ""
}

// einoLoose reports whether a file is a template of another language with single
// braces first, so that eino may never see them.
func (p *pass) einoLoose() bool { return p.Loose && statement.MatchString(p.Text.Text) }

// isLookedUp reports whether braces with a name in them that no placeholder could have
// are those of a declared key all the same: eino takes any name.
func (p *pass) isLookedUp(field instruction.EinoField) bool {
	return len(field.Path) > 0 && (p.keys.Find(field.Path[0]) != nil || p.keys.Foreign(field.Path[0]))
}

// isScalar reports whether eino can't look into values of a key.
func isScalar(k *schema.Key) bool {
	return k.Encoding == schema.JSONString || slices.Contains([]schema.Kind{
		schema.String, schema.Enum, schema.Bool, schema.Int, schema.Int64, schema.Float, schema.Time, schema.Duration, schema.Bytes,
	}, k.Type.Kind)
}
