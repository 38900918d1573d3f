package statelint

import (
	"testing"

	"golang.org/x/tools/txtar"
)

// ungoverned is a module without a schema, in which a key must be followed to be found.
const ungoverned = `
-- go.mod --
module example.com/raw

go 1.26

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- raw.go --
package raw

import "google.golang.org/adk/v2/session"

func Begin() session.CreateRequest {
	state := map[string]any{}
	state["city"] = "Bath"
	return session.CreateRequest{State: state}
}
-- adk/go.mod --
module google.golang.org/adk/v2

go 1.26
-- adk/session/session.go --
package session

type CreateRequest struct{ State map[string]any }
`

// TestUngovernedIsCached holds that a second check says the same of packages without a schema, and
// reads none.
func TestUngovernedIsCached(t *testing.T) {
	m := scriptModule(t, txtar.Parse([]byte(ungoverned)))
	o := m.options
	o.Cache = t.TempDir()
	first := m.checked(o)
	if len(first.Ungoverned) != 1 {
		t.Errorf("ungoverned are %v", first.Ungoverned)
	}
	m.same("the second check", m.checked(o), first)
	if !m.isKnown(o) {
		t.Error("the second check reads packages")
	}
}
