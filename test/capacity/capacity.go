// Package capacity estimates what a service needs from a store: disk, rates and
// processors. Its constants are measured: see the tests and benchmarks beside it.
package capacity

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
)

// Load is what a service does.
type Load struct {
	Sessions     int
	EventsPerDay float64
	EventBytes   int     // of an event as JSON: content, delta, names
	Keys         int     // of state, for each session
	ValueBytes   int     // of a key and its value
	Days         float64 // how long events are kept
	Peak         float64 // the busiest second, as a multiple of the average
	HotShare     float64 // of the events that change one and the same key, 0 to 1
}

// Example is a service of some size.
var Example = Load{Sessions: 1_000_000, EventsPerDay: 10_000_000, EventBytes: 600, Keys: 20, ValueBytes: 40, Days: 90, Peak: 5}

// Store has the constants of a store, measured on a machine of two cores.
type Store struct {
	Name                               string
	EventRow, StateRow, SessionRow     float64 // bytes beside the texts, indexes included
	Pages                              float64 // bytes on disk for each byte of a row
	Overflow                           float64 // beyond so many bytes, an event takes whole pages; 0: never
	AppendServer, AppendClient, HotKey float64 // microseconds of processor time
}

// Stores are those that keep what they store. Bytes are held against the stores by tests,
// with some thousand rows; processor times were measured with 16 writers. What Plan says of
// more rows, more cores or longer times is extrapolated in a straight line from these.
var Stores = []Store{
	{Name: "SQLite", EventRow: 110, StateRow: 16, SessionRow: 110, Pages: 1.15, Overflow: 1000, AppendClient: 180, HotKey: 180},
	{Name: "PostgreSQL", EventRow: 240, StateRow: 150, SessionRow: 220, Pages: 1.05, AppendServer: 160, AppendClient: 90, HotKey: 70},
}

// Plan is what a load needs from a store.
type Plan struct {
	Average, Busiest                float64 // appends a second
	EventDisk, StateDisk, TotalDisk float64 // bytes
	ServerCores, ClientCores        float64 // at the busiest second, at half of what they can do
	HotPerSecond, HotMost           float64 // changes of the one key at the busiest second; how many are possible
	Databases                       int     // how many machines of 32 cores
	BytesPerDay                     float64
}

// coresPerMachine is what one database machine is taken to have.
const coresPerMachine = 32

// On returns the plan for a store.
func (l Load) On(s Store) Plan {
	p := Plan{Average: l.EventsPerDay / 86400}
	p.Busiest = p.Average * l.Peak
	p.BytesPerDay = l.EventsPerDay * s.event(float64(l.EventBytes))
	p.EventDisk = p.BytesPerDay * l.Days
	p.StateDisk = float64(l.Sessions) * (s.SessionRow + float64(l.Keys)*(s.StateRow+float64(l.ValueBytes))) * s.Pages
	p.TotalDisk = p.EventDisk + p.StateDisk
	const half = 2
	p.ServerCores = p.Busiest * s.AppendServer / 1e6 * half
	p.ClientCores = p.Busiest * s.AppendClient / 1e6 * half
	p.HotPerSecond = p.Busiest * l.HotShare
	p.HotMost = 1e6 / s.HotKey / half
	p.Databases = max(1, int(math.Ceil(p.ServerCores/coresPerMachine)))
	return p
}

// event returns how many bytes an event takes. SQLite keeps the end of a long one on
// pages of its own.
func (s Store) event(bytes float64) float64 {
	const page, link, kept = 4096, 4, 500
	if s.Overflow == 0 || bytes+s.EventRow/3 <= s.Overflow {
		return (bytes + s.EventRow) * s.Pages
	}
	return (kept+s.EventRow)*s.Pages + math.Ceil((bytes-kept)/(page-link))*page
}

// Print writes the plans of a load as a table.
func (l Load) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name string, value func(Plan) string) {
		line := name
		for _, s := range Stores {
			line += "\t" + value(l.On(s))
		}
		_, _ = fmt.Fprintln(t, line) // Flush reports errors
	}
	heading := ""
	for _, s := range Stores {
		heading += "\t" + s.Name
	}
	_, _ = fmt.Fprintln(t, heading)
	row("appends a second, average", func(p Plan) string { return fmt.Sprintf("%.0f", p.Average) })
	row("appends a second, at the busiest", func(p Plan) string { return fmt.Sprintf("%.0f", p.Busiest) })
	row("disk for a day's events", func(p Plan) string { return bytes(p.BytesPerDay) })
	row("disk for all events kept", func(p Plan) string { return bytes(p.EventDisk) })
	row("disk for state and sessions", func(p Plan) string { return bytes(p.StateDisk) })
	row("disk, total", func(p Plan) string { return bytes(p.TotalDisk) })
	row("cores of the database, at half load", func(p Plan) string { return fmt.Sprintf("%.1f", p.ServerCores) })
	row("cores of the programs, at half load", func(p Plan) string { return fmt.Sprintf("%.1f", p.ClientCores) })
	row("changes of one key a second, of at most", func(p Plan) string { return fmt.Sprintf("%.0f of %.0f", p.HotPerSecond, p.HotMost) })
	row("database machines of 32 cores", func(p Plan) string { return fmt.Sprint(p.Databases) })
	return t.Flush()
}

func bytes(n float64) string {
	for _, unit := range []string{"B", "kB", "MB", "GB"} {
		if n < 1000 {
			return fmt.Sprintf("%.3g %s", n, unit)
		}
		n /= 1000
	}
	return fmt.Sprintf("%.3g TB", n)
}
