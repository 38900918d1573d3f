package redis

import (
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// How times, incarnations, values and events lie in Redis.

// epoch makes all times that there are numbers of 19 digits: see lib.lua.
const epoch = 1_000_000_000_000_000_000

func formTime(t time.Time) string { return strconv.FormatInt(t.UnixMicro()+epoch, 10) }

func parseTime(text string) time.Time {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMicro(n - epoch).UTC()
}

// newIncarnation is random, so that who tries to create a session again knows his own.
func newIncarnation() int64 { return 1 + rand.Int64N(1<<62) }

// timeDigits is the length of the time that precedes an event's text.
const timeDigits = 19

func formEvent(e *store.StoredEvent) (string, error) {
	record, err := e.MarshalJSON()
	return formTime(e.Timestamp) + string(record), err
}

// record returns an event's record, without the time in front of it.
func record(text string) string { return text[min(timeDigits, len(text)):] }
