package finding

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/prompt"
	"github.com/seed92179c4c/stategen/diag"
)

// Undeclared leaves the findings of a check against the keys of a project that hold although no key is
// declared, in words that fit code whose programs keep sessions in a storage.
func Undeclared(found diag.List, storage audit.Storage) (list diag.List) {
	for _, d := range found {
		if check.NeedsSchema(d.ID) {
			continue
		}
		if prompt.NeedsValue(d.ID) {
			d.Severity = diag.Warning
			d.Hint += "; nothing is wrong in runs that have no session value"
		}
		d.Related = slices.Clone(d.Related)
		for i, r := range d.Related {
			d.Related[i].Message = strings.Replace(r.Message, "declared here", "used here", 1)
		}
		switch d.ID {
		case "read-modify-write":
			d.Severity = diag.Warning
			d.Hint = "nothing is wrong if tools and agents that do so never run at the same time, for one session"
		case "direct-state-mutation":
			if IsInRun(d) { // which a run may want
				d.Severity = diag.Warning
				d.Hint = "yield an event with a state delta; nothing is wrong if only this run needs it"
			}
		case "temp-at-create", "unserializable-value":
			if storage <= audit.Memory {
				continue
			}
			d.Hint = strings.Replace(d.Hint, ", or use the generated setter", "", 1)
			if storage != audit.Database {
				d.Severity = diag.Warning
				d.Hint += "; nothing is wrong as long as sessions are only kept in memory"
			}
		case "literal-braces":
			d.Hint = "use other brackets if the braces are meant"
		case "angle-placeholder":
			d.Message = strings.Replace(d.Message, "the schema has no angle placeholders", "a placeholder has braces", 1)
			d.Hint = ""
		}
		list = append(list, d)
	}
	return joinPointers(list)
}
