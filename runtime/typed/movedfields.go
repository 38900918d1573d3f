package typed

import "maps"

// FieldMoves says where else the values of an object's field may be, and in which
// other forms.
type FieldMoves struct {
	Name  string
	Names []string // older names
	Forms Forms    // nil: all values are like those of today
}

// Moved returns the fields as today's schema stores them.
func (f *Fields) Moved(fields []FieldMoves) *Fields {
	changed := false
	for _, m := range fields {
		changed = m.apply(f, changed) || changed
	}
	return f
}

// apply moves one field, and reports whether it changed the fields. They are
// copied before the first change, because they are the state's.
func (m FieldMoves) apply(f *Fields, copied bool) bool {
	name, v := m.find(f.values)
	older := m.present(f.values)
	now, moved, err := v, false, error(nil)
	if v != nil {
		now, moved, err = today(m.Forms, name, v)
	}
	if name == 0 && !moved && !older && err == nil {
		return false
	}
	if !copied {
		f.values = maps.Clone(f.values)
	}
	for _, old := range m.Names {
		delete(f.values, old)
	}
	if f.values[m.Name] = now; now == nil {
		delete(f.values, m.Name)
	}
	if err != nil {
		f.errs.Add(in(m.Name, err))
		f.failed = append(f.failed, m.Name)
	}
	return true
}

// find returns the first of a field's names that is set, counted from 0, and its
// value.
func (m FieldMoves) find(values map[string]any) (int, any) {
	if v := values[m.Name]; v != nil {
		return 0, v
	}
	for i, name := range m.Names {
		if v := values[name]; v != nil {
			return i + 1, v
		}
	}
	return 0, nil
}

// present reports whether any of a field's older names is there.
func (m FieldMoves) present(values map[string]any) bool {
	for _, name := range m.Names {
		if _, ok := values[name]; ok {
			return true
		}
	}
	return false
}
