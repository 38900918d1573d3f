package instruction

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/runtime"
)

// findTRPC looks for a mark from pos on, in the dialect TRPC.
func (f *finder) findTRPC(text string, pos int) {
	for {
		n := strings.IndexByte(text[pos:], '{')
		if n < 0 {
			break
		}
		pos += n
		braces := 1
		if pos+1 < len(text) && text[pos+1] == '{' {
			braces = 2
		}
		end := f.closing(text, pos+braces, braces)
		if end >= 0 {
			f.tok.Start, f.tok.End = pos, end+braces
			f.tok.classifyTRPC(text, pos+braces, end, braces)
			return
		}
		if braces == 1 {
			break
		}
		pos++
	}
	f.stop(text)
}

// closing finds what closes one brace or two. What is not found once is not
// looked for again, so that a text of opening braces takes linear time.
func (f *finder) closing(text string, from, braces int) int {
	if braces == 2 && f.undoubled {
		return -1
	}
	n := strings.Index(text[from:], "}}"[:braces])
	if n < 0 {
		f.undoubled = f.undoubled || braces == 2
		return -1
	}
	return from + n
}

// classifyTRPC makes a placeholder of text[start:end] if it is a name that is
// looked up, and a Group of all else. White space counts within one brace only.
func (t *Token) classifyTRPC(text string, start, end, braces int) {
	t.Kind, t.Optional = Group, false
	t.NameStart, t.NameEnd = start, end
	if braces == 2 {
		start, end = trimAnySpace(text, start, end)
	}
	name, optional := strings.CutSuffix(text[start:end], "?")
	switch file, ok := strings.CutPrefix(name, artifactPrefix); {
	case ok && !strings.ContainsFunc(file, isNoTRPCName):
		t.Kind = Artifact
		start += len(artifactPrefix)
	case isTRPCName(name):
		t.Kind = Key
	default:
		return
	}
	t.Optional = optional
	t.NameStart = start
	t.NameEnd = end
	if optional {
		t.NameEnd--
	}
}

// isNoTRPCName reports whether a character makes of a name in braces a text.
func isNoTRPCName(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("{}'\"`?", r) }

// isTRPCName reports whether a name is looked up: an ASCII identifier, with the
// prefix of a scope, of an invocation or of a run.
func isTRPCName(name string) bool {
	if IsTRPCOwn(name) {
		_, name, _ = strings.Cut(name, ":")
	} else {
		_, name = runtime.ParseKey(name)
	}
	return isIdentifier(name) && !strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf })
}

// IsTRPCOwn reports whether tRPC-Agent-Go looks a name up in an invocation or in
// the state that a run was given, rather than in the session's state.
func IsTRPCOwn(name string) bool {
	return strings.HasPrefix(name, "invocation:") || strings.HasPrefix(name, "runtime:")
}

// insertTRPC appends what replaces a placeholder in the dialect TRPC. A key that is
// missing leaves it as it is, and what names an artifact is looked up as a key.
func insertTRPC(out []byte, tok *Token, text string, state runtime.ReadonlyState) ([]byte, error) {
	value, err := state.Get(tok.Lookup(text))
	switch {
	case runtime.IsMissing(err) && tok.Optional:
		return out, nil
	case runtime.IsMissing(err):
		return append(out, tok.Text(text)...), nil
	case err != nil:
		return out, err
	}
	return AppendValue(out, value)
}
