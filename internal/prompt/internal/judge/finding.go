package judge

import (
	"fmt"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// Finding is a diagnostic under construction.
type Finding struct{ diag.Diagnostic }

// Hintf sets the hint.
func (f *Finding) Hintf(format string, args ...any) *Finding {
	f.Hint = fmt.Sprintf(format, args...)
	return f
}

// Relatedf adds another place.
func (f *Finding) Relatedf(span diag.Span, format string, args ...any) *Finding {
	f.Related = append(f.Related, diag.Related{Span: span, Message: fmt.Sprintf(format, args...)})
	return f
}

// Suggest offers to write text instead of a span, which may not be meant.
func (f *Finding) Suggest(span diag.Span, text string) *Finding {
	f.Fixes = append(f.Fixes, diag.Fix{
		Message: "write " + text,
		Edits:   []diag.Edit{{Span: span, NewText: text}},
	})
	return f
}
