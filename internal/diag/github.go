package diag

import (
	"fmt"
	"io"
	"strings"
)

// WriteGitHub writes findings as GitHub workflow commands, which GitHub shows
// as annotations of the changed lines. It returns the first error of w.
func WriteGitHub(w io.Writer, list List, sources Sources) error {
	var out strings.Builder
	for _, d := range list {
		message := d.Message
		if d.Hint != "" {
			message += "\nhint: " + d.Hint
		}
		fmt.Fprintf(&out, "::%s %stitle=%s::%s\n", d.Severity, sources.githubPlace(d.Span),
			githubProperty.Replace("stategen: "+d.ID), githubData.Replace(printableLines(message)))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func (s Sources) githubPlace(span Span) string {
	if span.IsZero() {
		return ""
	}
	start, end := s.position(span.File, span.Start), s.position(span.File, span.End)
	place := fmt.Sprintf("file=%s,line=%d,", githubProperty.Replace(printable(span.File)), start.Line)
	if end.Line == start.Line && end.Column > start.Column {
		return place + fmt.Sprintf("col=%d,endColumn=%d,", start.Column, end.Column)
	}
	return place + fmt.Sprintf("col=%d,", start.Column)
}

// GitHub decodes these escapes in the text, and two more in properties.
var (
	githubData     = strings.NewReplacer("%", "%25", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", ":", "%3A", ",", "%2C")
)
