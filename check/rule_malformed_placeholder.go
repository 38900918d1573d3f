package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var malformedPlaceholder = diag.Rule{
	ID:       "malformed-placeholder",
	Severity: diag.Error,
	Summary:  "a declared key stands in braces in a form that is not looked up",
	Why: "A space before the mark or behind the colon, a field or an index, a dash for an underscore: such a group is " +
		"left in the prompt as text, without an error, and the model never sees the value.",
	Bad:  "Seat: {seat ?}\n",
	Good: "Seat: {seat?}\n",
}

// checkMalformedPlaceholder tries the forms one by one; groups that name no
// declared key are none of its business.
func checkMalformedPlaceholder(p *pass, tok instruction.Token) {
	w := readGroup(tok, p.Text.Text)
	if p.keys.isForeign(w.core) {
		return
	}
	for _, form := range []func(*pass, instruction.Token, wording) bool{
		keyWithSpaces, keyThatCannotStand, keyWithPath, keyOfStateObject, keyWithOtherSeparators,
	} {
		if form(p, tok, w) {
			return
		}
	}
}

// keyWithSpaces is {x ?}, {x??}, {user: x}, and { x } where spaces count.
func keyWithSpaces(p *pass, tok instruction.Token, w wording) bool {
	k := p.keys.find(w.core)
	if k == nil || !instruction.IsKey(w.core) {
		return false
	}
	p.malformed(tok, "this form of %s is left as text", quote(w.core)).
		meant(p, tok, w.core, w.optional)
	return true
}

// keyThatCannotStand is {relay:token} and {budget.total}, declared as such.
func keyThatCannotStand(p *pass, tok instruction.Token, w wording) bool {
	k := p.keys.find(w.core)
	if k == nil {
		return false
	}
	p.malformed(tok, "%s can't stand in a placeholder, so this is left as text", quote(w.core)).
		hint("copy the value to a key whose name has only letters, digits and underscores").
		related(k.Span, "declared here")
	return true
}

// pathForm is a key with fields and indexes behind it, and nothing of code.
var pathForm = regexp.MustCompile(`^([\pL\pN_:]+)((?:\.[\pL\pN_]+|\[[\pL\pN_]+\])+)$`)

// keyWithPath is {x.y} and {x[0]}.
func keyWithPath(p *pass, tok instruction.Token, w wording) bool {
	m := pathForm.FindStringSubmatch(w.core)
	if m == nil || isAttribute(tok, p.Text.Text) {
		return false
	}
	k := p.keys.find(m[1])
	if k == nil || !instruction.IsKey(m[1]) || !hasPart(k, m[2]) {
		return false
	}
	p.malformed(tok, "a placeholder can't reach into the value of %s, so this is left as text", quote(m[1])).
		hint("write %s for the whole value, or give the part a key of its own", rewrite(tok, m[1], k.Optional)).
		related(k.Span, "declared here")
	return true
}

// isAttribute reports whether a group is the value of an attribute, as in
// JSX: title={page.title}.
func isAttribute(tok instruction.Token, text string) bool {
	return tok.Start > 0 && text[tok.Start-1] == '='
}

// hasPart reports whether the key's value can have the part that a path names.
// Of a key with a prefix it need not: no code looks like {user:name.first}.
func hasPart(k *schema.Key, path string) bool {
	switch kind := k.Type.Kind; {
	case k.Scope != runtime.ScopeSession, kind == schema.Map, kind == schema.JSON, kind == schema.Go:
		return true
	case kind == schema.List:
		return path[0] == '['
	case kind == schema.Object:
		return slices.ContainsFunc(k.Type.Named.Fields, func(f *schema.Field) bool {
			return strings.HasPrefix(path, "."+f.Name)
		})
	}
	return false
}

// keyOfStateObject is {state.x} and {session.state.x}.
func keyOfStateObject(p *pass, tok instruction.Token, w wording) bool {
	_, name, ok := strings.Cut("."+w.core, ".state.")
	k := p.keys.find(name)
	if !ok || k == nil || !instruction.IsKey(name) {
		return false
	}
	p.malformed(tok, "a placeholder names the key alone, so this is left as text").
		meant(p, tok, name, w.optional)
	return true
}

// keyWithOtherSeparators is {departure-city} for departure_city.
func keyWithOtherSeparators(p *pass, tok instruction.Token, w wording) bool {
	same := p.keys.foldedWires[fold(w.core)]
	if len(same) != 1 || !canStand(same[0]) || w.prefixed() {
		return false
	}
	p.malformed(tok, "%s is no name of a key, so this is left as text", quote(w.core)).
		related(same[0].Span, "%s is declared here", quote(same[0].Wire())).
		meant(p, tok, same[0].Wire(), w.optional)
	return true
}

func (p *pass) malformed(tok instruction.Token, format string, args ...any) *finding {
	return p.report(malformedPlaceholder, tok.Start, tok.End, format, args...)
}

// meant hints at the right form and offers to write it.
func (f *finding) meant(p *pass, tok instruction.Token, wire string, optional bool) {
	text := rewrite(tok, wire, optional)
	f.hint("write %s", text).replace(p.span(tok.Start, tok.End), text)
}
