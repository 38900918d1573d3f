package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var formatSpec = diag.Rule{
	ID:       "format-spec",
	Severity: diag.Error,
	Summary:  "a placeholder formats a value, or reaches into it, in a way that fails",
	Why: "To eino what follows a colon is a format, so that {user:name} is the key user with the format name, and what follows " +
		"a dot or a bracket is looked up in the value. A format that it can't read fails the run, and one for values of another " +
		"type shows the model %!d(string=x), which is a warning. The instructions that stategen compiles take neither. " +
		"The rule is for schemas with dialect: eino.",
	Bad:  "version: 1\ndialect: eino\nkeys: {user:name: string}\ninstructions:\n  a: {text: \"Greet {user:name}.\"}\n",
	Good: "version: 1\ndialect: eino\nkeys: {user_name: string}\ninstructions:\n  a: {text: \"Greet {user_name}.\"}\n",
}

func checkFormatSpec(p *pass, ph *placeholder) {
	field, err := p.field(ph.Token)
	if err != nil || ph.Angle {
		return
	}
	wire, reached := p.prefixed(ph), len(field.Path) > 1
	switch {
	case wire != "":
		p.reportPrefixed(ph, wire, field.Format)
	case !instruction.IsEinoFormat(field.Format):
		p.report(formatSpec, ph.Start, ph.End, "eino can't read the format %s, and the run fails", diag.Quote(field.Format)).
			hint("write {%s}, or double the braces if they are meant", ph.name)
	case reached && ph.key != nil && isScalar(ph.key):
		p.report(formatSpec, ph.Start, ph.End, "eino looks for %s in the value of %s, which is %s, and the run fails",
			diag.Quote(field.Path[1]), diag.Quote(ph.name), article(ph.key.Type.String())).
			hint("write {%s} for the value", ph.name).
			related(ph.key.Span, "declared here")
	case p.Compiled && ph.End-ph.Start != len(ph.name)+len("{}"):
		p.report(formatSpec, ph.Start, ph.End, "a compiled instruction inserts values as they are: %s is not formatted, nor reached into",
			diag.Quote(ph.name)).
			hint("write {%s}, and store the value in the form that the prompt needs", ph.name)
	case !reached && ph.key != nil && !fitsVerb(ph.key, field.Format):
		f := p.report(formatSpec, ph.Start, ph.End, "the format %s is not one for %s: the model reads %%!%s(…)",
			diag.Quote(field.Format), article(ph.key.Type.String()), strings.ReplaceAll(field.Format[len(field.Format)-1:], "%", "f"))
		f.hint("write {%s}", ph.name).related(ph.key.Span, "declared here")
		f.Severity = diag.Warning
	}
}

// reportPrefixed reports a key with a prefix, which eino can't be asked for.
func (p *pass) reportPrefixed(ph *placeholder, wire, format string) {
	f := p.report(formatSpec, ph.Start, ph.End, "eino reads this as the key %s with the format %s", diag.Quote(ph.name), diag.Quote(format)).
		hint("a key with a prefix can't be in eino's prompts, and eino has no scopes: declare it as %s", strings.ReplaceAll(wire, ":", "_"))
	if k := p.keys.Exact(wire); k != nil {
		f.related(k.Span, "declared here")
	}
}

func article(name string) string {
	if strings.IndexByte("aeio", name[0]) >= 0 {
		return "an " + name
	}
	return "a " + name
}

// fitsVerb reports whether Go's fmt has something to show for a value of the key. Only
// types are judged that a session holds as they are.
func fitsVerb(k *schema.Key, format string) bool {
	verb := ""
	if format != "" {
		verb = strings.Trim(format[len(format)-1:], "0123456789.<>=^+- #rts")
	}
	if verb == "" || k.Encoding != schema.Plain {
		return true
	}
	switch k.Type.Kind {
	case schema.String, schema.Enum:
		return strings.Contains("xX", verb)
	case schema.Bool:
		return false
	case schema.Int, schema.Int64:
		return strings.Contains("bdoxX", verb)
	case schema.Float:
		return strings.Contains("beEfFgG%xX", verb)
	}
	return true
}
