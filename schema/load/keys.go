package load

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var duplicateKey = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "duplicate-key",
	Summary: "a state key is declared twice",
	Why:     "Two declarations of one key disagree sooner or later. A key can be declared with a prefix or with scope, and in included files.",
	Bad:     "version: 1\nkeys:\n  user:theme: string\n  theme: {scope: user, type: string}\n",
	Good:    "version: 1\nkeys:\n  user:theme: string\n  theme: string\n",
})

var invalidKey = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-key",
	Summary: "a key that no state can hold",
	Why:     "A key needs a name after its prefix, and one without control characters, which stores and terminals treat differently.",
	Bad:     "version: 1\nkeys:\n  'user:': string\n",
	Good:    "version: 1\nkeys:\n  user:theme: string\n",
})

var optionalDefault = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "optional-default",
	Summary: "a key is optional and has a default",
	Why:     "A read of an optional key says whether it is set; a read of a key with a default always gives a value. One key can't do both.",
	Bad:     "version: 1\nkeys:\n  lang: {type: string, optional: true, default: en}\n",
	Good:    "version: 1\nkeys:\n  lang: {type: string, default: en}\n",
})

var scopeMismatch = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "scope-mismatch",
	Summary: "a key's prefix and its scope disagree",
	Why:     "The prefix is part of the key and decides where the value is stored, whatever scope says.",
	Bad:     "version: 1\nkeys:\n  user:theme: {scope: app, type: string}\n",
	Good:    "version: 1\nkeys:\n  app:theme: {type: string}\n",
})

var unknownScope = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unknown-scope",
	Summary: "a key has a prefix that is not a scope",
	Why:     "Only user:, app: and temp: have a meaning. Any other prefix leaves the key in the session, where nobody else sees it.",
	Bad:     "version: 1\nkeys:\n  usr:theme: string\n",
	Good:    "version: 1\nkeys:\n  user:theme: string\n",
})

var unplaceableKey = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unplaceable-key",
	Summary: "a key contains characters that placeholders can't",
	Why:     "{budget.total} is left unexpanded in an instruction. If other software really uses such a key, a written scope says so.",
	Bad:     "version: 1\nkeys:\n  budget.total: float\n",
	Good:    "version: 1\nkeys:\n  budget.total: {scope: session, type: float}\n",
})

// keyReader reads the keys of a schema.
type keyReader struct{ *typeReader }

// keys reads the state keys of all documents.
func (r *keyReader) keys(s *schema.Schema, docs []document) {
	first := map[string]*schema.Key{}
	for _, doc := range docs {
		keys := doc.root.Get("keys")
		if keys == nil || keys.Kind != yamlsrc.Map {
			continue
		}
		for i, name := range keys.Keys {
			body, before := keys.Items[i], r.Mistakes
			k := r.key(name, body)
			if k == nil {
				continue
			}
			r.gaps.explained += r.Mistakes - before
			if other, dup := first[k.Wire()]; dup {
				r.gaps.declared[other] = true
				r.Add(duplicateKey, k.Span, "the key %s is declared twice", diag.Key(k.Wire())).
					Hint("rename one of the two, or give it another scope").Related(other.Span, "first declared here")
				continue
			}
			first[k.Wire()] = k
			if r.Mistakes != before || body.Broken {
				r.gaps.declared[k] = true
			}
			s.Keys = append(s.Keys, k)
		}
	}
}

func (r *keyReader) key(name, body *yamlsrc.Node) *schema.Key {
	k := &schema.Key{Span: name.Span}
	if !r.keyName(k, name, body) {
		return nil
	}
	k.Type, k.Optional = r.declaredType(body)
	k.Doc = body.TextOf("doc")
	k.GoName = goName(r.Report, body)
	k.Deprecated = body.TextOf("deprecated")
	k.Constraints = r.constraints(body, k.Type)
	r.keyDefault(k, body)
	r.keyRules(k, body)
	return k
}

