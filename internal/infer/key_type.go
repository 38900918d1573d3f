package infer

import "strings"

// setType finds the one type that all observations may mean. Code counts
// before tests and data.
func (k *Key) setType(list []observation) {
	plain, decoded := typesOf(list)
	if len(decoded) > 0 && allText(plain) {
		k.json = true
		k.choose(decoded)
		if answer := k.places[output]; len(answer) > 0 {
			k.doubt("it is an agent's answer; if that may be no JSON, its type is string")
		}
		return
	}
	k.choose(plain)
	if k.typ.base == unknown && len(k.places) == 1 && k.places[inText] != nil {
		k.typ.base = text // whatever it is, it is printed
	}
	k.noteEmpty(list)
}

// seenType is a type with the place that tells it.
type seenType struct {
	typ
	place string
	empty bool
}

func typesOf(list []observation) (plain, decoded []seenType) {
	for _, tests := range []bool{false, true} {
		for _, o := range list {
			if o.test != tests || tests && len(plain)+len(decoded) > 0 {
				continue
			}
			for _, t := range o.types {
				plain = append(plain, seenType{t, o.place, o.empty})
			}
			if o.kind == output {
				plain = append(plain, seenType{typ{base: text}, o.place, false})
			}
			for _, t := range o.decoded {
				decoded = append(decoded, seenType{t, o.place, false})
			}
		}
	}
	return plain, decoded
}

func allText(list []seenType) bool {
	for _, s := range list {
		if s.base != text && s.base != unknown {
			return false
		}
	}
	return true
}

// choose merges types, or takes json when they contradict each other.
func (k *Key) choose(list []seenType) {
	if others := withoutEmpty(list); len(others) < len(list) && !allText(others) {
		list = others // "" clears a key of another type
	}
	var all []typ
	for _, s := range list {
		all = append(all, s.typ)
	}
	t, sure := mergeAll(all)
	k.typ = t
	switch {
	case !sure:
		k.doubt("it is taken for %s", contradiction(list))
	case t.base == unknown:
		k.doubt("its type is not known")
	case t.hidden() != nil:
		k.doubt("the source keeps %s in it, which a schema can't name: %s", t.hidden().name, t.hidden().why)
	}
}

// withoutEmpty leaves out where "" is written.
func withoutEmpty(list []seenType) []seenType {
	var rest []seenType
	for _, s := range list {
		if !s.empty {
			rest = append(rest, s)
		}
	}
	return rest
}

// contradiction lists each type with the first place that tells it.
func contradiction(list []seenType) string {
	var parts []string
	seen := map[string]bool{}
	for _, s := range list {
		if s.base != unknown && !seen[s.shown()] {
			seen[s.shown()] = true
			parts = append(parts, s.shown()+" at "+s.place)
		}
	}
	return strings.Join(parts, ", for ")
}

// noteEmpty tells where "" is written to clear a key.
func (k *Key) noteEmpty(list []observation) {
	if k.typ.base == text || k.typ.base == unknown {
		return
	}
	for _, o := range list {
		if o.empty {
			k.doubt("%q is written at %s, where clearing is meant", "", o.place)
		}
	}
}
