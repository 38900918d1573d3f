package redis

import (
	"os"
	"strings"
	"testing"
)

// TestPromise finds in each place the same words on what an append promises.
func TestPromise(t *testing.T) {
	const promise = "An append returns when the primary and as many replicas have it as Replicas says, 1 by default. " +
		"A failover can undo appends that have returned when Replicas is fewer than the replicas that the primary has: " +
		"servers elect a new primary without asking who confirmed what, so that one which lags can win. " +
		"It can't when it is all that the primary has, and then there are no writes while one of them is away."
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
