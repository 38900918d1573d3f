package names

import (
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/schema"
)

// initialisms are the words that Go spells in capitals. The list is the one
// that Go's linters check names against.
var initialisms = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`
		ACL API ASCII CPU CSS DB DNS EOF GID GUID HTML HTTP HTTPS ID IP JSON
		QPS RAM RPC SIP SLA SMTP SQL SSH TCP TLS TTL UDP UI UID URI URL UTF8
		UUID VM XML XMPP XSRF XSS AMQP RTP TS`) {
		set[w] = true
	}
	return set
}()

// exportedName returns the exported Go name of a name in a schema, and whether
// there is one: "user_ids" gives UserIDs, "2fa" and "+" give none.
func exportedName(name string) (string, bool) {
	var b strings.Builder
	for _, word := range schema.Words(name) {
		b.WriteString(Title(word))
	}
	goName := b.String()
	return goName, token.IsExported(goName) && token.IsIdentifier(goName)
}

// suffixName is exportedName for a name that follows another, which may begin
// with any letter or digit.
func suffixName(name string) (string, bool) {
	suffix, _ := exportedName(name)
	return suffix, suffix != ""
}

// localName returns the Go name of a parameter.
func localName(name string) string {
	parts := schema.Words(name)
	var b strings.Builder
	for i, word := range parts {
		if i == 0 {
			b.WriteString(strings.ToLower(word))
		} else {
			b.WriteString(Title(word))
		}
	}
	local := b.String()
	if first, _ := utf8.DecodeRuneInString(local); !unicode.IsLetter(first) {
		local = "p" + local
	}
	if reservedLocals[local] || token.IsKeyword(local) {
		local += "Param"
	}
	return local
}

// Title capitalizes a word as Go spells it: "id" gives ID.
func Title(word string) string {
	upper := strings.ToUpper(word)
	if initialisms[upper] {
		return upper
	}
	if singular, ok := strings.CutSuffix(upper, "S"); ok && initialisms[singular] {
		return singular + "s"
	}
	return schema.Title(word)
}
