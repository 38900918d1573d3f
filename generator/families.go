package generator

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// family names the parameters of a key, and finds what its keys must not be.
func (b *builder) family(k *key, o owner) {
	if len(k.Params) == 0 {
		return
	}
	k.texts = k.Literals()
	k.nameParams(b, o)
	f := typed.NewFamily(k.Wire(), k.texts)
	for _, other := range b.model.schema.Keys {
		if len(other.Params) > 0 {
			continue
		}
		if _, ok := f.Match(other.Wire()); ok {
			k.except = append(k.except, other.Wire())
		}
	}
	for _, old := range k.RenamedFrom {
		k.former = append(k.former, formerTexts(k.Key, old))
	}
}

func (k *key) nameParams(b *builder, o owner) {
	locals, fields := newNamespace(nil), newNamespace(nil)
	for _, p := range k.Params {
		po := owner{fmt.Sprintf("parameter %q of %s", p.Name, o.what), o.span, "give the parameter another name"}
		local := b.unshadowing(localName(p.Name))
		b.claim(locals, local, po)
		k.params = append(k.params, local)
		if len(k.Params) > 1 {
			name := b.exported(p.Name, "", po)
			b.claim(fields, name, po)
			k.fields = append(k.fields, name)
		}
	}
	if len(k.Params) > 1 {
		b.claim(b.pkg, k.paramsType(), o)
	}
}

// formerTexts cuts an old name, which has the same parameters in the same
// order, at its parameters.
func formerTexts(k *schema.Key, old string) []string {
	var texts []string
	for _, p := range k.Params {
		before, after, _ := strings.Cut(old, "{"+p.Name+"}")
		texts = append(texts, before)
		old = after
	}
	return append(texts, old)
}

// unshadowing changes a parameter's name that would hide what the body of its
// function refers to: an unexported function or variable, or an import.
func (b *builder) unshadowing(local string) string {
	base := strings.TrimRight(local, "0123456789")
	if b.imported[base] || hasHelperPrefix(local) {
		return "the" + strings.ToUpper(local[:1]) + local[1:]
	}
	return local
}

func hasHelperPrefix(name string) bool {
	for _, prefix := range helperPrefixes {
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" {
			return true
		}
	}
	return false
}

// importedNames are what files may call the packages of the user's own types:
// their paths' last elements, without what can't stand in a name.
func importedNames(s *schema.Schema) map[string]bool {
	names := map[string]bool{}
	add := func(path string) {
		base := strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
		name := strings.Join(strings.FieldsFunc(base, isSeparator), "")
		names[strings.TrimRight(name, "0123456789")] = true
	}
	for _, k := range s.Keys {
		eachGoType(k.Type, add)
	}
	for _, t := range s.Types {
		for _, f := range t.Fields {
			eachGoType(f.Type, add)
		}
		if t.Import != nil {
			add(t.Import.Path)
		}
	}
	return names
}

func eachGoType(t *schema.Type, add func(path string)) {
	if t.Elem != nil {
		eachGoType(t.Elem, add)
	}
	if t.Kind == schema.Go {
		add(t.Go.Path)
	}
}
