package schema

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

const maxKeyLength = 256 // bytes of one state key

// keyReader reads the keys of a schema.
type keyReader struct {
	*typeReader
	renames []rename
}

// keys reads the state keys of all documents.
func (r *keyReader) keys(s *Schema, docs []document) {
	first := map[string]*Key{}
	for _, doc := range docs {
		keys := doc.root.get("keys")
		if keys == nil || keys.kind != mapNode {
			continue
		}
		for i, name := range keys.keys {
			body, before := keys.items[i], r.mistakes
			k := r.key(name, body)
			wrong := r.mistakes != before || body.broken
			if k == nil || wrong && vagueScope(body) {
				r.gaps.vague(name.text, k == nil)
			}
			if k == nil {
				continue
			}
			if other, dup := first[k.Wire()]; dup {
				r.gaps.declared[other] = true
				r.add(idDuplicateKey, k.Span, "the key %s is declared twice", diag.Quote(k.Wire())).
					hint("rename one of the two, or give it another scope").related(other.Span, "first declared here")
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

func (r *keyReader) key(name, body *node) *Key {
	k := &Key{Span: name.span}
	if !r.keyName(k, name, body) {
		return nil
	}
	k.Type, k.Optional = r.declaredType(body)
	k.Doc = body.string("doc")
	k.GoName = goName(r.report, body)
	k.Deprecated = body.string("deprecated")
	k.Constraints = r.constraints(body, k.Type)
	r.keyDefault(k, body)
	r.keyRules(k, body)
	return k
}

// keyName finds the scope and the name of a key, from its prefix, the field
// scope, or both.
func (r *keyReader) keyName(k *Key, name, body *node) bool {
	scope, bare := runtime.ParseKey(name.text)
	prefixed := scope != runtime.ScopeSession
	word, at := body.str("scope")
	if written, ok := runtime.ParseScope(word); ok {
		if prefixed && written != scope {
			r.add(idScopeMismatch, at.span, "the key %s begins with %s, but its scope is %s",
				diag.Quote(name.text), scope.Prefix(), word).
				hint("remove the prefix or the scope").related(name.span, "the key")
			return false
		}
		scope = written
	}
	k.Scope, k.Name, k.ScopeWritten = scope, bare, at != nil
	switch {
	case bare == "":
		r.add(idInvalidKey, name.span, "this key has no name").hint("write a name, such as %slast_city", scope.Prefix())
		return false
	case len(name.text) > maxKeyLength:
		r.add(idFileLimit, name.span, "this key has %d bytes, and at most %d are allowed", len(name.text), maxKeyLength).
			hint("shorten it")
		return false
	case strings.ContainsFunc(bare, unicode.IsControl):
		r.add(idInvalidKey, name.span, "the key %s holds a control character", diag.Quote(name.text)).hint("remove it")
		return false
	}
	if !r.family(k, name, len(name.text)-len(bare)) {
		return false
	}
	return at != nil || r.plainName(k, name, len(name.text)-len(bare))
}

// plainName reports a name that needs its scope written out, because it looks
// like a mistake: an unknown prefix, a dot, a space.
func (r *keyReader) plainName(k *Key, name *node, from int) bool {
	literal := withoutParams(k)
	if i := strings.IndexByte(literal, ':'); i >= 0 {
		r.unknownPrefix(name, from, literal[:i])
		return false
	}
	for i, char := range literal {
		if char == '_' || unicode.IsLetter(char) || i > 0 && unicode.IsDigit(char) {
			continue
		}
		found := r.add(idOddKey, name.span, "the key %s can't stand in a placeholder, because of %s", diag.Quote(name.text), character(char))
		if i == 0 && unicode.IsDigit(char) {
			found.hint("begin with a letter or _, or add scope: %s if the key is really written so", k.Scope)
			return false
		}
		found.hint("use letters, digits and _, or add scope: %s if the key is really written so", k.Scope)
		return false
	}
	return true
}

// withoutParams returns a key's name without its parameters.
func withoutParams(k *Key) string {
	return strings.Join(k.Literals(), "")[len(k.Scope.Prefix()):]
}

// character names a character for a message; one that can't be seen alone by
// its number.
func character(r rune) string {
	if unicode.IsMark(r) || !unicode.IsGraphic(r) {
		return fmt.Sprintf("%U", r)
	}
	return diag.Quote(string(r))
}

func (r *keyReader) unknownPrefix(name *node, from int, prefix string) {
	var prefixes []string
	for _, s := range runtime.Scopes() {
		if s != runtime.ScopeSession {
			prefixes = append(prefixes, strings.TrimSuffix(s.Prefix(), ":"))
		}
	}
	span := name.sub(from, from+len(prefix)+1)
	found := r.add(idUnknownScope, span, "%s is no scope", diag.Quote(prefix+":"))
	if near := diag.Nearest(prefix, prefixes); len(near) > 0 {
		found.hint("did you mean %s:? A key that is really written so needs scope: session", oneOf(near)).
			suggest(span, near[0]+":")
		return
	}
	found.hint("write user:, app: or temp:, or add scope: session if the key is really written so")
}

// keyDefault reads the default of a key.
func (r *keyReader) keyDefault(k *Key, body *node) {
	n := body.field("default")
	if n == nil {
		return
	}
	if n.isNull() {
		span := n.span
		if span.Start == span.End {
			span = body.key("default").span
		}
		r.add(idBadDefault, span, "a default can't be null, which means that nothing is set").
			hint("write optional: true instead")
		return
	}
	if k.Optional {
		r.add(idOptionalDefault, body.key("default").span, "the key %s is optional and has a default", diag.Quote(k.Wire())).
			hint("a key with a default is never missing: remove optional").related(k.Span, "the key")
	}
	if k.Type == nil {
		return
	}
	if data, ok := r.value(n, k.Type); ok {
		k.Default = &Value{Data: data, Span: n.span}
		r.within(n.span, data, k.Constraints)
	}
}
