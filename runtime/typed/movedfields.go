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
	name, now, moved, err := m.find(f.values)
	older := m.present(f.values)
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

// find returns the first of a field's names, counted from 0, whose value isn't dropped,
// with what that is today.
func (m FieldMoves) find(values map[string]any) (name int, now any, moved bool, err error) {
	for name = 0; name <= len(m.Names); name++ {
		at := m.Name
		if name > 0 {
			at = m.Names[name-1]
		}
		v := values[at]
		if v == nil {
			continue
		}
		if now, moved, err = today(m.Forms, name, v); now != nil || err != nil {
			return name, now, moved, err
		}
	}
	return 0, nil, moved, nil
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
