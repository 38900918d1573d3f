package reading

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// A loose file may be a template of another language first: text/template,
// Jinja, Handlebars. That language takes its own doubled braces away before ADK
// sees the text. There {name} still is a placeholder, and {{name}} is one if it
// is, or was probably meant to be, a declared key.

// foreignTag is what appears between doubled braces of such a language and never
// in a placeholder: {{.Name}} {{$x}} {{#each}} {{/if}} {{>part}} {{! note}},
// {{if ...}}.
var foreignTag = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`\.(?:$|[A-Za-z_\s|])`,
	`\$\w*(?:$|[\s.|])`,
	`#[A-Za-z]`,
	`[/>^!&]`,
	`(?:if|else|range|with|define|template|block)\s`,
}, "|") + `)`)

// filterTag is {{ name | upper }}, which may also be a placeholder that
// somebody got wrong.
var filterTag = regexp.MustCompile(`^([\w.]+)\s*\|\s*\w`)

// isForeignTag reports whether a group can only be another language's.
func (r *Reading) isForeignTag(tok instruction.Token) bool {
	if !IsDoubled(tok, r.Text) {
		return false
	}
	body := trimTag(tok.Name(r.Text))
	if m := filterTag.FindStringSubmatch(body); m != nil {
		return r.Keys.Find(m[1]) == nil
	}
	return foreignTag.MatchString(body)
}

// foreignWords are doubled by another language, and are not names there.
var foreignWords = []string{
	"end", "else", "break", "continue", "this", "self", "super", "caller", "loop",
}

// HasStatements reports whether a file is a template of Jinja or a relative first.
func (r *Reading) HasStatements() bool {
	return r.Loose && strings.Contains(r.Text, "%}") && statement.MatchString(r.Text)
}

// statement is {% ... %} of Jinja and its relatives.
var statement = regexp.MustCompile(`(?s)\{%.*?%\}`)

// leaveToOtherLanguage drops the placeholders that another language takes away: what is doubled and no
// declared key, or resembles none. Foreign are its tags among the groups. In a template with statements, as Jinja has
// them, and in the blocks of Handlebars and Mustache, all that is doubled is theirs.
func (r *Reading) leaveToOtherLanguage(foreign []instruction.Token) {
	doubled := func(tok instruction.Token) bool { return IsDoubled(tok, r.Text) }
	hasBlocks := r.HasStatements() || slices.ContainsFunc(foreign, func(tok instruction.Token) bool {
		return strings.HasPrefix(trimTag(tok.Name(r.Text)), "#")
	})
	isWord := func(ph Placeholder) bool { return slices.Contains(foreignWords, ph.Wire) && doubled(ph.Token) }
	isForeign := func(ph Placeholder) bool { return ph.Key == nil && isWord(ph) }
	if len(foreign) == 0 && !hasBlocks && !slices.ContainsFunc(r.Placeholders, isForeign) {
		return
	}
	r.Groups = slices.DeleteFunc(r.Groups, doubled)
	r.Placeholders = slices.DeleteFunc(r.Placeholders, func(ph Placeholder) bool {
		isOurs := ph.Key != nil || len(r.Keys.Suggest(ph.Wire).Keys) > 0
		return doubled(ph.Token) && (hasBlocks || isWord(ph) || !isOurs)
	})
}

// IsDoubled reports whether braces are doubled on both sides.
func IsDoubled(tok instruction.Token, text string) bool {
	t := tok.Text(text)
	return strings.HasPrefix(t, "{{") && strings.HasSuffix(t, "}}")
}

// trimTag drops the white space and the trimming dashes of text/template.
func trimTag(body string) string {
	body = strings.TrimSpace(body)
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(body, "-"), "-"))
}
