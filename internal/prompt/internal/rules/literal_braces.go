package rules

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
)

var LiteralBraces = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "literal-braces",
	Severity: diag.Error,
	Summary:  "doubled braces are looked up, not shown",
	Why: "ADK strips any number of braces, so {{x}} reads the key x and fails the run when there is none. If " +
		"the key exists its value is shown, which is a warning: either the value or the braces may be meant. " +
		"In the stategen dialect doubled braces are literal text.",
	Bad:  "Answer in the form {{answer}}.\n",
	Good: "Answer in the form [answer].\n",

	WithoutSchema: true,
})

var _ = judge.Register(judge.Rule{Rule: LiteralBraces, In: judge.NotEino, Placeholder: checkLiteralBraces})

func checkLiteralBraces(p *judge.Pass, ph *reading.Placeholder) {
	opening, closing := ph.Braces()
	switch {
	case ph.Angle || !p.Dialect.StripsBraces || opening < 2 || closing < 2:
	case ph.Key == nil:
		f := p.Reportf(LiteralBraces, ph.Start, ph.End, "ADK looks up %s in spite of the doubled braces", diag.Key(ph.Wire))
		f.Hintf("use other brackets, or the stategen dialect, where doubled braces are text")
		if !p.Grammar.Raw {
			f.Hintf("write <!-- stategen:text {%s} --> if the braces are meant", ph.Wire)
		}
		if near := p.Keys.Suggest(ph.Wire); len(near.Keys) > 0 {
			f.Hintf("%s", near.Hint())
		}
		if p.CalledText(ph) {
			f.Hintf("ADK looks it up whatever the comment says: %s", compileIt)
		}
		if ph.Doubtful {
			f.MakeLikely()
			f.Hintf("declare the key; if the file's other template language takes the braces away first, list the name under foreign")
		}
	case opening != closing || ph.Key.Sensitive || reportsMissingMark(p, ph):
		// the error about that placeholder is enough
	default:
		f := p.Reportf(LiteralBraces, ph.Start, ph.End, "ADK shows the value of %s here: doubled braces do not escape it",
			diag.Key(ph.Wire))
		f.MakeLikely()
		f.Hintf("write %s if the value is meant", ph.Write(ph.Wire, ph.Optional || p.Dialect.MayBeMissing(ph.Key)))
	}
}
