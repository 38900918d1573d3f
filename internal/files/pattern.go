package files

import (
	"errors"
	"path"
	"strings"
)

// most bounds how many patterns the braces of one may stand for.
const most = 1000

var errAlternatives = errors.New("its braces expand to more than 1000 patterns")

// alternatives returns the patterns that {a,b} in one stands for: an alternative
// may have slashes, and each of its parts is matched on its own.
func alternatives(pattern string) ([]string, error) {
	done, open := []string(nil), []string{pattern}
	for len(open) > 0 {
		next := open[len(open)-1]
		open = open[:len(open)-1]
		before, choices, after, ok := brace(next)
		if !ok {
			done = append(done, next)
		}
		for _, c := range choices {
			open = append(open, before+c+after)
		}
		if len(done)+len(open) > most {
			return nil, errAlternatives
		}
	}
	return done, nil
}

// brace finds the first list of alternatives.
func brace(pattern string) (before string, choices []string, after string, ok bool) {
	depth, from, start := 0, 0, 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '[':
			i = classEnd(pattern, i)
		case c == '{':
			if depth++; depth == 1 {
				start, from = i, i+1
			}
		case c == ',' && depth == 1:
			choices, from = append(choices, pattern[from:i]), i+1
		case c == '}' && depth > 0:
			if depth--; depth == 0 {
				return pattern[:start], append(choices, pattern[from:i]), pattern[i+1:], true
			}
		}
	}
	return "", nil, "", false
}

// classEnd is the place of the bracket that closes one.
func classEnd(pattern string, i int) int {
	for i++; i < len(pattern) && pattern[i] != ']'; i++ {
		if pattern[i] == '\\' {
			i++
		}
	}
	return i
}

// split takes off the folder in front of all that is to be matched.
func split(pattern string) (base string, parts []string) {
	for part := range strings.SplitSeq(path.Clean(pattern), "/") {
		if parts == nil && (part == ".." || part == "." || part == "") {
			base = path.Join(base, part)
			continue
		}
		if part != "" && (part != "**" || len(parts) == 0 || parts[len(parts)-1] != "**") {
			parts = append(parts, part)
		}
	}
	for len(parts) > 1 && !strings.ContainsAny(parts[0], `*?[\`) {
		base, parts = path.Join(base, parts[0]), parts[1:]
	}
	if parts == nil {
		parts = []string{""}
	}
	return base, parts
}
