package value_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/value"
)

func TestIsMissing(t *testing.T) {
	kit := errors.New("no such key in this kit")
	value.RegisterMissing(kit)
	adk := errors.New("state key does not exist") // nobody registered it
	for _, tt := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{value.ErrMissing, true},
		{&value.MissingError{Key: "x"}, true},
		{fmt.Errorf("get: %w", kit), true},
		{adk, true},
		{fmt.Errorf("get: %w", fmt.Errorf("state: %w", adk)), true},
		{errors.New("database: state key does not exist"), false},
		{errors.New("database is closed"), false},
	} {
		if got := value.IsMissing(tt.err); got != tt.want {
			t.Errorf("%v: got %v", tt.err, got)
		}
	}
}
