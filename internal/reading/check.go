package reading

import (
	"cmp"
	"time"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// checks makes what setters and Load check of values of a type; nil: nothing.
func (cs *codecs) checks(t *schema.Type, c schema.Constraints) func(any) error {
	list := plan.Checks(t, c)
	if len(list) == 0 {
		return nil
	}
	run := make([]func(any) error, len(list))
	for i, one := range list {
		run[i] = cs.check(t, c, one)
	}
	return func(v any) error {
		errs := make([]error, len(run))
		for i, check := range run {
			errs[i] = check(v)
		}
		if len(errs) == 1 {
			return errs[0]
		}
		return typed.All(errs...)
	}
}

func (cs *codecs) check(t *schema.Type, c schema.Constraints, one plan.Check) func(any) error {
	switch one.Kind {
	case plan.Min, plan.Max:
		return bound(one)
	case plan.Pattern:
		pattern := typed.NewPattern(c.Pattern.Expr)
		return func(v any) error { return pattern.Check(v.(string)) }
	case plan.Unique:
		return func(v any) error { return typed.Unique(v.([]any)) }
	case plan.Parts:
		return cs.parts(t)
	}
	return func(v any) error { return counted(v, one) }
}

func bound(one plan.Check) func(any) error {
	return func(v any) error {
		switch v := v.(type) {
		case int:
			return ordered(one.Kind, v, int(one.Bound.(int64)))
		case int64:
			return ordered(one.Kind, v, one.Bound.(int64))
		case float64:
			return ordered(one.Kind, v, one.Bound.(float64))
		case time.Duration:
			return ordered(one.Kind, v, one.Bound.(time.Duration))
		case time.Time:
			if one.Kind == plan.Min {
				return typed.NotBefore(v, one.Bound.(time.Time))
			}
			return typed.NotAfter(v, one.Bound.(time.Time))
		}
		return nil
	}
}

func ordered[T cmp.Ordered](kind plan.CheckKind, v, limit T) error {
	if kind == plan.Min {
		return typed.AtLeast(v, limit)
	}
	return typed.AtMost(v, limit)
}

// counted checks a length, or a number of items.
func counted(v any, one plan.Check) error {
	switch v := v.(type) {
	case string:
		if one.Kind == plan.MinLength {
			return typed.MinLength(v, one.N)
		}
		return typed.MaxLength(v, one.N)
	case []byte:
		if one.Kind == plan.MinLength {
			return typed.MinBytes(v, one.N)
		}
		return typed.MaxBytes(v, one.N)
	case []any:
		if one.Kind == plan.MinItems {
			return typed.MinItems(v, one.N)
		}
		return typed.MaxItems(v, one.N)
	}
	return nil
}

// parts checks what fields inside values of a type demand.
func (cs *codecs) parts(t *schema.Type) func(any) error {
	switch t.Kind {
	case schema.List:
		elem := cs.parts(t.Elem)
		return func(v any) error { return typed.Each(v.([]any), elem) }
	case schema.Map:
		elem := cs.parts(t.Elem)
		return func(v any) error { return typed.EachValue(v.(map[string]any), elem) }
	}
	return cs.fieldChecks(t.Named).check
}

// fieldChecks are what the fields of an object demand.
type fieldChecks struct{ fields []fieldCheck }

type fieldCheck struct {
	name  string
	check func(any) error
}

// fieldChecks makes the checks of an object once. They are kept before they are
// complete, since it may contain itself.
func (cs *codecs) fieldChecks(named *schema.Named) *fieldChecks {
	if c := cs.checked[named]; c != nil {
		return c
	}
	c := &fieldChecks{}
	cs.checked[named] = c
	for _, f := range named.Fields {
		if check := cs.checks(f.Type, f.Constraints); check != nil {
			c.fields = append(c.fields, fieldCheck{f.Name, check})
		}
	}
	return c
}

func (c *fieldChecks) check(v any) error {
	var errs []error
	for _, f := range c.fields {
		if value, ok := v.(object).fields[f.name]; ok {
			if err := f.check(value); err != nil {
				errs = append(errs, typed.In(f.name, err))
			}
		}
	}
	return typed.All(errs...)
}

// Limits are constraints as a schema writes them.
func Limits(c schema.Constraints) (list []string) {
	add := func(name string, v any) {
		text, _ := runtime.EncodeValue(v) // which the schema's loader has read
		list = append(list, name+": "+string(text))
	}
	for _, b := range []struct {
		name  string
		bound *schema.Bound
	}{{"min", c.Min}, {"max", c.Max}} {
		if b.bound != nil {
			add(b.name, schema.Stored(b.bound.Data))
		}
	}
	for _, l := range []struct {
		name  string
		limit *schema.Limit
	}{{"min_length", c.MinLength}, {"max_length", c.MaxLength}, {"min_items", c.MinItems}, {"max_items", c.MaxItems}} {
		if l.limit != nil {
			add(l.name, l.limit.N)
		}
	}
	if c.Pattern != nil {
		add("pattern", c.Pattern.Expr)
	}
	if c.Unique {
		add("unique", true)
	}
	return list
}
