package names

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/schema"
)

// params names the parameters of a family, and their type among what is
// declared.
func (n *namer) params(k *Key, imported map[string]bool, declared *namespace, o owner) {
	if !k.IsFamily() {
		return
	}
	locals, fields := newNamespace(nil), newNamespace(nil)
	for _, p := range k.Params {
		po := owner{fmt.Sprintf("parameter %q of %s", p.Name, o.what), o.span, "give the parameter another name"}
		local := unshadowing(localName(p.Name), imported)
		n.claim(locals, local, po)
		k.ParamNames = append(k.ParamNames, local)
		if len(k.Params) > 1 {
			name := n.exported(p.Name, "", po)
			n.claim(fields, name, po)
			k.ParamFields = append(k.ParamFields, name)
		}
	}
	if len(k.Params) > 1 {
		n.claim(declared, k.ParamsType(), o)
	}
}

// unshadowing changes a parameter's name that would hide what the body of its
// function refers to: an unexported function or variable, or an import.
func unshadowing(local string, imported map[string]bool) string {
	base := strings.TrimRight(local, "0123456789")
	if imported[base] || hasHelperPrefix(local) {
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
// the last elements of their paths, without characters that identifiers can't
// have.
func importedNames(s *schema.Schema) map[string]bool {
	names := map[string]bool{}
	add := func(path string) {
		base := strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
		name := strings.Join(strings.FieldsFunc(base, schema.IsSeparator), "")
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
