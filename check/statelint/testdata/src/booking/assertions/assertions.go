// Package assertions asserts the types of values read from a state.
package assertions

import (
	"encoding/json"
	"time"

	"google.golang.org/adk/v2/session"
)

type step string

type flight struct{ Number string }

func wrong(st session.State) {
	count, _ := st.Get("user:login_count")
	_, _ = count.(int) // want `"user:login_count" is declared as int: a database gives it back as float64, and \.\(int\) then fails; read it with the generated getter`
	city, err := st.Get("city")
	if err == nil {
		_ = city.(int) // want `it is never an int`
	}
	if v, err := st.Get("cart"); err == nil {
		_ = v.([]string) // want `a database gives it back as \[\]any`
	}
	if v, err := st.Get("last_seen"); err == nil {
		_ = v.(time.Time) // want `a database gives it back as string`
	}
	v, _ := st.Get("booking_step")
	_ = v.(step) // want `"booking_step" is declared as Step: a database gives it back as string`
	v, _ = st.Get("selected_flight")
	_ = v.(flight)  // want `a database gives it back as map\[string\]any`
	_ = v.(*flight) // want `a database gives it back as map\[string\]any`
	v, _ = st.Get("seats")
	_ = v.(map[string]int) // want `a database gives it back as map\[string\]any`
	v, _ = st.Get("stay")
	_ = v.(time.Duration) // want `a database gives it back as string`
	v, _ = st.Get("draft")
	_ = v.(map[string]any) // want `"draft" is declared as JSON text in a string: it is never a map\[string\]any`
	v, _ = st.Get("user:login_count")
	switch v.(type) {
	case int: // want `a database gives it back as float64`
	}
}

func right(st session.State) {
	v, _ := st.Get("city")
	_ = v.(string)
	v, _ = st.Get("booking_step")
	_ = v.(string)
	v, _ = st.Get("cart")
	_ = v.([]any)
	v, _ = st.Get("selected_flight")
	_ = v.(map[string]any)
	v, _ = st.Get("price")
	_ = v.(float64)
	v, _ = st.Get("notes")
	_ = v.([]any)
	v, _ = st.Get("last_seen")
	_ = v.(string)
	_, _ = v.(interface{ String() string })
}

func allForms(st session.State) int {
	v, _ := st.Get("user:login_count")
	switch n := v.(type) {
	case int:
		return n
	case float64:
		return int(n)
	case json.Number:
		return 0
	}
	w, _ := st.Get("user:login_count")
	if n, ok := w.(int); ok {
		return n
	}
	if f, ok := w.(float64); ok {
		return int(f)
	}
	return 0
}

func branches(st session.State, flag bool) {
	v, _ := st.Get("city")
	if flag {
		v, _ = st.Get("price")
		_ = v.(float64)
		return
	}
	_ = v.(string)
}

// Temp keys are never stored: what is written is what is read.
func kept(st session.State) {
	v, _ := st.Get("temp:tries")
	_, _ = v.(int)
	v, _ = st.Get("temp:score")
	_, _ = v.(float64)
	v, _ = st.Get("temp:tags")
	_, _ = v.([]string)
	v, _ = st.Get("temp:began")
	_, _ = v.(time.Time)
	v, _ = st.Get("temp:client")
	_, _ = v.(*flight)
	v, _ = st.Get("temp:report")
	_, _ = v.(int) // want `"temp:report" is declared as string: it is never an int`
	v, _ = st.Get("temp:tries")
	_, _ = v.(string) // want `"temp:tries" is declared as int: it is never a string`
	v, _ = st.Get("temp:tries")
	_, _ = v.(float64) // want `it is kept as the int that it is, and \.\(float64\) then fails`
	v, _ = st.Get("temp:score")
	_, _ = v.(int) // want `"temp:score" is declared as float: the generated setter keeps it as float64, and \.\(int\) then fails`
}
