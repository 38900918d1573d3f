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

// otherLang is what a text's tags of another language say.
type otherLang struct {
	found  bool
	blocks bool            // it is Handlebars or Mustache, in whose blocks names are fields of something else
	bound  map[string]bool // names that its tags give a value
}

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

// statement is {% ... %} of Jinja and its relatives.
var statement = regexp.MustCompile(`(?s)\{%[-+]?(.*?)[-+]?%\}`)

// otherLanguage looks for another language's tags; foreign are those among the
// groups.
func (r *Reading) otherLanguage(foreign []instruction.Token) otherLang {
	o := otherLang{bound: map[string]bool{}}
	if strings.Contains(r.Text, "{%") {
		for _, m := range statement.FindAllStringSubmatch(r.Text, -1) {
			o.add(m[1])
		}
	}
	for _, tok := range foreign {
		o.add(trimTag(tok.Name(r.Text)))
	}
	o.found = o.found || slices.ContainsFunc(r.Placeholders, func(ph Placeholder) bool {
		return ph.Key == nil && slices.Contains(foreignWords, ph.Wire) && IsDoubled(ph.Token, r.Text)
	})
	return o
}

var (
	quoted   = regexp.MustCompile(`"[^"]*"|'[^']*'`)
	nameWord = regexp.MustCompile(`[.$]?\b[A-Za-z_]\w*`)

	// binding is the part of a tag that names what it gives a value: for x, y
	// in, set x =, macro name(x), with x = y, import a as b, #each xs as |x|.
	binding = regexp.MustCompile(`(?s)^(?:for\s+(.+?)\s+in\s|(?:set|assign|capture)\s+([^=]*)|` +
		`(?:macro|call|with|import|from)\b(.*)|.*\bas\s*\|([^|]*)\|)`)
)

// add reads a tag.
func (o *otherLang) add(tag string) {
	o.found = true
	o.blocks = o.blocks || strings.HasPrefix(tag, "#")
	tag = strings.TrimSpace(quoted.ReplaceAllString(tag, "''"))
	if m := binding.FindStringSubmatchIndex(tag); m != nil {
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 {
				for _, word := range nameWord.FindAllString(tag[m[i]:m[i+1]], -1) {
					o.bound[word] = true
				}
			}
		}
	}
}

// leaveToOtherLanguage drops the placeholders that another language takes away: what is doubled and no
// declared key, or resembles none.
func (r *Reading) leaveToOtherLanguage(foreign []instruction.Token) {
	o := r.otherLanguage(foreign)
	if !o.found {
		return
	}
	doubled := func(tok instruction.Token) bool { return IsDoubled(tok, r.Text) }
	r.Groups = slices.DeleteFunc(r.Groups, doubled)
	r.Placeholders = slices.DeleteFunc(r.Placeholders, func(ph Placeholder) bool {
		if !doubled(ph.Token) {
			return false
		}
		isOurs := ph.Key != nil || len(r.Keys.Suggest(ph.Wire).Keys) > 0
		isTheirs := o.blocks || slices.Contains(foreignWords, ph.Wire) || o.bound[ph.Wire]
		return isTheirs || !isOurs
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
