package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/rueidis"
)

// checkServers refuses servers that can't keep what is promised here. One that can't be
// reached is none of those that would be used now.
func (l *link) checkServers(ctx context.Context) error {
	var unreachable error
	reached := 0
	for address, node := range l.client.Nodes() {
		text, err := node.Do(ctx, node.B().Info().Build()).ToString()
		if err != nil && isLost(err) {
			unreachable = err
			continue
		}
		if err == nil {
			err = l.checkServer(parseInfo(text))
		}
		if err != nil {
			return fmt.Errorf("server %s: %w", address, err)
		}
		reached++
	}
	if reached == 0 {
		return errors.Join(errors.New("no server can be reached"), unreachable)
	}
	return nil
}

// checkServer looks at a server's answer to INFO.
func (l *link) checkServer(i map[string]string) error {
	major, _, _ := strings.Cut(i["redis_version"], ".")
	if n, _ := strconv.Atoi(major); n < 7 {
		return fmt.Errorf("its version is %s; Redis 7 or later is needed", i["redis_version"])
	}
	if i["role"] != "master" && l.client.Mode() != rueidis.ClientModeCluster {
		return errors.New("it is a replica: reads and writes go to the primary")
	}
	if policy := i["maxmemory_policy"]; !l.allowEviction && (strings.HasPrefix(policy, "allkeys-") || l.ttl != nil && strings.HasPrefix(policy, "volatile-")) {
		return fmt.Errorf("it removes keys when its memory is full (maxmemory-policy %s), and so parts of sessions: set noeviction, or pass redis.AllowEviction()", policy)
	}
	if !l.allowNoFile && i["aof_enabled"] == "0" {
		return errors.New("it keeps no append-only file, so that a restart loses what was written: set appendonly yes, or pass redis.AllowNoAppendOnlyFile()")
	}
	if n := onlineReplicas(i); i["role"] == "master" && !l.allowFewer && n < l.replicas {
		return fmt.Errorf("it has %d replicas, and %d are to confirm each append: pass redis.Replicas(%[1]d), or replicas=%[1]d in the URL, which lets a failover undo more, or redis.AllowFewerReplicas()", n, l.replicas)
	}
	return nil
}

// onlineReplicas counts the replicas that follow a server.
func onlineReplicas(i map[string]string) (n int) {
	for name, value := range i {
		if digits, is := strings.CutPrefix(name, "slave"); is && strings.Trim(digits, "0123456789") == "" && strings.Contains(value, "state=online") {
			n++
		}
	}
	return n
}

// parseInfo reads the answer to INFO.
func parseInfo(text string) map[string]string {
	fields := map[string]string{}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		fields[name] = value
	}
	return fields
}
