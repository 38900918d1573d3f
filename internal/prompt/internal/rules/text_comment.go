package rules

import (
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/runtime/comment"
)

var textComment = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "text-comment",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a stategen:text comment, or what looks like a comment to stategen, has no effect",
	Why: "<!-- stategen:text {answer} --> anywhere in a text makes {answer} literal text throughout, braces included, wherever " +
		"stategen renders it: in the instructions of a schema, and in what is passed to Inject. Where a framework itself renders " +
		"a text, it looks up what has the form of a placeholder whatever a comment says, and the model sees the comment. " +
		"A comment that names nothing in braces, or no placeholder of the text, would hide the next mistake. " +
		"In a prompt only <!-- ... --> is a comment, closed in its own paragraph: one that is misspelt or never closed " +
		"reaches the model. One that is never closed is an error.",
	Bad:  "version: 1\nkeys: {city: string}\ninstructions:\n  a: {text: \"{city} <!-- stategen:text {answr} -->\"}\n",
	Good: "version: 1\nkeys: {city: string}\ninstructions:\n  a: {text: \"{city}, as {answer} <!-- stategen:text {answer} -->\"}\n",
})

var _ = judge.Register(judge.Rule{Rule: textComment, In: judge.NotEino, Text: checkTextComment})

func checkTextComment(p *judge.Pass) {
	checkNoComment(p)
	if len(p.Comments) == 0 {
		return
	}
	literal := p.Literals()
	for _, c := range p.Comments {
		checkComment(p, c, literal)
	}
}

func checkComment(p *judge.Pass, c comment.Comment, literal map[string]bool) {
	names := c.Placeholders(p.Text)
	switch {
	case len(names) == 0:
		p.Reportf(textComment, c.Mark[0], c.Mark[1], "this comment names no placeholder").
			Hintf("write, for example, <!-- stategen:text {name} -->")
		return
	case p.Grammar.Raw:
		p.Reportf(textComment, c.Mark[0], c.Mark[1], "%s renders this text, and looks {%s} up whatever the comment says", p.Dialect.Framework, names[0]).
			Hintf("%s", compileIt)
		return
	}
	for _, name := range names {
		if !literal[name] {
			p.Reportf(textComment, c.Mark[0], c.Mark[1], "this text has no placeholder {%s}", name).
				Hintf("remove it from the comment")
		}
	}
}

const compileIt = "rephrase, or list the text under instructions in the schema, whose generated function leaves it as it is"

// noComment is what looks like a comment to stategen: in HTML, or first on a line.
var noComment = regexp.MustCompile(
	`(?im)(<!--+[ \t\r\n]*|^[ \t]*(?:#+|//+|--+|;+|%+|\{#-?|\{\{-?[ \t]*/\*|/\*)?[ \t]*)(stategen[ \t]*:[ \t]*([a-z]+))`)

// checkNoComment reports comments that stategen does not read as such, so that
// the model does.
func checkNoComment(p *judge.Pass) {
	if !p.Commented() {
		return
	}
	text := p.Text
	known := map[int]bool{}
	for _, c := range comment.InPrompt(text) {
		known[c.Mark[0]] = true
	}
	for _, m := range noComment.FindAllStringSubmatchIndex(text, -1) {
		if !known[m[4]] {
			reportNoComment(p, m, strings.HasPrefix(text[m[2]:m[3]], "<!--"))
		}
	}
}

// reportNoComment takes the parts of a match, and whether it is a comment of
// HTML.
func reportNoComment(p *judge.Pass, m []int, html bool) {
	mark, word := p.Text[m[4]:m[5]], p.Text[m[6]:m[7]]
	verb := nearVerb(word)
	switch {
	case verb == "":
	case mark != "stategen:"+verb:
		p.Reportf(textComment, m[4], m[5], "%s is not a comment to stategen, so the model reads it", diag.Name(mark)).
			Hintf("did you mean %q?", "stategen:"+verb)
	case p.Grammar.Raw: // a framework shows every comment to the model
	case html:
		f := p.Reportf(textComment, m[4], m[5], "this comment is not closed before the next one or the end of its paragraph, so it is text")
		f.Hintf("end it with -->")
		f.Severity = diag.Error
	default:
		p.Reportf(textComment, m[4], m[5], "this is not a comment in a prompt, so the model reads it").
			Hintf("write <!-- %s ... -->", mark)
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
