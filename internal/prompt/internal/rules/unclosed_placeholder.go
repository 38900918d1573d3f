package rules

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var unclosedPlaceholder = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "unclosed-placeholder",
	Severity: diag.Error,
	Summary:  "a declared key follows a brace that is never closed",
	Why: "Without its closing brace a placeholder is left in the prompt as text, without an error, and the model never " +
		"sees the value.",
	Bad:  "Weather in {city today.\n",
	Good: "Weather in {city} today.\n",

	WithoutSchema: true,
})

var _ = judge.Register(judge.Rule{Rule: unclosedPlaceholder, In: judge.NotEino, Text: checkUnclosed})

// checkUnclosed looks for {city where no brace closes it before the paragraph
// ends, in what is not code.
func checkUnclosed(p *judge.Pass) {
	text := p.Text
	if !p.Grammar.Brace {
		return
	}
	if opened := strings.Count(text, "{"); opened == 0 || opened <= strings.Count(text, "}") {
		return
	}
	for at := strings.IndexByte(text, '{'); at >= 0 && at+1 < len(text); {
		if !isWordByte(text[at+1]) {
			// most often JSON
		} else if end := unclosed(p, at); end > 0 {
			p.Reportf(unclosedPlaceholder, at, end, "this brace is never closed, so %s is left as text", diag.Quote(text[at+1:end])).
				Hintf("close it after the name")
		}
		n := strings.IndexByte(text[at+1:], '{')
		if n < 0 {
			return
		}
		at += 1 + n
	}
}

// longestUnclosed is how far a closing brace is looked for.
const longestUnclosed = 2000

// unclosed returns the end of the declared key after an opening brace that
// stays open in prose; 0 for anything else.
func unclosed(p *judge.Pass, open int) int {
	text := p.Text
	end := open + 1
	for end < len(text) && (text[end] == ':' || isWordByte(text[end])) {
		end++
	}
	k := p.Keys.Exact(text[open+1 : end])
	if k == nil || !p.Dialect.CanStand(k) || open > 0 && strings.IndexByte(" \t\n([\"'*-", text[open-1]) < 0 {
		return 0
	}
	rest := text[end:min(len(text), end+longestUnclosed)]
	if !endsWord(rest) || closesIn(rest) || p.InCode(instruction.Token{Start: open, End: end}) {
		return 0
	}
	return end
}

// endsWord reports whether prose can continue like this after a name.
func endsWord(text string) bool {
	if text == "" || text[0] == '\n' || strings.HasPrefix(text, "\r\n") {
		return true
	}
	trimmed := strings.TrimLeft(text, ".,;!?)\"'")
	return trimmed == "" || trimmed[0] == '\n' || trimmed[0] == ' ' && len(trimmed) > 1 && (isWordByte(trimmed[1]) || trimmed[1] == '(')
}

// closesIn reports whether the paragraph has the closing brace.
func closesIn(text string) bool {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return true
			}
		case '\n':
			if rest := strings.TrimLeft(text[i+1:], " \t\r"); rest == "" || rest[0] == '\n' {
				return false
			}
		}
	}
	return len(text) == longestUnclosed
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
