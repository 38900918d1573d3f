package prompt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/comment"
)

// noComment is what looks like a comment to stategen: in HTML, or first on a line.
var noComment = regexp.MustCompile(
	`(?im)(<!--+[ \t\r\n]*|^[ \t]*(?:#+|//+|--+|;+|%+|\{#-?|\{\{-?[ \t]*/\*|/\*)?[ \t]*)(stategen[ \t]*:[ \t]*([a-z]+))`)

// checkNoComment reports comments that stategen does not read as such, so that
// the model does.
func checkNoComment(p *pass) {
	text := p.Text.Text
	if !slices.ContainsFunc([]string{"stategen", "Stategen", "StateGen", "STATEGEN"}, func(s string) bool { return strings.Contains(text, s) }) {
		return
	}
	known := map[int]bool{}
	for _, c := range comment.InPrompt(text) {
		known[c.Mark[0]] = true
	}
	for _, m := range noComment.FindAllStringSubmatchIndex(text, -1) {
		if !known[m[4]] {
			p.reportNoComment(m, strings.HasPrefix(text[m[2]:m[3]], "<!--"))
		}
	}
}

// reportNoComment takes the parts of a match, and whether it is a comment of
// HTML.
func (p *pass) reportNoComment(m []int, html bool) {
	mark, word := p.Text.Text[m[4]:m[5]], p.Text.Text[m[6]:m[7]]
	verb := nearVerb(word)
	switch {
	case verb == "":
	case mark != "stategen:"+verb:
		p.report(textComment, m[4], m[5], "%s is not a comment to stategen, so the model reads it", diag.Quote(mark)).
			hint("did you mean %q?", "stategen:"+verb)
	case p.grammar.Raw: // ADK shows every comment to the model
	case html:
		f := p.report(textComment, m[4], m[5], "this comment is not closed before the next one or the end of its paragraph, so it is text")
		f.hint("end it with -->")
		f.Severity = diag.Error
	default:
		p.report(textComment, m[4], m[5], "this is not a comment in a prompt, so the model reads it").
			hint("write <!-- %s ... -->", mark)
	}
}

// nearVerb returns the verb that a word is meant to be; empty if none.
func nearVerb(word string) string {
	for _, verb := range []string{comment.Ignore, comment.Text} {
		if strings.EqualFold(word, verb) || diag.Near(strings.ToLower(word), verb) {
			return verb
		}
	}
	return ""
}
