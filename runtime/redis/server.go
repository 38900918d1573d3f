package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// checkServers refuses servers that can't keep what is promised here. One that can't be
// reached is none of those that would be used now, and a primary without its replicas is
// refused only if no other has them: what its apps lack is not the others' concern.
func (st *database) checkServers(ctx context.Context) error {
	var unreachable, few error
	reached, replicated := 0, false
	for address, node := range st.client.Nodes() {
		text, err := node.Do(ctx, node.B().Info().Build()).ToString()
		if err != nil && isLost(err) {
			unreachable = err
			continue
		}
		i := parseInfo(text)
		if err == nil {
			err = st.checkServer(i)
		}
		if err != nil {
			return fmt.Errorf("server %s: %w", address, err)
		}
		reached++
		if err := st.checkReplicas(i); err != nil {
			few = fmt.Errorf("server %s: %w", address, err)
		} else if i["role"] == "master" {
			replicated = true
		}
	}
	if reached == 0 {
		return errors.Join(errors.New("no server can be reached"), unreachable)
	}
	if replicated {
		return nil
	}
	return few
}

// checkServer looks at a server's answer to INFO.
func (st *database) checkServer(i map[string]string) error {
	major, _, _ := strings.Cut(i["redis_version"], ".")
	if n, _ := strconv.Atoi(major); n < 7 {
		return fmt.Errorf("its version is %s; Redis 7 or later is needed", i["redis_version"])
	}
	if i["role"] != "master" && !st.clustered() && !st.readOnly {
		return errors.New("it is a replica: reads and writes go to the primary; pass redis.ReadOnly() to read what it has")
	}
	if policy := i["maxmemory_policy"]; !st.allowEviction && (strings.HasPrefix(policy, "allkeys-") || st.ttl != nil && strings.HasPrefix(policy, "volatile-")) {
		return fmt.Errorf("it removes keys when its memory is full (maxmemory-policy %s), and so parts of sessions: set noeviction, or pass redis.AllowEviction()", policy)
	}
	if !st.allowNoFile && i["aof_enabled"] == "0" {
		return errors.New("it keeps no append-only file, so that a restart loses what was written: set appendonly yes, or pass redis.AllowNoAppendOnlyFile()")
	}
	return nil
}

// checkReplicas refuses a primary on which each append would wait in vain.
func (st *database) checkReplicas(i map[string]string) error {
	n := onlineReplicas(i)
	if i["role"] != "master" || st.allowFewer || n >= st.replicas {
		return nil
	}
	return fmt.Errorf("of its replicas %d are online, and %d are to confirm each append: start those that are missing; "+
		"redis.AllowFewerReplicas() opens it before, and appends fail with ErrUnreplicated until then. "+
		"If it is to have no more, pass redis.Replicas(%[1]d), or replicas=%[1]d in the URL: a failover can then undo more", n, st.replicas)
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
