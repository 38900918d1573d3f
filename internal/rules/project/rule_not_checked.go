package project

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// NotChecked is for what could not be read: a file here, a package in Go source.
var NotChecked = diag.Register(diag.OnFiles, diag.Rule{
	ID:       "not-checked",
	Severity: diag.Error,
	Summary:  "a file or a Go package could not be read as what it is, so it was not checked",
	Why: "A check that silently skips a file looks the same as one that found nothing wrong. A file that can't be " +
		"read, is too large, leads out of the project, or is not what its name says is an error, and so is a check of " +
		"nothing at all. A YAML file among the templates is read as an agent configuration, a Python file for its " +
		"agents' instructions, every other file as text in UTF-8. A Go package that does not compile, perhaps because a " +
		"module is not downloaded, is a warning: it is checked without what needs its types.",
	Bad:  "instruction: \"Hello {city}\n",
	Good: "instruction: \"Hello {city}\"\n",
})

// Unreadable describes a file that can't be read at all.
func Unreadable(name string, err error) diag.Diagnostic {
	var known *fs.PathError
	if errors.As(err, &known) {
		err = known.Err
	}
	return diag.New(NotChecked, diag.Span{File: filepath.ToSlash(name)}, "this was not checked: %v", err).
		WithHint("take it out of check.templates, or put a file of text there")
}

// NothingChecked describes a check that found nothing to look at where there is something.
func NothingChecked(at diag.Span, reason, hint string) diag.Diagnostic {
	return diag.New(NotChecked, at, "nothing was checked: %s", reason).WithHint("%s", hint)
}

// Unevaluated notes what can't be known from a file.
func Unevaluated(at diag.Span, reason string) diag.Diagnostic {
	return advice(at, "not checked: %s", reason)
}

// NotCompiled is about a package that does not compile.
func NotCompiled(at diag.Span, problem, hint string) diag.Diagnostic {
	return advice(at, "this package does not compile, so what uses types in it was not checked: %s", problem).
		WithHint("%s", hint)
}

// NotLoaded is about a package of which nothing could be read.
func NotLoaded(path, problem, hint string) diag.Diagnostic {
	return advice(diag.Span{File: path}, "this package can't be loaded, so it was not checked: %s", problem).
		WithHint("%s", hint)
}

// notShown is about findings beyond those that are shown. More says that there are others, which were not kept.
func notShown(at diag.Span, rest diag.List, more bool) diag.Diagnostic {
	d := advice(at, "%d more findings in this file are not shown", len(rest))
	if more {
		d = advice(at, "more than %d more findings in this file are not shown; "+
			"comments that may suppress some of them were not considered", len(rest))
	}
	if more || rest.HasErrors() {
		d.Severity = diag.Error
	}
	return d.WithHint("fix these first")
}

// advice is a finding of the rule that fails no run.
func advice(at diag.Span, format string, args ...any) diag.Diagnostic {
	d := diag.New(NotChecked, at, format, args...)
	d.Severity = diag.Warning
	return d
}

// MaxPromptSize is how many bytes a prompt file can have, which bounds time and
// memory. It is far more than any prompt needs.
const MaxPromptSize = 4 << 20

// notText is about a file that is not text that people write: not UTF-8, or too large; nil: it is.
func notText(src *diag.Source) *diag.Diagnostic {
	at := diag.Span{File: src.Name}
	if len(src.Text) > MaxPromptSize {
		d := diag.New(NotChecked, at,
			"this file has %d bytes, and at most %d bytes of a prompt are read, so it was not checked",
			len(src.Text), MaxPromptSize).WithHint("take it out of check.templates, or split it")
		return &d
	}
	i := NoText(src.Text)
	if i < 0 {
		return nil
	}
	at.Start, at.End = i, i+1
	d := diag.New(NotChecked, at,
		"this file is not UTF-8 text, so it was not checked: the first invalid byte is 0x%02X", src.Text[i]).
		WithHint("save it as UTF-8, or take it out of check.templates")
	return &d
}

// NoText returns where the first byte is that is not UTF-8 text; -1: there is none.
func NoText(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == 0 || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// notYAML is about a file that is not what its name says.
func notYAML(name string, err error) *diag.Diagnostic {
	d := diag.New(NotChecked, diag.Span{File: name}, "this file is not valid YAML, so it was not checked: %s",
		strings.TrimPrefix(err.Error(), "yaml: ")).
		WithHint("correct it, or take it out of check.templates")
	return &d
}
