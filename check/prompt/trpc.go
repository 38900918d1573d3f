package prompt

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// framework is the name of what the dialect is that of.
func (p *pass) framework() string {
	switch p.dialect() {
	case instruction.TRPC:
		return "tRPC-Agent-Go"
	case instruction.Eino:
		return "eino"
	}
	return "ADK"
}

// whenMissing says what becomes of a required placeholder without a value.
func (p *pass) whenMissing() string {
	if p.dialect() == instruction.TRPC {
		return "it stays as text"
	}
	return "the run fails"
}

// lettersFor says which letters names in placeholders may have, of a name that can't be in one.
func lettersFor(name string) string {
	if instruction.IsKey(name) { // in another dialect
		return "ASCII letters"
	}
	return "letters"
}

// maybeText makes a warning of a finding about a name that may be meant as text, which
// is what it stays.
func (p *pass) maybeText(f *finding, ph *placeholder) {
	if p.dialect() == instruction.TRPC && !ph.Optional && len(f.Related) == 0 {
		f.Severity = diag.Warning
		f.Message += ", so this stays as text"
	}
}
