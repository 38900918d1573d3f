package workspace_test

import (
	"testing"
)

// whole are programs that read a whole state, with the bugs that comments announce.
const whole = `
-- go.mod --
module example.com/whole

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- copied/main.go --
package main

import (
	"errors"

	"google.golang.org/adk/v2/session"
)

func valuesOf(st session.ReadonlyState) (map[string]any, error) {
	if st == nil {
		return nil, errors.New("none")
	}
	values := map[string]any{}
	for k, v := range st.All() {
		values[k] = v
	}
	return values, nil
}

func city(values map[string]any) any { return values["city"] }

func use(st session.State) any {
	_ = st.Set("city", "Bern")
	_ = st.Set("day", 3)
	_ = st.Set("lonely", 1) // warning unread-key
	values, err := valuesOf(st)
	if err != nil || len(values) == 0 {
		return nil
	}
	return []any{city(values), values["day"]}
}

func main() {}
-- prefix/main.go --
package main

import (
	"strings"

	"google.golang.org/adk/v2/session"
)

func use(st session.State) (n int) {
	_ = st.Set("user:city", "Bern")
	_ = st.Set("lonely", 1) // warning unread-key
	for k := range st.All() {
		if strings.HasPrefix(k, "user:") {
			n++
		}
	}
	return n
}

func main() {}
-- logged/main.go --
package main

import (
	"log"
	"log/slog"

	"google.golang.org/adk/v2/session"
)

func use(st session.State, e *session.Event) {
	_ = st.Set("lonely", 1) // warning unread-key
	for k, v := range st.All() {
		log.Printf("%s = %v", k, v)
	}
	slog.Debug("event", "delta", e.Actions.StateDelta)
}

func main() {}
-- escapes/main.go --
package main

import (
	"encoding/json"

	"google.golang.org/adk/v2/session"
)

func valuesOf(st session.ReadonlyState) map[string]any {
	values := map[string]any{}
	for k, v := range st.All() {
		values[k] = v
	}
	return values
}

func use(st session.State) any {
	_ = st.Set("lonely", 1)
	first := valuesOf(st)
	_ = first["city"]
	data, _ := json.Marshal(valuesOf(st))
	return data
}

func main() {}
-- captured/main.go --
package main

import "google.golang.org/adk/v2/session"

func use(st session.State) func() map[string]any {
	_ = st.Set("lonely", 1)
	values := map[string]any{}
	for k, v := range st.All() {
		values[k] = v
	}
	return func() map[string]any { return values }
}

func main() {}
-- built/main.go --
package main

import "google.golang.org/adk/v2/session"

func use(st session.State, key string) any {
	_ = st.Set("lonely", 1)
	values := map[string]any{}
	for k, v := range st.All() {
		values[k] = v
	}
	return values[key]
}

func main() {}
`

// TestAuditOfWholeStates holds that of a state that is copied, logged, or looked through by a
// prefix an audit knows which keys are read.
func TestAuditOfWholeStates(t *testing.T) {
	auditPlanted(t, whole)
}
