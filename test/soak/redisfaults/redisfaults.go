//go:build unix

// Package redisfaults does to Redis what happens to it in production, while a crowd
// writes, and counts what is left. What a fault waits for are events, acknowledged or
// stored, never a time.
package redisfaults

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/redis"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/test/soak/writers"
)

// many is how many writers there are, on two clients.
const many = 8

// between is how many events are acknowledged before a fault, and after it.
const between = 40

// Scene is a cluster, an app whose slot is looked after, and its writers.
type Scene struct {
	Cluster *redistest.Cluster
	Crowd   *writers.Crowd
	Slot    int
	// MayLose says that appends are acknowledged without a copy, or without all of
	// them, so that writers go on while one is away.
	MayLose bool
}

// Fault is something that happens to the servers of an app.
type Fault struct {
	Name string
	Do   func(*Scene) error
}

// All are the faults.
var All = []Fault{
	{"primary killed", killPrimary},
	{"primary paused", pausePrimary},
	{"stale replica elected", electStale},
	{"slot moved", moveSlot},
	{"all copies killed", killCopies},
}

// Stale is that of All which loses what Redis may lose.
var Stale = All[2]

// Run has a crowd write to an app of its own, does the faults, each so many times, and
// counts what is left.
func Run(ctx context.Context, c *redistest.Cluster, app string, replicas, times int, faults ...Fault) (writers.Tally, error) {
	services, err := open(ctx, c, replicas)
	defer func() {
		for _, svc := range services {
			_ = svc.Close() // nothing is under way
		}
	}()
	if err != nil {
		return writers.Tally{}, err
	}
	crowd, err := writers.StartCrowd(ctx, app, many, services...)
	if err != nil {
		return writers.Tally{}, err
	}
	err = repeat(c, crowd, app, replicas, times, faults)
	if stopped := crowd.Stop(); err != nil || stopped != nil {
		return writers.Tally{}, fmt.Errorf("%w\nwriters were told:\n%s", errors.Join(err, stopped), strings.Join(crowd.Errors(), "\n"))
	}
	return crowd.Tally(ctx, services[0])
}

// open opens the store twice, as two processes do, of which one lets sessions expire some
// day.
func open(ctx context.Context, c *redistest.Cluster, replicas int) (services []*runtime.Service, err error) {
	own := []redis.Option{redis.Replicas(replicas), redis.Wait(300 * time.Millisecond)}
	const long = 24 * time.Hour
	for _, more := range [][]redis.Option{nil, {redis.TimeToLive(redis.TTL{Session: long, User: long, App: long})}} {
		svc, err := redis.Open(ctx, c.URL(), append(more, own...)...)
		if err != nil {
			return services, err
		}
		services = append(services, svc)
	}
	return services, nil
}

func repeat(c *redistest.Cluster, crowd *writers.Crowd, app string, replicas, times int, faults []Fault) error {
	slot, err := c.Slot("{stategen:" + app + "}")
	if err != nil {
		return err
	}
	for i := range times * len(faults) {
		fault := faults[i%len(faults)]
		s := &Scene{Cluster: c, Crowd: crowd, Slot: slot}
		copies, err := s.copies()
		if err == nil {
			s.MayLose = replicas < len(copies)-1
			err = s.run(fault)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", fault.Name, err)
		}
	}
	return nil
}

// run does a fault between events, on a cluster that is whole before and after it.
func (s *Scene) run(fault Fault) error {
	if err := s.Cluster.Await(); err != nil {
		return err
	}
	if err := s.Crowd.Await(between); err != nil {
		return err
	}
	if err := fault.Do(s); err != nil {
		return err
	}
	if err := s.Cluster.Await(); err != nil {
		return err
	}
	return s.Crowd.Await(between)
}

// copies returns the primary of the app's slot, and its replicas.
func (s *Scene) copies() ([]*redistest.Node, error) {
	primary, err := s.Cluster.Primary(s.Slot)
	if err != nil {
		return nil, err
	}
	replicas, err := s.Cluster.Replicas(primary)
	return append([]*redistest.Node{primary}, replicas...), err
}

func killPrimary(s *Scene) error {
	copies, err := s.copies()
	if err != nil {
		return err
	}
	copies[0].Kill()
	if _, err := s.Cluster.AwaitPrimary(s.Slot); err != nil {
		return err
	}
	return copies[0].Restart()
}

func pausePrimary(s *Scene) error {
	copies, err := s.copies()
	if err != nil {
		return err
	}
	if err := copies[0].Pause(); err != nil {
		return err
	}
	_, err = s.Cluster.AwaitPrimary(s.Slot)
	// What it was sent before it stopped it carries out now, and has nobody to confirm it.
	return errors.Join(err, copies[0].Resume())
}

// electStale ends a replica, lets events come that it doesn't get, and leaves no other to
// be elected when it is back.
func electStale(s *Scene) error {
	copies, err := s.copies()
	if err != nil {
		return err
	}
	last := len(copies) - 1
	stale, others := copies[last], copies[:last]
	stale.Kill()
	if err := s.awaitUnconfirmed(others[0]); err != nil {
		return errors.Join(err, stale.Restart())
	}
	for _, node := range others {
		node.Kill()
	}
	if err := stale.Restart(); err != nil {
		return err
	}
	_, err = s.Cluster.AwaitPrimary(s.Slot)
	for _, node := range others {
		err = errors.Join(err, node.Restart())
	}
	return err
}

// awaitUnconfirmed returns when the primary has stored what the stale replica lacks: where
// writers don't wait for it, when they were told so.
func (s *Scene) awaitUnconfirmed(primary *redistest.Node) error {
	if s.MayLose {
		return s.Crowd.Await(between)
	}
	before, err := offset(primary)
	if err != nil {
		return err
	}
	return redistest.Await("an append that isn't confirmed", func() error {
		now, err := offset(primary)
		if err == nil && now < before+1000 { // pings are shorter
			err = errors.New("nothing is appended")
		}
		return err
	})
}

// offset returns how much a primary has sent to its replicas, or would have.
func offset(n *redistest.Node) (int, error) {
	info, err := n.Info("replication")
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(info["master_repl_offset"])
}

// moveSlot moves the app to the next primary, key by key.
func moveSlot(s *Scene) error {
	copies, err := s.copies()
	if err != nil {
		return err
	}
	const slots = 16384
	for i := 1; ; i++ {
		to, err := s.Cluster.Primary((s.Slot + i*slots/9) % slots)
		if err != nil {
			return err
		}
		if to == copies[0] {
			continue
		}
		m, err := s.Cluster.Migrate(s.Slot, to)
		if err != nil {
			return err
		}
		for left := 1; left > 0; {
			if left, err = m.Move(1); err != nil {
				return err
			}
		}
		return m.End()
	}
}

// killCopies kills the primary and all of its replicas at once.
func killCopies(s *Scene) error {
	copies, err := s.copies()
	if err != nil {
		return err
	}
	for _, node := range copies {
		node.Kill()
	}
	for _, node := range copies {
		err = errors.Join(err, node.Restart())
	}
	return err
}
