package prompt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check/internal/wording"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// artifacts is {artifacts.notes.txt}, {artifact:notes.txt}, {artifacts.notes}
// and {artifact:notes}.
func artifacts(p *pass, tok instruction.Token, w wording.Group) *finding {
	name := artifactName(p, tok, w)
	if name == "" || p.keys.Find("artifacts") != nil || p.keys.Find("artifact") != nil {
		return nil
	}
	text := rewrite(tok, "artifact."+name, w.Optional)
	return p.malformed(tok, "only {artifact.NAME} is replaced by an artifact; this is left as text").
		hint("write %s", text).
		suggestInstead(p, tok, text)
}

// artifactName returns what follows a prefix that nearly says that it names an
// artifact; empty for what is more likely code, or a key with a wrong scope.
func artifactName(p *pass, tok instruction.Token, w wording.Group) string {
	m := artifactForm.FindStringSubmatch(w.Core)
	switch {
	case m == nil:
		return ""
	case strings.Contains(m[1], "."):
		return m[1] // a file
	case strings.ContainsAny(tok.Name(p.Text.Text), " \t"), slices.Contains(membersOfLists, m[1]), len(p.keys.Named(m[1])) > 0:
		return ""
	default:
		return m[1]
	}
}

// artifactForm is a file's name, with its ending or without, or a word.
var artifactForm = regexp.MustCompile(`^(?:artifacts?:|artifacts\.)([\pL_][\pL\pN_-]*(?:\.[A-Za-z][A-Za-z0-9]{1,4})?)$`)

// membersOfLists are what code asks a list or a map of artifacts for.
var membersOfLists = []string{
	"length", "size", "count", "len", "items", "keys", "values", "entries", "map", "filter", "first", "last", "all",
	"list", "total", "data", "id", "ids", "name", "names", "type", "types", "string", "object", "array", "any", "null",
}
