// Package wrappers reaches states through functions and fields.
package wrappers

import (
	"booking/keys"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

func local(st session.State, key string) (any, error) { return st.Get(key) }

func prefixed(st session.State, name string) (any, error) { return st.Get("user:" + name) }

func set(st session.State, key string, value any) { _ = st.Set(key, value) }

type store struct{ st session.State }

func (s store) text(key string) string {
	v, _ := s.st.Get(key)
	t, _ := v.(string)
	return t
}

func callers(ctx agent.Context, id string) {
	st := ctx.State()
	local(st, "city")
	local(st, "ctiy") // want `declares no key "ctiy"`
	prefixed(st, "theme")
	prefixed(st, "tehme") // want `declares no key "user:tehme"`
	set(st, "cty", 1)     // want `declares no key "cty"`
	set(st, "price", "x") // want `"price" is declared as float, and this is a string`
	store{st}.text("city")
	store{st}.text("cart") // want `"cart" is declared as \[\]string: it is never a string`
	get := func(key string) { st.Get(key) }
	get("paid")
	get("piad") // want `declares no key "piad"`

	st.Get(keys.City)
	st.Get(keys.Order(id))
	st.Get(keys.Oder(id)) // want `no key of the form "oder_…"`
	st.Get(keys.UserKey("theme"))
	st.Get(keys.UserKey("thme")) // want `declares no key "user:thme"`
	keys.Lookup(st, "city")
	keys.Lookup(st, "ctty")                           // want `declares no key "ctty"`
	n, _ := keys.Lookup(st, "user:login_count").(int) // want `"user:login_count" is declared as int: a database gives it back as float64`
	keys.LookupUser(ctx, "theme")
	keys.LookupUser(ctx, "themee")      // want `declares no key "user:themee"`
	keys.LookupUser(ctx, "login_count") // want `it is never a string`
	keys.Put(st, "paid", n > 3)
	keys.Put(st, "paid", 3) // want `"paid" is declared as bool, and this is an int`
}

type spec struct {
	prompt string
	output string
}

func build(s spec) (agent.Agent, error) {
	return llmagent.New(llmagent.Config{Instruction: s.prompt, OutputKey: s.output})
}

func agents() {
	build(spec{prompt: "Fly to {city}.", output: "city"})
	build(spec{prompt: "Fly to {ctiy}.", output: "ctty"}) // want `declares no key "ctiy"` `declares no key "ctty"`
	named("Fly from {city}.")
	named("Fly from {ciity}.") // want `declares no key "ciity"`
}

func named(instruction string) { build(spec{prompt: "You book flights. " + instruction}) }

// The package of these functions does not know that they are given states.
func elsewhere(ctx agent.Context, other cache) {
	keys.Text(ctx.State(), "theme")
	keys.Text(ctx.State(), "tehme")       // want `declares no key "user:tehme"`
	keys.Text(ctx.State(), "login_count") // want `"user:login_count" is declared as int: it is never a string`
	keys.Save("paid", ctx.State(), 3)     // want `"paid" is declared as bool, and this is an int`
	keys.Text(other, "tehme")
	keys.Save("padi", other, 3)
}

type cache struct{}

func (cache) Get(string) (any, error) { return nil, nil }

func (cache) Set(string, any) error { return nil }
