package project

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
)

// Code is all Go source that can use the keys of a schema.
type Code struct {
	Uses  []source.Use
	Files []*diag.Source
	// Sinks are those of the schema that the code has, by their place in its list.
	Sinks map[int]bool
	// Idle is whether no code uses a key for certain. Then nothing can be said of keys.
	Idle bool
	// Begun is whether all is seen that sessions begin with.
	Begun bool
	// Told are keys of which another finding says that what reads them fails to.
	Told map[string]bool
}

// Project applies the rules that need to know a whole project. Prompts are all
// its template files, with the schema's own file, as for Templates; the caller
// has made sure that nothing is missing in code. The schema's levels apply,
// and so do comments in all these files.
//
// A key of an included schema is left alone: other projects may use it. Nothing
// is reported for a schema with mistakes, because its unknown part may use the
// keys.
func Project(s *schema.Schema, prompts []*diag.Source, code Code) diag.List {
	if s.Partial {
		return nil
	}
	c := New(s)
	list := checkSinks(s.Check.Sinks, code.Sinks)
	if !code.Idle {
		list = append(list, c.checkKeys(s, prompts, code)...)
	}
	return c.suppressOf(isProjectRule, s.Check.Apply(list), append(slices.Clone(prompts), code.Files...))
}

// checkKeys applies the rules on keys.
func (c *Checker) checkKeys(s *schema.Schema, prompts []*diag.Source, code Code) diag.List {
	uses := slices.DeleteFunc(append(c.Uses(prompts), code.Uses...), func(u source.Use) bool { return u.Test })
	all := newUsageByKey(c, uses, code)
	var list diag.List
	var used []*usage
	for _, k := range s.Keys {
		if k.Span.File != s.File && !s.Drafted || k.Deprecated != "" || c.Foreign(k.Wire()) {
			continue
		}
		a := all.of(k)
		used = append(used, a)
		list = append(list, all.checkUnwrittenKey(k, a)...)
		list = append(list, all.checkUnreadOutputKey(k, a)...)
		if !s.Drafted {
			list = append(list, checkUnusedKey(k, a)...)
			list = append(list, checkMissingInitial(k, a)...)
		}
	}
	if s.Drafted {
		list = append(list, all.checkSimilarKeys(used)...)
	}
	return append(list, all.checkUnreadKeys(used)...)
}
