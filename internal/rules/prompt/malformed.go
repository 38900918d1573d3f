package prompt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var malformedPlaceholder = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "malformed-placeholder",
	Severity: diag.Error,
	Summary:  "a declared key is in braces in a form that is not looked up",
	Why: "A space before the optional marker or after the colon, a field, an index, a format or a filter, a dash " +
		"instead of an underscore: such a group is left in the prompt as text, without an error, and the model never " +
		"sees the value. Code in the text is ignored: blocks between fences, spans between backticks, lines that look " +
		"like code.",
	Bad:  "Seat: {seat ?}\n",
	Good: "Seat: {seat?}\n",

	WithoutSchema: true,
})

var _ = register(rule{Rule: malformedPlaceholder, In: notEino, Group: checkMalformedPlaceholder})

// checkMalformedPlaceholder tries the forms one by one; groups that name no
// declared key are none of its business.
func checkMalformedPlaceholder(p *pass, tok instruction.Token) {
	w := reading.ReadGroup(tok, p.Text)
	if p.Keys.Foreign(w.Core) || saysText(p, tok, w) {
		return
	}
	for _, form := range []func(*pass, instruction.Token, reading.Group) *finding{
		keyWithSpaces, unusableKey, keyWithPart, keyOfStateObject, keyWithDot, keyWithOtherSeparators, artifacts,
	} {
		if f := form(p, tok, w); f != nil {
			if unlikeCode(tok, p.Text, w) || !p.InCode(tok) {
				p.Keep(f)
			}
			return
		}
	}
}

// saysText reports whether a group is { x } in the stategen dialect, which is how
// literal text is written there.
func saysText(p *pass, tok instruction.Token, w reading.Group) bool {
	body := tok.Name(p.Text)
	return p.Dialect.Dialect == instruction.Stategen && !tok.Angle && body == " "+w.Core+" " && instruction.IsKey(w.Core)
}

// unlikeCode reports whether no code looks so: {x ?} and {user:name.first}.
func unlikeCode(tok instruction.Token, text string, w reading.Group) bool {
	scope, name := runtime.ParseKey(strings.TrimSpace(tok.Name(text)))
	return w.Optional || scope != runtime.ScopeSession && !strings.HasPrefix(name, " ")
}

// keyWithSpaces is {x ?}, {x??}, and {user: x}.
func keyWithSpaces(p *pass, tok instruction.Token, w reading.Group) *finding {
	k := p.Keys.Find(w.Core)
	if k == nil || !p.Dialect.HasKey(w.Core) {
		return nil
	}
	f := malformed(p, tok, "this form of %s is left as text", diag.Quote(w.Core))
	return meant(p, f, tok, k, w.Core)
}

// unusableKey is {relay:token} and {budget.total}, declared as such.
func unusableKey(p *pass, tok instruction.Token, w reading.Group) *finding {
	k := p.Keys.Find(w.Core)
	if k == nil {
		return nil
	}
	return malformed(p, tok, "%s cannot be used in a placeholder, so this is left as text", diag.Quote(w.Core)).
		Hintf("copy the value to a key whose name has only %s, digits and underscores", reading.LettersFor(w.Core)).
		Relatedf(k.Span, "declared here")
}

// keyWithPart is {x.y}, {x[0]}, {x!r}, {x:>10} and {x|upper}.
func keyWithPart(p *pass, tok instruction.Token, w reading.Group) *finding {
	part, ok := reading.ReadPart(tok, p.Text)
	k := p.Keys.Find(part.Key)
	if !ok || k == nil {
		return nil
	}
	problem, hint := "format the value of", "write %s, and store the value in the form that the prompt needs"
	switch {
	case part.Or != "":
		problem, hint = "have a default for", "write %s, and set the key to its default when the session begins"
	case part.Access != "":
		problem, hint = "reach into the value of", "write %s for the whole value, or give the part a key of its own"
	}
	f := malformed(p, tok, "a placeholder can't %s %s, so this is left as text", problem, diag.Quote(part.Key)).
		Relatedf(k.Span, "declared here")
	if part.Or != "" { // a format that the model is to answer in can look so
		f.MakeLikely()
	}
	if k.Sensitive {
		return f.Hintf("%s", forTools)
	}
	return f.Hintf(hint, p.RewriteKey(tok, k, part.Key))
}

