package evidence

import (
	"bytes"
	"strings"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/report"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
)

// ReadConfigs gathers what YAML agent configurations say about state keys, and
// lists the files that can't be read.
func ReadConfigs(src *sources.Reader, files []string) (found []Evidence, unread []report.NotChecked) {
	checker := check.New(emptySchema())
	for _, file := range files {
		config := src.Open(file)
		if config == nil || !mayBeConfig(config.Text) {
			continue
		}
		uses, err := checker.UndeclaredInConfig(config)
		for _, u := range uses {
			found = append(found, Evidence{Use: u, Presence: presenceOf(u)})
		}
		if err != nil {
			reason := "this file is not valid YAML, so its prompts were not read: " + strings.TrimPrefix(err.Error(), "yaml: ")
			unread = append(unread, report.NotChecked{Span: diag.Span{File: config.Name}, Reason: reason})
		}
	}
	return found, unread
}

// mayBeConfig spares reading YAML of other kinds, which can be long, or only
// become YAML once something is filled in.
func mayBeConfig(text []byte) bool {
	return bytes.Contains(text, []byte("instruction")) || bytes.Contains(text, []byte("output_key"))
}
