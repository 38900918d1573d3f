package redis

import (
	"os"
	"strings"
	"testing"
)

// TestPromise finds in each place the same words on what an append promises.
func TestPromise(t *testing.T) {
	const promise = "An append returns when the primary and Replicas replicas (1 by default) have it. " +
		"If the primary has more replicas than that, a failover can undo appends that have returned: " +
		"servers elect a new primary without asking who confirmed what, so one that lags can win. " +
		"If Replicas is all of them, no append is undone, but there are no writes while a replica is away."
	for _, file := range []string{"open.go", "../../docs/redis.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(strings.NewReplacer("//", "", "`", "", "redis.Replicas", "Replicas").Replace(string(text)))
		if !strings.Contains(strings.Join(words, " "), promise) {
			t.Errorf("%s promises something else", file)
		}
	}
}
