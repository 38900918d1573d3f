package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/rueidis"
)

// checkServers refuses servers that can't keep what is promised here.
func (st *database) checkServers(ctx context.Context) error {
	nodes := st.client.Nodes()
	if len(nodes) == 0 {
		return errors.New("no server can be reached")
	}
	for address, node := range nodes {
		if err := st.checkServer(ctx, node); err != nil {
			return fmt.Errorf("server %s: %w", address, err)
		}
	}
	return nil
}

func (st *database) checkServer(ctx context.Context, node rueidis.Client) error {
	text, err := node.Do(ctx, node.B().Info().Build()).ToString()
	if err != nil {
		return err
	}
	i := parseInfo(text)
	major, _, _ := strings.Cut(i["redis_version"], ".")
	if n, _ := strconv.Atoi(major); n < 7 {
		return fmt.Errorf("its version is %s; Redis 7 or later is needed", i["redis_version"])
	}
	if policy := i["maxmemory_policy"]; !st.allowEviction && strings.HasPrefix(policy, "allkeys-") {
		return fmt.Errorf("it evicts keys when its memory is full (maxmemory-policy %s), and so parts of sessions: set noeviction, or pass redis.AllowEviction()", policy)
	}
	if !st.allowNoFile && i["aof_enabled"] == "0" {
		return errors.New("it keeps no append-only file, so that a restart loses what was written: set appendonly yes, or pass redis.AllowNoAppendOnlyFile()")
	}
	if replicas, _ := strconv.Atoi(i["connected_slaves"]); i["role"] == "master" && !st.allowFewer && replicas < st.replicas {
		return fmt.Errorf("it has %d replicas and redis.Replicas, or replicas= in the URL, says %d: lower that, or pass redis.AllowFewerReplicas()", replicas, st.replicas)
	}
	return nil
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