// keyWithDot is {user.name} for user:name.
func keyWithDot(p *pass, tok instruction.Token, w reading.Group) *finding {
	prefix, name, _ := strings.Cut(w.Core, ".")
	if !reading.IsScopePrefix(prefix) || !reading.IsName(name) {
		return nil
	}
	wire := prefix + ":" + name
	k := p.Keys.Exact(wire)
	if k == nil {
		return nil
	}
	f := malformed(p, tok, "a scope is followed by a colon, not a dot, so this is left as text").
		Relatedf(k.Span, "declared here")
	return meant(p, f, tok, k, wire)
}

// forTools is the hint where a form that is right would be sent to the model.
const forTools = "the key is sensitive and must not be in a prompt: let a tool read it instead"

// keyOfStateObject is {state.x} and {session.state.x}.
func keyOfStateObject(p *pass, tok instruction.Token, w reading.Group) *finding {
	_, name, ok := strings.Cut("."+w.Core, ".state.")
	k := p.Keys.Find(name)
	if !ok || k == nil || !p.Dialect.HasKey(name) {
		return nil
	}
	f := malformed(p, tok, "a placeholder contains only the key, so this is left as text")
	f.Args = []diag.Arg{diag.Key(k.Wire())}
	return meant(p, f, tok, k, name)
}

// keyWithOtherSeparators is {departure-city} for departure_city.
func keyWithOtherSeparators(p *pass, tok instruction.Token, w reading.Group) *finding {
	same := p.Keys.Folded(w.Core)
	if len(same) != 1 || !p.Dialect.CanStand(same[0]) || w.Prefixed() {
		return nil
	}
	text := p.RewriteKey(tok, same[0], same[0].Wire())
	return malformed(p, tok, "%s is not a valid key name, so this is left as text", diag.Quote(w.Core)).
		Relatedf(same[0].Span, "%s is declared here", diag.Quote(same[0].Wire())).
		Hintf("write %s", text).
		SuggestInstead(p, tok, text)
}

func malformed(p *pass, tok instruction.Token, format string, args ...any) *finding {
	return p.Describef(malformedPlaceholder, tok.Start, tok.End, format, args...)
}

// meant hints at the right form and offers to write it, with a mark where the
// key may be missing.
func meant(p *pass, f *finding, tok instruction.Token, k *schema.Key, wire string) *finding {
	text := p.RewriteKey(tok, k, wire)
	if k.Sensitive {
		return f.Hintf("%s", forTools)
	}
	return f.Hintf("write %s", text).SuggestInstead(p, tok, text)
}

// artifacts is {artifacts.notes.txt}, {artifact:notes.txt}, {artifacts.notes}
// and {artifact:notes}.
func artifacts(p *pass, tok instruction.Token, w reading.Group) *finding {
	name := artifactName(p, tok, w)
	if name == "" || p.Keys.Find("artifacts") != nil || p.Keys.Find("artifact") != nil {
		return nil
	}
	text := rewrite(tok, "artifact."+name, w.Optional)
	return malformed(p, tok, "only {artifact.NAME} is replaced by an artifact; this is left as text").
		Hintf("write %s", text).
		SuggestInstead(p, tok, text)
}

// artifactName returns what follows a prefix that nearly says that it names an
// artifact; empty for what is more likely code, or a key with a wrong scope.
func artifactName(p *pass, tok instruction.Token, w reading.Group) string {
	m := artifactForm.FindStringSubmatch(w.Core)
	switch {
	case m == nil:
		return ""
	case strings.Contains(m[1], "."):
		return m[1] // a file
	case strings.ContainsAny(tok.Name(p.Text), " \t"), slices.Contains(membersOfLists, m[1]), len(p.Keys.Named(m[1])) > 0:
		return ""
	default:
		return m[1]
	}
}

// artifactForm is a file's name, with its ending or without, or a word.
var artifactForm = regexp.MustCompile(`^(?:artifacts?:|artifacts\.)([\pL_][\pL\pN_-]*(?:\.[A-Za-z][A-Za-z0-9]{1,4})?)$`)

// membersOfLists are what code asks a list or a map of artifacts for.
var membersOfLists = []string{
	"length", "size", "count", "len", "items", "keys", "values", "entries", "map", "filter", "first", "last", "all",
	"list", "total", "data", "id", "ids", "name", "names", "type", "types", "string", "object", "array", "any", "null",
}
