package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// A file may be a template of another language first: text/template, Jinja,
// Handlebars. That language takes its own doubled braces away before ADK sees
// the text, so in such a file {{name}} is no placeholder and {name} still is.

// foreignTag is what stands between the braces of such a language and never
// in a placeholder: {{.Name}} {{$x}} {{#each}} {{/if}} {{>part}} {{! note}},
// {{if ...}}, {{ name | upper }}.
var foreignTag = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`\.(?:$|[A-Za-z_\s|])`,
	`\$\w*(?:$|[\s.|])`,
	`#[A-Za-z]`,
	`[/>^!&]`,
	`(?:if|else|range|with|define|template|block)\s`,
	`[\w.]+\s*\|\s*\w`,
}, "|") + `)`)

// isForeignTag reports whether a group can only be another language's.
func isForeignTag(tok instruction.Token, text string) bool {
	body := tok.Name(text)
	if len(body) >= 2 && body[0] == '%' && body[len(body)-1] == '%' {
		return true
	}
	return isDoubled(tok, text) && foreignTag.MatchString(trimTag(body))
}

// foreignWords end or divide a block of text/template.
var foreignWords = []string{"end", "else", "break", "continue"}

// dropForeignTags forgets the placeholders that another language takes away.
func (p *pass) dropForeignTags(foreign bool) {
	endsBlock := func(ph placeholder) bool {
		return ph.key == nil && slices.Contains(foreignWords, ph.name) && isDoubled(ph.Token, p.Text.Text)
	}
	if !foreign && !slices.ContainsFunc(p.placeholders, endsBlock) {
		return
	}
	doubled := func(tok instruction.Token) bool { return isDoubled(tok, p.Text.Text) }
	p.placeholders = slices.DeleteFunc(p.placeholders, func(ph placeholder) bool { return doubled(ph.Token) })
	p.groups = slices.DeleteFunc(p.groups, doubled)
}

func isDoubled(tok instruction.Token, text string) bool {
	t := tok.Text(text)
	return strings.HasPrefix(t, "{{") && strings.HasSuffix(t, "}}")
}

// trimTag drops the white space and the trimming dashes of text/template.
func trimTag(body string) string {
	body = strings.TrimSpace(body)
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(body, "-"), "-"))
}
