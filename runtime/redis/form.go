package redis

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
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

// parseEvent returns an event, or what takes the place of a damaged one.
func parseEvent(seq int64, text string) (*store.StoredEvent, *runtime.DamagedError) {
	e := &store.StoredEvent{}
	if err := e.UnmarshalJSON([]byte(text[min(timeDigits, len(text)):])); err != nil {
		return store.DamagedEvent(seq, err)
	}
	e.Seq = seq
	return e, nil
}

// parseValue returns a value, or what takes the place of a damaged one.
func parseValue(key, text string) any {
	value, err := runtime.DecodeValue([]byte(text))
	if err != nil {
		return store.DamagedValue(key, err)
	}
	return value
}

// parsedState is a scope's values, by name.
type parsedState struct {
	values  map[string]any
	damaged []*runtime.DamagedError
}

func parseState(scope runtime.Scope, message rueidis.RedisMessage) (s parsedState, err error) {
	texts, err := message.AsStrMap()
	if err != nil {
		return s, fmt.Errorf("the %s state: %w", scope, err)
	}
	s.values = make(map[string]any, len(texts))
	for name, text := range texts {
		value := parseValue(scope.Key(name), text)
		if damage, is := value.(*runtime.DamagedError); is {
			s.damaged = append(s.damaged, damage)
		}
		s.values[name] = value
	}
	return s, nil
}
