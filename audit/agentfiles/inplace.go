package agentfiles

import (
	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/diag"
)

// inPlace reports values that are changed in place under keys that are not known, so that others
// may set them.
func (s *Surveyed) inPlace() (list diag.List) {
	for _, c := range s.python.InPlace {
		if c.Test {
			continue
		}
		if c.Copy {
			list = append(list, finding.SetInCopy(nil, c.Span, !c.Wanted))
			continue
		}
		doubt := "what calls this sets the key, too"
		if c.Set {
			doubt = "the key was set to this very value by the same call"
		}
		list = append(list, finding.ChangedInPlace("", c.Span, doubt))
	}
	return list
}
