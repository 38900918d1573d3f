package breaking

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/schema"
)

// unchanged reports whether code generated from either declaration treats all
// values alike, so that nothing has to be tried.
func unchanged(p pair) bool {
	return shape(p.old) == shape(p.new) && signatureOf(p.old.Key) == signatureOf(p.new.Key)
}

func (f form) equal(other form) bool { return f.signature() == other.signature() }

// signature is what values of a form depend on.
func (f form) signature() string {
	s := &signature{seen: map[*schema.Named]int{}}
	s.form(f.typ, f.Constraints)
	return s.String()
}

func signatureOf(k *schema.Key) string {
	s := &signature{seen: map[*schema.Named]int{}}
	fmt.Fprint(s, k.Optional, k.Merge, k.Encoding, strconv.Quote(k.RenamedTo))
	if k.Default != nil {
		s.WriteString(inSchema(k.Default))
	}
	s.moves(k.RenamedFrom, k.Was)
	s.form(k.Type, k.Constraints)
	return s.String()
}

// signature writes declarations so that those of which code makes the same are equal. The names of types, and the
// order of fields and of an enum's values make no difference.
type signature struct {
	strings.Builder
	seen map[*schema.Named]int
}

func (s *signature) form(t *schema.Type, c schema.Constraints) {
	s.typ(t)
	s.WriteString(constraints(c))
}

func (s *signature) typ(t *schema.Type) {
	switch {
	case t == nil:
	case t.Elem != nil:
		s.WriteString(t.Kind.String() + " of ")
		s.typ(t.Elem)
	case t.Named != nil:
		s.named(t)
	default:
		s.WriteString(t.String())
	}
}

func (s *signature) named(t *schema.Type) {
	n := t.Named
	i, known := s.seen[n]
	if fmt.Fprint(s, t.Kind, i); known {
		return
	}
	s.seen[n] = len(s.seen) + 1
	for _, v := range slices.SortedFunc(slices.Values(n.Values), byValue) {
		fmt.Fprintf(s, "%q", v.Value)
		s.moves(v.RenamedFrom, nil)
	}
	for _, f := range slices.SortedFunc(slices.Values(n.Fields), byName) {
		fmt.Fprintf(s, "{%q%v", f.Name, f.Optional)
		s.moves(f.RenamedFrom, f.Was)
		s.form(f.Type, f.Constraints)
		s.WriteString("}")
	}
}

func byValue(a, b schema.EnumValue) int { return cmp.Compare(a.Value, b.Value) }

func byName(a, b *schema.Field) int { return cmp.Compare(a.Name, b.Name) }

// moves writes earlier names and declarations.
func (s *signature) moves(from []string, was []schema.Was) {
	if len(from) > 0 { // most have none
		fmt.Fprintf(s, "%q", slices.Sorted(slices.Values(from)))
	}
	for _, w := range was {
		fmt.Fprintf(s, "%q%v%#v%v%v", w.Key, w.Encoding, w.Values, w.Convert, w.Else)
		s.typ(w.Type)
	}
}
