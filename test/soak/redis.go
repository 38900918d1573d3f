//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/test/soak/redisfaults"
	"github.com/seed92179c4c/stategen/test/soak/writers"
)

// redisSoak is what is done to a cluster whose appends wait for so many replicas of all
// that a primary has.
type redisSoak struct {
	replicas, of int
	loses        bool // Redis may lose with a failover
}

var redisSoaks = []redisSoak{{1, 1, false}, {0, 1, true}, {1, 2, true}, {2, 2, false}}

// soakRedis does each fault to Redis so often, and prints what came of it. That something
// is lost is an error where it can't be.
func (f flags) soakRedis(ctx context.Context) error {
	fmt.Printf("%-10s %-22s %5s %13s %7s %8s %13s\n", "replicas", "fault", "times", "acknowledged", "lost", "doubled", "inconsistent")
	var wrong []string
	for _, s := range redisSoaks {
		problems, err := f.soakCluster(ctx, s)
		if err != nil {
			return err
		}
		wrong = append(wrong, problems...)
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "\n"))
	}
	return nil
}

func (f flags) soakCluster(ctx context.Context, s redisSoak) (wrong []string, err error) {
	cluster, err := redistest.StartCluster(3, s.of)
	if err != nil {
		return nil, err
	}
	defer cluster.Stop()
	times := max(f.rounds/10, 1)
	for i, fault := range redisfaults.All {
		t, err := redisfaults.Run(ctx, cluster, fmt.Sprint("soak", i), s.replicas, times, fault)
		if err != nil {
			return nil, err
		}
		fmt.Printf("%d of %-5d %-22s %5d %13d %7d %8d %13d\n", s.replicas, s.of, fault.Name, times, t.Acknowledged, t.Lost, t.Doubled, t.Inconsistent)
		wrong = append(wrong, s.judge(fault, t)...)
	}
	return wrong, nil
}

// judge returns what is not as it was promised.
func (s redisSoak) judge(fault redisfaults.Fault, t writers.Tally) []string {
	wrong := t.Problems
	if t.Lost > 0 && !s.loses {
		wrong = append(wrong, fmt.Sprintf("%s: %d of %d events are lost that %d of %d replicas had confirmed", fault.Name, t.Lost, t.Acknowledged, s.replicas, s.of))
	}
	if t.Doubled > 0 {
		wrong = append(wrong, fmt.Sprintf("%s: %d events are there twice", fault.Name, t.Doubled))
	}
	return wrong
}
