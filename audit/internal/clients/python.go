package clients

import (
	"maps"
	"regexp"
	"strings"
)

var (
	importsADK  = regexp.MustCompile(`google\.adk|from google import adk`)
	importsHTTP = regexp.MustCompile(`(?m)^[ \t]*(?:import|from)[ \t]+(?:requests|httpx|aiohttp|urllib3?)\b`)
	namesRoute  = regexp.MustCompile(`/apps/|/sessions\b|/run(?:_sse|_live)?["'?]`)
)

// IsPython reports whether a text in Python is of a client: it knows nothing of ADK, and calls its API server.
func IsPython(text string) bool {
	return importsHTTP.MatchString(text) && namesRoute.MatchString(text) && !importsADK.MatchString(text)
}

// ofState is before what is taken out of a state: session["state"].get(, data.get("state", {})[.
const ofState = `(?i)state(?:_?delta)?(?:["'](?:, *\{\})?[\])])?(?:\.get\(|\[)`

var (
	takesOne   = regexp.MustCompile(ofState + `["'](?:user:|app:|temp:)?$`)
	takesAny   = regexp.MustCompile(ofState + `[a-z_]\w*[\]),]`)
	takesValue = regexp.MustCompile(pageValues + `(?:\.\w+\(|\[)["']$`)
)

// pageValues are what a page of Streamlit keeps, which it calls a state, under a name that says nothing here.
const pageValues = "st.own_values"

// InPython says what a client in Python says: it reads what is in quotes, but for what is before a colon in a dict.
// Where it takes what a variable names out of a state, that may be each of these.
func (s *Search) InPython(text string) Said {
	text = strings.ReplaceAll(text, "st.session_state", pageValues)
	in := s.In(text, func(from, to int) bool {
		before := text[max(0, from-longest):from]
		return strings.HasSuffix(before, ".") || takesValue.MatchString(before) || IsEntry(text, from, to)
	})
	if takesAny.MatchString(text) {
		maps.Copy(in.Read, in.Quoted)
	}
	return in
}

// IsEntry reports whether the text in quotes around a word is before the colon in a dict.
func IsEntry(text string, from, to int) bool {
	before := strings.TrimRight(text[max(0, from-longest):max(0, from-1)], " \t\r\n")
	after := strings.TrimLeft(text[to:min(len(text), to+longest)], "\"'")
	return strings.HasPrefix(after, ":") && (strings.HasSuffix(before, "{") || strings.HasSuffix(before, ","))
}
