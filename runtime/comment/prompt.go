package comment

import "strings"

const htmlOpening, htmlEnd = "<!--", "-->"

// InPrompt returns the comments of a text that a model reads, in order, in
// linear time. They are those of HTML that begin with the mark: in a prompt, # and
// -- are prose. One that is not closed before another begins, or in its
// paragraph, is none, since what follows may be instructions.
func InPrompt(text string) []Comment {
	var list []Comment
	for at := next(text, 0); at >= 0; {
		behind := at + len(mark)
		if c, ok := promptComment(text, at); ok {
			list = append(list, c)
			behind = c.Whole[1]
		}
		at = next(text, behind)
	}
	return list
}

// promptComment takes the comment apart that begins with the mark at an offset.
func promptComment(text string, at int) (Comment, bool) {
	open, ok := htmlOpens(text, at)
	verb := verbAt(text, at+len(mark))
	if !ok || verb == "" {
		return Comment{}, false
	}
	behind := at + len(mark) + len(verb)
	closed := htmlCloses(text, behind)
	if closed < 0 {
		return Comment{}, false
	}
	body := strings.TrimRight(text[behind:closed-len(htmlEnd)], "-")
	body, _, _ = strings.Cut(body, "\n")
	body = strings.TrimSuffix(body, "\r")
	return Comment{
		Verb:  verb,
		Mark:  [2]int{at, behind},
		Body:  [2]int{behind, behind + len(body)},
		Whole: [2]int{open, closed},
		Alone: isAlone(text, open, closed),
	}, true
}

// verbAt returns the verb that is at an offset as a word; empty for another.
func verbAt(text string, at int) string {
	for _, verb := range []string{Ignore, Text} {
		if rest, ok := strings.CutPrefix(text[at:], verb); ok && (rest == "" || strings.IndexByte(" \t\r\n-", rest[0]) >= 0) {
			return verb
		}
	}
	return ""
}

// htmlOpens returns where the comment opens in which nothing precedes an offset.
func htmlOpens(text string, at int) (int, bool) {
	before := strings.TrimRight(strings.TrimRight(text[:at], " \t\r\n"), "-")
	open := len(before) - len("<!")
	return open, open >= 0 && strings.HasPrefix(text[open:], htmlOpening)
}

// htmlCloses returns the offset after the end of a comment; negative if its
// paragraph ends or another comment begins first.
func htmlCloses(text string, from int) int {
	blank := false // what is read of the line
	for i := from; i < len(text); i++ {
		switch {
		case text[i] == '\n':
			if blank {
				return -1
			}
			blank = true
		case strings.HasPrefix(text[i:], htmlEnd):
			return i + len(htmlEnd)
		case strings.HasPrefix(text[i:], htmlOpening):
			return -1
		case strings.IndexByte(" \t\r", text[i]) < 0:
			blank = false
		}
	}
	return -1
}

// isAlone reports whether nothing else is on the lines of text[start:end]. It looks
// at the blanks around it alone, which keeps the time for a line with many
// comments linear.
func isAlone(text string, start, end int) bool {
	before := strings.TrimRight(text[:start], " \t")
	after := strings.TrimLeft(text[end:], " \t")
	return (before == "" || before == byteOrderMark || strings.HasSuffix(before, "\n")) &&
		(after == "" || after[0] == '\n' || strings.HasPrefix(after, "\r\n"))
}
