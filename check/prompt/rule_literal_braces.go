package prompt

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var literalBraces = diag.Rule{
	ID:       "literal-braces",
	Severity: diag.Error,
	Summary:  "doubled braces are looked up, not shown",
	Why: "ADK strips any number of braces, so {{x}} reads the key x and fails the run when there is none. If " +
		"the key exists its value is shown, which is a warning: either the value or the braces may be meant. " +
		"In the stategen dialect doubled braces are literal text.",
	Bad:  "Answer in the form {{answer}}.\n",
	Good: "Answer in the form [answer].\n",
}

func checkLiteralBraces(p *pass, ph *placeholder) {
	opening, closing := ph.braces()
	switch {
	case ph.Angle || p.dialect() != instruction.ADK || opening < 2 || closing < 2:
	case ph.key == nil:
		f := p.report(literalBraces, ph.Start, ph.End, "ADK looks up %s in spite of the doubled braces", diag.Quote(ph.name))
		f.hint("use other brackets, or the stategen dialect, where doubled braces are text")
		if !p.grammar.Raw {
			f.hint("write <!-- stategen:text {%s} --> if the braces are meant", ph.name)
		}
		if near := p.keys.Suggest(ph.name); len(near.Keys) > 0 {
			f.hint("%s", near.Hint())
		}
		if p.calledText(ph) {
			f.hint("ADK looks it up whatever the comment says: %s", compileIt)
		}
		if ph.doubtful {
			f.Severity = diag.Warning
			f.hint("declare the key; if the file's other template language takes the braces away first, list the name under foreign")
		}
	case opening != closing || ph.key.Sensitive || p.reportsMissingMark(ph):
		// the error about that placeholder is enough
	default:
		f := p.report(literalBraces, ph.Start, ph.End, "ADK shows the value of %s here: doubled braces do not escape it",
			diag.Quote(ph.name))
		f.Severity = diag.Warning
		f.hint("write %s if the value is meant", ph.write(ph.name, ph.Optional || mayBeMissing(ph.key, p.dialect())))
	}
}

// looksLiteral reports whether a placeholder is literal-braces' business.
func (p *pass) looksLiteral(ph *placeholder) bool {
	opening, closing := ph.braces()
	return p.dialect() == instruction.ADK && !ph.Angle && opening > 1 && closing > 1
}
