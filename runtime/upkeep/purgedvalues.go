package upkeep

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// purgedValues are the texts and numbers in values that are purged, as texts: what is
// looked for in what events say.
type purgedValues struct {
	known map[string]bool
	first [256]bool         // bytes that one begins with
	by    map[string][]sign // by the bytes that they begin with
}

// sign is a text, or a number as a text.
type sign struct {
	text  string
	whole bool // no letter or digit may stand next to it
}

// maxEscapes is how many times over a text may be escaped: each time doubles the backslashes
// of a quote, but a hostile text could take any number of rounds.
const maxEscapes = 8

// signPrefix is how many bytes of a sign it is found by; of a shorter one, all.
const signPrefix = 4

func (p *purgedValues) none() bool { return len(p.known) == 0 }

// add adds what is in a value.
func (p *purgedValues) add(v any) {
	switch v := v.(type) {
	case string:
		p.addSign(sign{v, len(v) < signPrefix})
		if inner, ok := jsonIn(v); ok {
			p.add(inner)
		}
	case int, int64, float64:
		for _, text := range numberTexts(v) {
			p.addSign(sign{text, true})
		}
	case []any:
		for _, item := range v {
			p.add(item)
		}
	case map[string]any:
		for _, item := range v {
			p.add(item)
		}
	case value.Op:
		p.add(v.Operand)
		p.add(v.Base)
	}
}

func (p *purgedValues) addSign(s sign) {
	if s.text == "" || p.known[s.text] {
		return
	}
	if p.none() {
		p.known, p.by = make(map[string]bool), make(map[string][]sign)
	}
	prefix := s.text[:min(len(s.text), signPrefix)]
	p.known[s.text], p.first[s.text[0]] = true, true
	p.by[prefix] = append(p.by[prefix], s)
}

// numberTexts returns a number as texts may show it.
func numberTexts(v any) []string {
	f, ok := v.(float64)
	if !ok {
		text, _ := value.Encode(v) // which can't fail for a whole number
		return []string{string(text)}
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if f == math.Trunc(f) {
		return []string{text, text + ".0"}
	}
	return []string{text, strconv.FormatFloat(f, 'g', -1, 64)}
}

// in reports whether one of them is in an event's content or host data.
func (p *purgedValues) in(e *store.StoredEvent) bool {
	if p.none() || e.Damage() != nil {
		return false
	}
	return p.inContent(e.Content) || e.Extra != nil && p.inText(string(e.Extra.Host), maxEscapes)
}

func (p *purgedValues) inContent(c *store.Content) bool {
	if c == nil {
		return false
	}
	for _, part := range c.Parts {
		if p.inText(part.Text, maxEscapes) {
			return true
		}
		if call := part.FunctionCall; call != nil && p.inValue(call.Args, maxEscapes) {
			return true
		}
		if answer := part.FunctionResponse; answer != nil && p.inValue(answer.Response, maxEscapes) {
			return true
		}
	}
	return false
}

// inValue is in for a value whose texts are escaped so many times at most.
func (p *purgedValues) inValue(v any, escapes int) bool {
	switch v := v.(type) {
	case string:
		return p.inText(v, escapes)
	case int, int64, float64:
		return p.stands(numberTexts(v)[0])
	case []any:
		for _, item := range v {
			if p.inValue(item, escapes) {
				return true
			}
		}
	case map[string]any:
		for name, item := range v {
			if p.inText(name, escapes) || p.inValue(item, escapes) {
				return true
			}
		}
	}
	return false
}

// inText reports whether one of them stands in a text, or in JSON in it.
func (p *purgedValues) inText(text string, escapes int) bool {
	if escapes > 0 {
		if v, ok := jsonIn(text); ok && p.inValue(v, escapes-1) {
			return true
		}
	}
	for ; ; escapes-- {
		if p.stands(text) {
			return true
		}
		plain := unescape(text)
		if escapes == 0 || plain == text {
			return false
		}
		text = plain
	}
}

// jsonIn returns the list or object that a text is.
func jsonIn(text string) (any, bool) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' {
		return nil, false
	}
	v, err := value.Decode([]byte(trimmed))
	return v, err == nil
}

// stands reports whether one of them stands in a text as it is.
func (p *purgedValues) stands(text string) bool {
	for i := range len(text) {
		if !p.first[text[i]] {
			continue
		}
		for n := 1; n <= min(signPrefix, len(text)-i); n++ {
			for _, s := range p.by[text[i:i+n]] {
				if strings.HasPrefix(text[i:], s.text) && (!s.whole || apart(text, i, i+len(s.text))) {
					return true
				}
			}
		}
	}
	return false
}

// apart reports whether a part of a text is no part of a longer word or number.
func apart(text string, from, to int) bool {
	inWord := func(i int) bool { return i >= 0 && i < len(text) && isWord(text[i]) }
	inNumber := func(point, digit int) bool { return inWord(digit) && text[point] == '.' && isDigit(text[digit]) }
	before := inWord(from-1) && isWord(text[from]) || isDigit(text[from]) && inNumber(from-1, from-2)
	after := inWord(to) && isWord(text[to-1]) || isDigit(text[to-1]) && inNumber(to, to+1)
	return !before && !after
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func isWord(b byte) bool { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z' }

// unescape replaces the escapes of JSON in a text, whatever else it is.
func unescape(text string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '\\')
		if i < 0 || i+1 == len(text) {
			return b.String() + text
		}
		b.WriteString(text[:i])
		r, size := jsontext.Escaped(text[i:])
		if size == 0 {
			r, size = '\\', 1
		}
		b.WriteRune(r)
		text = text[i+size:]
	}
}
