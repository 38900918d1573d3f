// Package values writes values under declared keys.
package values

import (
	"sync"
	"time"

	"google.golang.org/adk/v2/session"
)

type step string

const done step = "done"

type flight struct{ Number string }

func wrong(st session.State, f *flight, err error) {
	st.Set("user:login_count", "three") // want `"user:login_count" is declared as int, and this is a string`
	st.Set("booking_step", "dnoe")      // want `"dnoe" is not a value of Step; did you mean "done"\?`
	st.Set("booking_step", done)        // want `"booking_step" is declared as Step, and this is a step; convert it to string`
	st.Set("cart", "12A")               // want `"cart" is declared as \[\]string, and this is a string`
	st.Set("cart", []int{1})            // want `"cart" is declared as \[\]string, and this is a \[\]int`
	st.Set("stay", time.Hour)           // want `"stay" is declared as duration, and this is a time.Duration`
	st.Set("selected_flight", f)        // want `"selected_flight" gets a \*flight, which is shared in memory`
	st.Set("notes", make(chan int))     // want `"notes" gets a chan int, which has no JSON form`
	st.Set("notes", func() {})          // want `which has no JSON form`
	st.Set("notes", err)                // want `"notes" gets an error, which comes back from a database without its methods`
	st.Set("selected_flight", flight{}) // want `"selected_flight" is declared as Flight, and this is a flight; write a map`
	st.Set("notes", []flight{{}})
	st.Set("draft", flight{}) // want `"draft" is declared as JSON text in a string`
	st.Set("price", true)     // want `"price" is declared as float, and this is a bool`
}

func right(st session.State, m *sync.Mutex, x any) {
	st.Set("user:login_count", 3)
	st.Set("booking_step", "done")
	st.Set("booking_step", string(done))
	st.Set("departure_city", nil)
	st.Set("cart", []string{"12A"})
	st.Set("cart", []any{"12A"})
	st.Set("selected_flight", map[string]any{"number": "LX 1"})
	st.Set("last_seen", time.Now())
	st.Set("price", 3)
	st.Set("notes", x)
	st.Set("city", x)
	st.Set("temp:client", m)
}
