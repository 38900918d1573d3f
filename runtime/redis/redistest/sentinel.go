//go:build unix

package redistest

import (
	"fmt"
	"strconv"
)

// Sentinel is a primary with replicas, which three sentinels watch.
type Sentinel struct {
	servers
	Data      []*Node // the first was the primary when it was started
	Sentinels []*Node
}

// MasterName is what sentinels call the primary.
const MasterName = "stategen"

// watch makes sentinels notice within a second, when two agree.
const watch = `sentinel monitor %[1]s 127.0.0.1 %[2]d 2
sentinel down-after-milliseconds %[1]s 1000
sentinel failover-timeout %[1]s 10000
`

// hurry makes sentinels look several times a second, not every ten seconds, whom they
// watch and who else does. In milliseconds.
var hurry = []string{"INFO-PERIOD", "300", "PUBLISH-PERIOD", "300", "PING-PERIOD", "200", "ASK-PERIOD", "200"}

// StartSentinel starts a primary, replicas, and three sentinels, and returns when all
// know each other.
func StartSentinel(replicas int, settings ...string) (*Sentinel, error) {
	s := &Sentinel{}
	err := s.begin(func() error { return s.startData(replicas, settings) }, s.startSentinels, s.Await)
	return s, err
}

func (s *Sentinel) startData(replicas int, settings []string) error {
	for i := range replicas + 1 {
		own := settings
		if i > 0 {
			own = append(own[:len(own):len(own)], fmt.Sprintf("replicaof 127.0.0.1 %d", s.Data[0].port))
		}
		node, err := newNode(s.folder, own...)
		if err != nil {
			return err
		}
		s.Data = append(s.Data, node)
	}
	return s.start(s.Data...)
}

func (s *Sentinel) startSentinels() error {
	for range 3 {
		node, err := newNode(s.folder, fmt.Sprintf(watch, MasterName, s.Data[0].port))
		if err != nil {
			return err
		}
		node.args = []string{"--sentinel"}
		s.Sentinels = append(s.Sentinels, node)
	}
	if err := s.start(s.Sentinels...); err != nil {
		return err
	}
	for _, node := range s.Sentinels {
		if _, err := node.Do(append([]string{"SENTINEL", "DEBUG"}, hurry...)...); err != nil {
			return err
		}
	}
	return nil
}

// Await returns when the sentinels know each other and the replicas, and those of the
// data nodes that answer follow the primary.
func (s *Sentinel) Await() error {
	return Await("a healthy primary under sentinels", func() error {
		primary, err := s.Primary()
		if err != nil {
			return err
		}
		up := 0
		for _, node := range s.Data {
			if !node.answers.Load() {
				continue
			}
			if err := node.isLinked(0); err != nil {
				return err
			}
			up++
		}
		if err := primary.isLinked(up - 1); err != nil {
			return err
		}
		return s.sentinelsAgree(primary, up-1)
	})
}

func (s *Sentinel) sentinelsAgree(primary *Node, replicas int) error {
	for _, sentinel := range s.Sentinels {
		if !sentinel.answers.Load() {
			continue
		}
		value, err := sentinel.Do("SENTINEL", "MASTER", MasterName)
		if err != nil {
			return err
		}
		list, _ := value.([]any)
		says := make(map[string]string)
		for i := 0; i+1 < len(list); i += 2 {
			says[fmt.Sprint(list[i])] = fmt.Sprint(list[i+1])
		}
		known, _ := strconv.Atoi(says["num-slaves"]) // 0 if it doesn't say
		if says["port"] != strconv.Itoa(primary.port) || says["num-other-sentinels"] != "2" || known < replicas {
			return fmt.Errorf("the sentinel %s knows %v", sentinel.Addr(), says)
		}
	}
	return nil
}

// Primary returns the node that the sentinels call the primary, and that is one.
func (s *Sentinel) Primary() (*Node, error) {
	for _, sentinel := range s.Sentinels {
		if !sentinel.answers.Load() {
			continue
		}
		value, err := sentinel.Do("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MasterName)
		if err != nil {
			return nil, err
		}
		list, _ := value.([]any)
		for _, node := range s.Data {
			if len(list) == 2 && list[1] == strconv.Itoa(node.port) && node.answers.Load() && node.hasRole("master") {
				return node, nil
			}
		}
	}
	return nil, fmt.Errorf("no sentinel knows a primary that answers")
}

func (n *Node) hasRole(role string) bool {
	info, err := n.Info("replication")
	return err == nil && info["role"] == role
}

// AwaitPrimary returns the primary when there is one that answers.
func (s *Sentinel) AwaitPrimary() (primary *Node, err error) {
	err = Await("a new primary", func() (err error) {
		primary, err = s.Primary()
		return err
	})
	return primary, err
}

// URL returns the sentinels' addresses as the store takes them.
func (s *Sentinel) URL() string { return urlOf(s.Sentinels, "&master_set="+MasterName) }
