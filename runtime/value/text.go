package value

import (
	"strings"
	"unicode/utf8"
)

// TextProblem says what some store would refuse or alter in a text: it completes
// "the text …". It is empty if there is nothing.
func TextProblem(s string) string {
	if bad := checkText(s); bad != nil {
		return bad.Problem
	}
	return ""
}

// checkText finds what some store would refuse or alter in a text.
func checkText(s string) *Error {
	if len(s) <= 32 && isPlainASCII(s) {
		return nil // as most keys and names are
	}
	if !utf8.ValidString(s) {
		return &Error{Problem: "is not valid UTF-8"}
	}
	if strings.IndexByte(s, 0) >= 0 {
		return &Error{Problem: "holds a NUL character"}
	}
	return nil
}

func isPlainASCII(s string) bool {
	for i := range len(s) {
		if s[i] == 0 || s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
