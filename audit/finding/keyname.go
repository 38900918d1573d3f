package finding

import (
	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

var keyNameShown = diag.Rule{
	ID:       "key-name-shown",
	Severity: diag.Error,
	Summary:  "a Python instruction shows the name of a key instead of its value",
	Why: "In an f-string, {STATE_DOC} is the text of that constant: the model reads current_doc. A placeholder for ADK needs " +
		"braces of its own: {{{STATE_DOC}}} becomes {current_doc}, for which ADK puts the value.",
}

// KeyName is the finding about a field of an f-string that puts the name of a key into an
// instruction; set is where the key is set.
func KeyName(key, field string, at diag.Span, set []diag.Span, certain bool) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: keyNameShown.ID, Severity: diag.Error, Span: at,
		Message: "the model sees the word " + diag.Quote(key) + " here, not the value of that key",
		Hint:    "write {{{" + field + "}}}, which makes the placeholder {" + key + "}",
	}
	for _, place := range set[:min(len(set), words.MostShown)] {
		d.Related = append(d.Related, diag.Related{Span: place, Message: "the key is set here"})
	}
	return likelyUnless(d, certain, "the model is to know the key's name")
}
