package wording

import (
	"regexp"
	"strings"
)

const keyWords = `(?:\s+(?:the|following|these|session|shared|state|\w+\.state|keys?|fields?|variables?|names?|in|under))`

var (
	// item begins a line of a list.
	item = regexp.MustCompile(`^\s*(?:[-*+•]|\d+[.)])\s`)
	// writesList ends in what a list of keys to write follows: "Store results in:", "Update these state keys:".
	writesList = regexp.MustCompile(`(?i)\b(?:stor(?:es?|ing)|sav(?:es?|ing)|writ(?:es?|ing)|puts?|records?|persists?|sets?|updates?)` +
		`(?:(?:\s+[\w'-]+){0,5}?\s+(?:in|into|to|under|as)` + keyWords + `*|` + keyWords + `+)\s*[*_]*:[*_]*\s*$`)
	readsList = regexp.MustCompile(`(?i)\b(?:from|according|based|refer|respon(?:d|se)|using)\b`)
)

// isBelowWrites reports whether a key is in a list below a line that asks for values to be written.
func isBelowWrites(text string, k StateKey) bool {
	before := text[max(0, k.Start-mostItems*reach):k.Start]
	for n := 0; n < mostItems; n++ {
		from := strings.LastIndexByte(before, '\n') + 1
		line := strings.TrimRight(before[from:], " \t\r")
		if n > 0 && strings.HasSuffix(strings.TrimRight(line, "*_"), ":") {
			return writesList.MatchString(line) && !readsList.MatchString(line)
		}
		if !item.MatchString(before[from:]) && (n == 0 || line != "") || from == 0 {
			return false
		}
		before = before[:from-1]
	}
	return false
}
