package diag

import "strconv"

// Quote writes a name for a message, on one line and not too long.
func Quote(text string) string { return strconv.Quote(Shorten(text)) }

// Shorten cuts a text that is too long for a message.
func Shorten(text string) string {
	const longest = 80
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return text
}
