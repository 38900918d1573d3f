package rules

import (
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// temperatures are what a name goes on with that has to do with the weather, or with a model.
var temperatures = regexp.MustCompile(`^(c|f|k|max|min|avg|mean|high|low|unit|units|celsius|fahrenheit|kelvin|current|value|range|feels|diff|delta)(_|$)`)

// tempName reports a key that is called as if it were temporary, and that a session keeps.
func tempName(_ *judge, k *index.Key) diag.List {
	name, ok := strings.CutPrefix(strings.TrimPrefix(k.Name, "_"), "temp_")
	if !ok || name == "" || len(k.Writes) == 0 || temperatures.MatchString(name) {
		return nil
	}
	return diag.List{{
		ID: "scope-in-name", Severity: diag.Warning, Span: k.Writes[0].Place,
		Message: diag.Quote(k.Name) + " is stored with the session like any other key",
		Hint:    "write " + diag.Quote(runtime.ScopeTemp.Key(name)) + " if one run needs it only; nothing is wrong if it is to last",
		Related: index.Places(index.Others(k.Facts, k.Writes[0]), "it is used here, too"),
	}}
}
