package syntax

import "strings"

// Unknown stands in a key for each part that is known only when the program runs. No
// key contains it.
const Unknown = "\uFFFC"

// Pattern is the text of a key that is one f-string, with Unknown for what is in braces;
// nil: it is none, or nothing of it is known.
func (s *Source) Pattern(key Value) *Literal {
	return s.PatternWith(key, func(string) string { return Unknown })
}

// PatternWith is Pattern with a text for what is in each pair of braces, or Unknown.
func (s *Source) PatternWith(key Value, text func(field string) string) *Literal {
	if key.End != key.First+1 || key.End > len(s.Tokens) || s.Tokens[key.First].Kind != String {
		return nil
	}
	t := s.Tokens[key.First]
	o := OpeningAt(s.Text, t.Start)
	if !strings.EqualFold(o.Prefix, "f") || !o.isClosed(s.Text[:t.End]) {
		return nil
	}
	body := s.Text[o.Body : t.End-len(o.Quote)]
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
		end := FieldEnd(body, at+next+1, o.Quote, 0)
		b.WriteString(body[at:at+next] + text(strings.TrimSuffix(body[at+next+1:end], "}")))
		at = end
	}
	if strings.ReplaceAll(b.String(), Unknown, "") == "" {
		return nil
	}
	return &Literal{Text: b.String(), Path: s.Path, Start: t.Start, End: t.End}
}
