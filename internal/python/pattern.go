package python

import "strings"

// Unknown stands in a key for each part that is known only when the program runs. No
// key contains it.
const Unknown = "\uFFFC"

// partial is the text of a key that is one f-string, with Unknown for what is in braces;
// nil: it is none, or nothing of it is known.
func (s *source) partial(key value) *Literal {
	if key.end != key.first+1 || key.end > len(s.tokens) || s.tokens[key.first].kind != str {
		return nil
	}
	t := s.tokens[key.first]
	o := openingAt(s.text, t.start)
	if !strings.EqualFold(o.prefix, "f") || !o.isClosed(s.text[:t.end]) {
		return nil
	}
	body := s.text[o.body : t.end-len(o.quote)]
	if strings.Contains(body, "{{") || strings.Contains(body, "}}") || strings.Contains(body, `\\`) {
		return nil
	}
	var b strings.Builder
	for at := 0; at < len(body); {
		next := strings.IndexByte(body[at:], '{')
		if next < 0 {
			b.WriteString(body[at:])
			break
		}
		b.WriteString(body[at:at+next] + Unknown)
		at = fieldEnd(body, at+next+1, o.quote, 0)
	}
	if strings.ReplaceAll(b.String(), Unknown, "") == "" {
		return nil
	}
	return &Literal{Text: b.String(), Path: s.path, Start: t.start, End: t.end}
}
