package memory_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, func(testing.TB) storetest.Opened { return storetest.Opened{Service: memory.New()} })
}
