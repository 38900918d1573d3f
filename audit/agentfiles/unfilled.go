package agentfiles

import (
	"path"
	"slices"

	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/requirements"
	"github.com/seed92179c4c/stategen/schema"
)

// unfilled reports placeholders of keys in texts of Python agents in which ADK fills none.
func (s *Surveyed) unfilled(declared *schema.Schema) (list diag.List) {
	c := check.New(declared)
	for _, t := range s.survey.Unfilled {
		if t.Test || t.Returned && s.needs.Release(path.Dir(t.File)) == requirements.BeforeCoroutines {
			continue
		}
		var names []string
		var at []diag.Span
		for _, u := range c.UsesIn(t.Text) {
			if u.Kind == keys.Placeholder && c.Key(u.Key) != nil && !slices.Contains(names, u.Key) {
				names, at = append(names, u.Key), append(at, u.Span)
			}
		}
		if len(names) > 0 {
			list = append(list, finding.Unfilled(t.Argument, t.Returned, names, at))
		}
	}
	return list
}
