package typed_test

import (
	"encoding/json"
	"log/slog"
	"math"
	"math/big"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime/typed"
)

// booking has fields of every kind that JSON treats in its own way.
type booking struct {
	At     time.Time
	Seats  []string       `json:",omitempty"`
	Prices map[string]int `json:",omitempty"`
	Any    any
	Raw    json.RawMessage `json:",omitempty"`
	Number json.Number
	Amount *big.Float
	Days   map[time.Time]int `json:",omitempty"`
	Host   net.IP            `json:",omitempty"`
	Next   *booking          `json:",omitempty"`
	Cache  string            `json:"-"`
	note   string
}

// stamped has the methods of time.Time, which say nothing of Note.
type stamped struct {
	time.Time
	Note string
}

// account says itself what counts, and keeps a time and a share in unexported fields.
type account struct {
	name  string
	since time.Time
	share float64
}

func (a account) MarshalText() ([]byte, error) {
	return []byte(a.name + " " + a.since.Format(time.RFC3339Nano)), nil
}

func (a *account) UnmarshalText(text []byte) (err error) {
	name, since, _ := strings.Cut(string(text), " ")
	*a = account{name: name, share: math.NaN()}
	a.since, err = time.Parse(time.RFC3339Nano, since)
	return err
}

// cached counts its name alone.
type cached struct {
	Name string
	hits int
}

func (c *cached) Equal(other *cached) bool { return c.Name == other.Name }

// shout can be written and not read.
type shout string

func (s shout) MarshalText() ([]byte, error) { return []byte(s), nil }
func (s *shout) UnmarshalText([]byte) error  { return errNotRead }

var errNotRead = json.Unmarshal([]byte("]"), new(any))

// ring is read as a ring, too.
type ring struct {
	Name string
	self *ring
	list []*ring
}

func (r *ring) MarshalText() ([]byte, error) { return []byte(r.Name), nil }
func (r *ring) UnmarshalText(text []byte) error {
	*r = *newRing(string(text))
	r.self, r.list[0] = r, r
	return nil
}

func newRing(name string) *ring {
	r := &ring{Name: name}
	r.self, r.list = r, []*ring{r}
	return r
}

func set[T any](v T) func() error {
	return func() error { _, err := typed.FromGo(v); return err }
}

// TestFromGoRefusesWhatDoesNotComeBack holds that a setter takes what is read as it was,
// or means the same, and says of anything else what would be lost, without its value.
func TestFromGoRefusesWhatDoesNotComeBack(t *testing.T) {
	secret, _ := url.Parse("https://ann:secret@example.com/")
	plain, _ := url.Parse("https://example.com/?a=b#c")
	now := time.Now()
	const (
		want   = "want a value that comes back from its JSON, found "
		lost   = want + "string that is lost: typed_test.booking needs methods for JSON or text that keep it, or an Equal that does not count it"
		change = " that comes back as another: typed_test.booking needs methods for JSON or text that keep it, or an Equal that does not count it"
	)
	for _, c := range []struct {
		name string
		set  func() error
		want string
	}{
		{"a URL", set(*plain), ""},
		{"user info", set(*secret), "User.username: " + want + "string that is lost: url.URL needs methods for JSON or text that keep it, or an Equal that does not count it"},
		{"an address", set(netip.MustParseAddr("fe80::1%eth0")), ""},
		{"no address", set(netip.Addr{}), ""},
		{"a mail address", set(mail.Address{Name: "Ann", Address: "ann@example.com"}), ""},
		{"nothing", set(booking{}), ""},
		{"a monotonic clock", set(booking{At: now, Days: map[time.Time]int{now.Round(0).UTC(): 1}}), ""},
		{"empty", set(booking{Seats: []string{}, Prices: map[string]int{}, Any: []string(nil)}), ""},
		{"nil inside", set(booking{Any: map[string][]string{"a": nil}}), ""},
		{"numbers", set(booking{Any: []any{1, int8(2), 2.5, float32(0.5), uint(3), math.Copysign(0, -1)}, Number: "1.50e1"}), ""},
		{"a typed list", set(booking{Any: []string{"a"}}), ""},
		{"JSON text", set(booking{Raw: json.RawMessage(`{"b": 1.0, "a": [2]}`)}), ""},
		{"an amount", set(booking{Amount: big.NewFloat(0.5)}), ""},
		{"the other form of an IP", set(booking{Host: net.IPv4(1, 2, 3, 4).To4()}), ""},
		{"pointers", set(booking{Next: &booking{Seats: []string{"a"}}}), ""},
		{"methods for text", set(account{name: "ann", since: now, share: math.NaN()}), ""},
		{"a share that they leave out", set(account{name: "ann", since: now, share: 1}),
			"share: " + want + "float64 that comes back as another: typed_test.account needs methods for JSON or text that keep it, or an Equal that does not count it"},
		{"Equal of a pointer", set(cached{"a", 3}), ""},
		{"a number with methods of its pointer", set(*big.NewInt(5)), ""},
		{"a ring", set(*newRing("a")), ""},
		{"an unexported field", set(booking{note: "a"}), "note: " + lost},
		{"a field that is not for JSON", set(booking{Next: &booking{Cache: "a"}}), "Next.Cache: " + lost},
		{"methods of an embedded type", set(stamped{now, "a"}),
			"Note: " + want + "string that is lost: typed_test.stamped needs methods for JSON or text that keep it, or an Equal that does not count it"},
		{"a type in any", set(booking{Any: []any{now}}), "Any[0]: " + want + "time.Time" + change},
		{"a named number in any, which its JSON shows as a text", set(booking{Any: []any{slog.LevelInfo}}), "Any[0]: " + want + "slog.Level" + change},
		{"digits", set(booking{Number: "0.12345678901234567890"}), "Number: " + want + "json.Number" + change},
		{"what can't be read", set(shout("a")), "want a value that can be read from its JSON, found typed_test.shout: " + errNotRead.Error()},
	} {
		got := ""
		if err := c.set(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %s\nwant %s", c.name, got, c.want)
		}
	}
}
