package workspace_test

import (
	"testing"
)

// handedOn are callbacks that set keys to what was read under them, with the bugs that comments
// announce.
const handedOn = `
-- go.mod --
module example.com/handed

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- main.go --
package main

import (
	"context"
	"fmt"
	"strings"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
)

func textOf(v any) string { return fmt.Sprint(v) }

func model(ctx agent.CallbackContext) {
	v, err := ctx.State().Get("model") // warning unwritten-key
	if err != nil || v == nil {
		return
	}
	ref := strings.TrimSpace(textOf(v))
	if ref != "" {
		_ = ctx.State().Set("model", ref)
	}
}

func begin(ctx context.Context, service session.Service, from session.Session) {
	var last string
	if v, err := from.State().Get("last"); err == nil { // warning unwritten-key
		if s, ok := v.(string); ok {
			last = s
		}
	}
	state := map[string]any{}
	if last != "" {
		state["last"] = last
	}
	if v, err := from.State().Get("topic"); err == nil { // warning unwritten-key
		state["topic"] = v
	}
	_, _ = service.Create(ctx, &session.CreateRequest{State: state})
}

func other(ctx agent.CallbackContext) {
	v, err := ctx.State().Get("lang")
	if err != nil {
		v = "en"
	}
	_ = ctx.State().Set("lang", v)
	w, _ := ctx.State().Get("cart")
	if m, ok := w.(map[string]any); ok {
		m["x"] = 1
	}
	_ = ctx.State().Set("cart", w)
	n, _ := ctx.State().Get("turn")
	i, _ := n.(int)
	_ = ctx.State().Set("turn", i+1) // warning read-modify-write
	s, _ := ctx.State().Get("log")
	t, _ := s.(string)
	t += "x"
	_ = ctx.State().Set("log", t)
	a, _ := ctx.State().Get("a")
	b, _ := a.(string)
	_ = ctx.State().Set("b", b)
	_ = ctx.State().Set("a", "x")
	_, _ = ctx.State().Get("b")
}

func main() {
	for _, f := range []func(agent.CallbackContext){model, other} {
		f(nil)
	}
	begin(nil, nil, nil)
}
`

// TestAuditOfCopies holds that who sets a key to what was read under it gives it no value.
func TestAuditOfCopies(t *testing.T) {
	auditPlanted(t, handedOn)
}
