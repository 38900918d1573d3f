package check

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// longestGroup is more than any placeholder that somebody got wrong.
const longestGroup = 150

// couldBeMeant reports whether a group could be a placeholder that somebody got
// wrong: JSON, code and formulas are told apart by how they begin, and by the
// dollar of shells and JavaScript before them.
func couldBeMeant(tok instruction.Token, text string) bool {
	if tok.NameEnd-tok.NameStart > longestGroup || tok.Start > 0 && text[tok.Start-1] == '$' {
		return false
	}
	body := text[tok.NameStart:tok.NameEnd]
	for body != "" && (body[0] == ' ' || body[0] == '\t') {
		body = body[1:]
	}
	if !beginsWithLetter(body) || strings.ContainsAny(body, "\n`\\=;") {
		return false
	}
	if strings.ContainsAny(body, "\"',") {
		_, ok := readPart(tok, text)
		return ok
	}
	return true
}

// beginsWithLetter reports whether a text begins as an identifier does.
func beginsWithLetter(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return first == '_' || unicode.IsLetter(first)
}

// wording is the text between the brackets of a group, taken apart.
type wording struct {
	core     string // without spaces at the ends and around a colon, without marks
	optional bool
}

func readGroup(tok instruction.Token, text string) wording {
	body := strings.TrimSpace(tok.Name(text))
	core := strings.TrimRight(body, "? \t")
	w := wording{core: core, optional: strings.Contains(body[len(core):], "?")}
	if head, tail, ok := strings.Cut(core, ":"); ok {
		w.core = strings.TrimSpace(head) + ":" + strings.TrimSpace(tail)
	}
	return w
}

// prefixed reports whether the wording is two names and a colon.
func (w wording) prefixed() bool {
	prefix, name, ok := strings.Cut(w.core, ":")
	return ok && isName(prefix) && isName(name)
}

// isName reports whether a text is an identifier.
func isName(text string) bool { return instruction.IsKey(text) && !strings.Contains(text, ":") }

// rewrite returns the placeholder that a group should have been.
func rewrite(tok instruction.Token, wire string, optional bool) string {
	return placeholder{Token: tok}.write(wire, optional)
}

// rewriteKey is rewrite for a declared key. It has the optional marker where the
// schema calls for it, and nowhere else: the result must break no other rule.
func (p *pass) rewriteKey(tok instruction.Token, k *schema.Key, wire string) string {
	return rewrite(tok, wire, mayBeMissing(k, p.dialect()) || emptyAtStart(k))
}

// suggestInstead offers a placeholder instead of a group. The group is text today,
// so nobody can be certain that it is not meant as text. Braces that are the
// surrounding text's stay, and apart from the placeholder, which would take them
// with it.
func (f *finding) suggestInstead(p *pass, tok instruction.Token, text string) *finding {
	opening, closing := placeholder{Token: tok, text: tok.Text(p.Text.Text)}.braces()
	kept := min(opening, closing)
	whole := text
	if opening > kept {
		whole = strings.Repeat("{", opening-kept) + " " + whole
	}
	if closing > kept {
		whole += " " + strings.Repeat("}", closing-kept)
	}
	f.suggest(p.span(tok.Start, tok.End), whole)
	f.Fixes[len(f.Fixes)-1].Message = "write " + text
	return f
}