// keyName finds the scope and the name of a key, from its prefix, the field
// scope, or both.
func (r *keyReader) keyName(k *schema.Key, name, body *yamlsrc.Node) bool {
	scope, bare := runtime.ParseKey(name.Text)
	prefixed := scope != runtime.ScopeSession
	word, at := body.Str("scope")
	if written, ok := runtime.ParseScope(word); ok {
		if prefixed && written != scope {
			r.Add(scopeMismatch, at.Span, "the key %s begins with %s, but its scope is %s",
				diag.Name(name.Text), scope.Prefix(), word).
				Hint("remove the prefix or the scope").Related(name.Span, "the key")
			return false
		}
		scope = written
	}
	k.Scope, k.Name, k.ScopeWritten = scope, bare, at != nil
	switch {
	case bare == "":
		r.Add(invalidKey, name.Span, "this key has no name").Hint("write a name, such as %slast_city", scope.Prefix())
		return false
	case len(name.Text) > maxKeyLength:
		r.Say(yamlsrc.LongKey, name.Span, len(name.Text), maxKeyLength)
		return false
	case strings.ContainsFunc(bare, unicode.IsControl):
		r.Add(invalidKey, name.Span, "the key %s contains a control character", diag.Name(name.Text)).Hint("remove it")
		return false
	}
	if !parameters(r.Report, k, name, len(name.Text)-len(bare)) {
		return false
	}
	return at != nil || r.plainName(k, name, len(name.Text)-len(bare))
}

// plainName reports a name that needs its scope written out, because it looks
// like a mistake: an unknown prefix, a dot, a space.
func (r *typeReader) plainName(k *schema.Key, name *yamlsrc.Node, from int) bool {
	literal := withoutParams(k)
	if i := strings.IndexByte(literal, ':'); i >= 0 {
		r.unknownPrefix(name, from, literal[:i])
		return false
	}
	for i, char := range literal {
		if char == '_' || unicode.IsLetter(char) || i > 0 && unicode.IsDigit(char) {
			continue
		}
		found := r.Add(unplaceableKey, name.Span, "the key %s can't be used in a placeholder, because of %s", diag.Name(name.Text), character(char))
		if i == 0 && unicode.IsDigit(char) {
			found.Hint("begin with a letter or _, or add scope: %s if the key is really written so", k.Scope)
			return false
		}
		found.Hint("use letters, digits and _, or add scope: %s if the key is really written so", k.Scope)
		return false
	}
	return true
}

// character names a character for a message; one that can't be seen alone by
// its number.
func character(r rune) string {
	if unicode.IsMark(r) || !unicode.IsGraphic(r) {
		return fmt.Sprintf("%U", r)
	}
	return diag.Quote(string(r))
}

func (r *typeReader) unknownPrefix(name *yamlsrc.Node, from int, prefix string) {
	var prefixes []string
	for _, s := range runtime.Scopes() {
		if s != runtime.ScopeSession {
			prefixes = append(prefixes, strings.TrimSuffix(s.Prefix(), ":"))
		}
	}
	span := name.Sub(from, from+len(prefix)+1)
	found := r.Add(unknownScope, span, "%s is not a scope", diag.Quote(prefix+":"))
	if near := diag.Nearest(prefix, prefixes); len(near) > 0 {
		found.Hint("did you mean %s:? A key that is really written so needs scope: session", yamlsrc.OneOf(near)).
			Suggest(span, near[0]+":")
		return
	}
	found.Hint("write user:, app: or temp:, or add scope: session if the key is really written so")
}

// keyDefault reads the default of a key.
func (r *keyReader) keyDefault(k *schema.Key, body *yamlsrc.Node) {
	n := body.Field("default")
	if n == nil {
		return
	}
	if n.IsNull() {
		nullDefault(r.Report, n, body.Key("default"))
		return
	}
	if k.Optional {
		r.Add(optionalDefault, body.Key("default").Span, "the key %s is optional and has a default", diag.Key(k.Wire())).
			Hint("a key with a default is never missing: remove optional").Related(k.Span, "the key")
	}
	if k.Type == nil {
		return
	}
	if data, ok := r.value(n, k.Type); ok {
		k.Default = &schema.Value{Data: data, Span: n.Span}
		within(r.Report, n.Span, data, k.Constraints)
	}
}

// keyRules reads what a key says beyond its type: how it is merged, encoded and
// moved, and who writes it.
func (r *keyReader) keyRules(k *schema.Key, body *yamlsrc.Node) {
	merge(r.Report, k, body)
	encoding(r.Report, k, body)
	k.Sensitive, _ = body.Bool("sensitive")
	k.Client = schema.ParseClient(body.TextOf("client"))
	if k.Sensitive && k.Client.CanRead() {
		r.Say(yamlsrc.SensitiveForClient, body.Key("client").Span).Related(body.SpanOf("sensitive"), "sensitive is here")
	}
	for _, item := range body.Strings("written_by") {
		k.WrittenBy = append(k.WrittenBy, item.Text)
	}
	r.moves.key(k, body)
}

// withoutParams returns a key's name without its parameters.
func withoutParams(k *schema.Key) string {
	if len(k.Params) == 0 {
		return k.Name
	}
	return strings.Join(k.Literals(), "")[len(k.Scope.Prefix()):]
}
