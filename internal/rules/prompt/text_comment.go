package prompt

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime/comment"
)

var textComment = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "text-comment",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a stategen:text comment has no effect",
	Why: "<!-- stategen:text {answer} --> anywhere in a text makes {answer} literal text throughout, braces included, " +
		"wherever stategen renders it: in the instructions of a schema, and in what is passed to Inject. Where a " +
		"framework itself renders a text, it looks up what has the form of a placeholder whatever a comment says, and " +
		"the model sees the comment. A comment that names nothing in braces, or no placeholder of the text, would hide " +
		"the next mistake.",
	Bad: "version: 1\nkeys: {city: string}\ninstructions:\n  a: {text: \"{city} <!-- stategen:text {answr} -->\"}\n",
	Good: "version: 1\nkeys: {city: string}\ninstructions:\n" +
		"  a: {text: \"{city}, as {answer} <!-- stategen:text {answer} -->\"}\n",
})

var _ = register(rule{Rule: textComment, In: notEino, Text: checkTextComment})

func checkTextComment(p *pass) {
	if len(p.Comments) == 0 {
		return
	}
	literal := p.Literals()
	for _, c := range p.Comments {
		checkComment(p, c, literal)
	}
}

func checkComment(p *pass, c comment.Comment, literal map[string]bool) {
	names := c.Placeholders(p.Text)
	switch {
	case len(names) == 0:
		p.Reportf(textComment, c.Mark[0], c.Mark[1], "this comment names no placeholder").
			Hintf("write, for example, <!-- stategen:text {name} -->")
		return
	case p.Grammar.Raw:
		p.Reportf(textComment, c.Mark[0], c.Mark[1], "%s renders this text, and looks {%s} up whatever the comment says",
			p.Dialect.Framework, names[0]).
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

const compileIt = "rephrase, or list the text under instructions in the schema, " +
	"whose generated function leaves it as it is"
