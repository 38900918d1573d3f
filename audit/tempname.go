package audit

import (
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// temperatures are what a name goes on with that has to do with the weather, or with a model.
var temperatures = regexp.MustCompile(`^(c|f|k|max|min|avg|mean|high|low|unit|units|celsius|fahrenheit|kelvin|current|value|range|feels|diff|delta)(_|$)`)

// tempName reports a key that is called as if it were temporary, and that a session keeps.
func tempName(_ *judge, k *key) diag.List {
	name, ok := strings.CutPrefix(strings.TrimPrefix(k.name, "_"), "temp_")
	if !ok || name == "" || len(k.writes) == 0 || temperatures.MatchString(name) {
		return nil
	}
	return diag.List{{
		ID: "scope-in-name", Severity: diag.Warning, Span: k.writes[0].Place,
		Message: diag.Quote(k.name) + " is stored with the session like any other key",
		Hint:    "write " + diag.Quote(runtime.ScopeTemp.Key(name)) + " if one run needs it only; nothing is wrong if it is to last",
		Related: places(others(k.facts, k.writes[0]), "it is used here, too"),
	}}
}
