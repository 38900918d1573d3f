package load

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/family"
	"github.com/seed92179c4c/stategen/schema/internal/report"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

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
			wrong := r.Mistakes != before || body.Broken
			if k == nil || wrong && fuzzyScope(body) {
				r.gaps.fuzzy(name.Text, k == nil)
			}
			if k == nil {
				continue
			}
			if other, dup := first[k.Wire()]; dup {
				r.gaps.declared[other] = true
				r.Add(rules.DuplicateKey, k.Span, "the key %s is declared twice", diag.Key(k.Wire())).
					Hint("rename one of the two, or give it another scope").Related(other.Span, "first declared here")
				continue
			}
			first[k.Wire()] = k
			if wrong {
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
			r.Add(rules.ScopeMismatch, at.Span, "the key %s begins with %s, but its scope is %s",
				diag.Name(name.Text), scope.Prefix(), word).
				Hint("remove the prefix or the scope").Related(name.Span, "the key")
			return false
		}
		scope = written
	}
	k.Scope, k.Name, k.ScopeWritten = scope, bare, at != nil
	switch {
	case bare == "":
		r.Add(rules.InvalidKey, name.Span, "this key has no name").Hint("write a name, such as %slast_city", scope.Prefix())
		return false
	case len(name.Text) > family.MaxKeyLength:
		r.Add(rules.FileLimit, name.Span, "this key has %d bytes, and at most %d are allowed", len(name.Text), family.MaxKeyLength).
			Hint("shorten it")
		return false
	case strings.ContainsFunc(bare, unicode.IsControl):
		r.Add(rules.InvalidKey, name.Span, "the key %s contains a control character", diag.Name(name.Text)).Hint("remove it")
		return false
	}
	if !family.Parameters(r.Report, k, name, len(name.Text)-len(bare)) {
		return false
	}
	return at != nil || r.plainName(k, name, len(name.Text)-len(bare))
}

// plainName reports a name that needs its scope written out, because it looks
// like a mistake: an unknown prefix, a dot, a space.
func (r *keyReader) plainName(k *schema.Key, name *yamlsrc.Node, from int) bool {
	literal := withoutParams(k)
	if i := strings.IndexByte(literal, ':'); i >= 0 {
		r.unknownPrefix(name, from, literal[:i])
		return false
	}
	for i, char := range literal {
		if char == '_' || unicode.IsLetter(char) || i > 0 && unicode.IsDigit(char) {
			continue
		}
		found := r.Add(rules.UnplaceableKey, name.Span, "the key %s can't be used in a placeholder, because of %s", diag.Name(name.Text), character(char))
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

func (r *keyReader) unknownPrefix(name *yamlsrc.Node, from int, prefix string) {
	var prefixes []string
	for _, s := range runtime.Scopes() {
		if s != runtime.ScopeSession {
			prefixes = append(prefixes, strings.TrimSuffix(s.Prefix(), ":"))
		}
	}
	span := name.Sub(from, from+len(prefix)+1)
	found := r.Add(rules.UnknownScope, span, "%s is not a scope", diag.Quote(prefix+":"))
	if near := diag.Nearest(prefix, prefixes); len(near) > 0 {
		found.Hint("did you mean %s:? A key that is really written so needs scope: session", report.OneOf(near)).
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
		span := n.Span
		if span.Start == span.End {
			span = body.Key("default").Span
		}
		r.Add(rules.InvalidDefault, span, "a default can't be null, which means that nothing is set").
			Hint("write optional: true instead")
		return
	}
	if k.Optional {
		r.Add(rules.OptionalDefault, body.Key("default").Span, "the key %s is optional and has a default", diag.Key(k.Wire())).
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
		r.Add(rules.ConflictingFields, body.Key("client").Span, "sensitive and client can't be combined: a client would show the value").
			Hint("remove one of them").Related(body.SpanOf("sensitive"), "sensitive is here")
	}
	for _, item := range body.Strings("written_by") {
		k.WrittenBy = append(k.WrittenBy, item.Text)
	}
	r.moves.Key(k, body)
	if _, at := body.Str("renamed_to"); k.RenamedTo != "" && !k.ScopeWritten {
		r.plainNewName(at)
	}
}

// plainNewName reports a new name that the next release could not declare as this
// one declares the key: without its scope.
func (r *keyReader) plainNewName(at *yamlsrc.Node) {
	scope, name := runtime.ParseKey(at.Text)
	next, from := &schema.Key{Scope: scope, Name: name}, len(at.Text)-len(name)
	if family.Parameters(&report.Report{}, next, at, from) { // what is wrong with them has been reported
		r.plainName(next, at, from)
	}
}

// withoutParams returns a key's name without its parameters.
func withoutParams(k *schema.Key) string {
	if len(k.Params) == 0 {
		return k.Name
	}
	return strings.Join(k.Literals(), "")[len(k.Scope.Prefix()):]
}
