// Package readwrite reads and writes raw keys of states of every kind.
package readwrite

import (
	"fmt"
	"iter"

	"google.golang.org/adk/v2/agent"
	adk "google.golang.org/adk/v2/session"
)

const localKey = "booking_stpe" // want `the schema declares no key "booking_stpe"; did you mean "booking_step"\?`

var onceKey = "departure_ctiy" // want `declares no key "departure_ctiy"`

func context(ctx agent.Context) {
	ctx.State().Get("city")
	ctx.State().Get("ctiy")                     // want `declares no key "ctiy"; did you mean "city"\?`
	ctx.ReadonlyState().Get("Price")            // want `declares no key "Price"; did you mean "price"\?`
	ctx.Session().State().Get("theme")          // want `declares no key "theme"; did you mean "user:theme"\?`
	ctx.State().Set("user:color_theme", "dark") // want `it was renamed to "user:theme"`
	ctx.State().Get("zebra")                    // want `declare it in the schema, or list it under foreign`
	ctx.State().Get("_adk_internal")
	ctx.State().Get(localKey)
	ctx.State().Set(localKey, "done")
	ctx.State().Get(onceKey)
}

func prefixes(st adk.State) {
	st.Get(adk.KeyPrefixUser + "theme")
	st.Get(adk.KeyPrefixApp + "theme") // want `declares no key "app:theme"`
	st.Get("user:" + "thme")           // want `declares no key "user:thme"`
}

func families(st adk.State, id string) {
	st.Get("order_" + id)
	st.Get(fmt.Sprintf("order_%s", id))
	st.Get(fmt.Sprintf("order_%d", 17))
	st.Get("oder_" + id)                      // want `no key of the form "oder_…"; declare a family such as "oder_\{id\}"`
	st.Get("user:" + id)                      // could be any of the user's
	st.Get(fmt.Sprintf("app:%s:%s", id, "x")) // want `no key of the form "app:…:x"`
}

// wrapped is a state because it embeds one.
type wrapped struct {
	adk.State
	name string
}

// viewer is a state because it has the methods of one.
type viewer interface {
	Get(key string) (any, error)
	All() iter.Seq2[string, any]
}

func behind(w wrapped, p *wrapped, v viewer) {
	w.Get("ctiy")         // want `declares no key "ctiy"`
	p.Set("ctiy", "Bern") // want `declares no key "ctiy"`
	v.Get("ctiy")         // want `declares no key "ctiy"`
}

// cache has a Get and is no state.
type cache struct{}

func (cache) Get(key string) (any, error)     { return nil, nil }
func (cache) Set(key string, value any) error { return nil }

func other(c cache, m map[string]any) {
	c.Get("anything")
	c.Set("anything", 1)
	_ = m["anything"]
}

func loop(st adk.State) {
	for _, key := range []string{"city", "ctiy"} { // want `declares no key "ctiy"`
		st.Get(key)
	}
	for key, value := range map[string]any{"city": 1, "czty": 2} { // want `"city" is declared as string, and this is an int` `declares no key "czty"`
		st.Set(key, value)
	}
	key := "city"
	if len(key) > 3 {
		key = "cty" // want `declares no key "cty"`
	}
	st.Get(key)
}

func ignored(st adk.State) {
	//stategen:ignore undeclared-key the host program writes it
	st.Get("host_key")
	st.Get("host_key2") //stategen:ignore undeclared-key so does it this one
}

// getter is a state because one is passed as it.
type getter interface {
	Get(key string) (any, error)
}

// setter is a state because one is stored in a field of it.
type setter interface {
	Set(key string, value any) error
}

type holder struct{ to setter }

func narrow(g getter, h holder) {
	g.Get("ctiy")      // want `declares no key "ctiy"`
	h.to.Set("cty", 1) // want `declares no key "cty"`
}

func widen(st adk.State) {
	narrow(st, holder{to: st})
	for key, value := range st.All() {
		st.Set(key, value)
	}
}

func require(st adk.State, keys ...string) {
	for _, key := range keys {
		st.Get(key)
	}
}

func each(st adk.State, keys []string) {
	for _, key := range keys {
		st.Get(key)
	}
}

func required(st adk.State) {
	require(st, "city", "cyti")       // want `declares no key "cyti"`
	each(st, []string{"cyt", "city"}) // want `declares no key "cyt"`
}

var common = []string{"city", "czity"} // want `declares no key "czity"`

// gathered gets its keys from several lists, of which it does not know one.
func gathered(st adk.State, more func() []string) {
	keys := append([]string{}, common...)
	keys = append(keys, "paid", "pade") // want `declares no key "pade"`
	keys = append(keys, more()...)
	each(st, keys)
}
