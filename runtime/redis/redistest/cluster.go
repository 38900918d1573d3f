//go:build unix

package redistest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const slots = 16384

// Cluster is a Redis Cluster.
type Cluster struct {
	servers
	Nodes []*Node // first those that were primaries when it was started, then the replicas of each
}

// A node that doesn't answer is replaced soon, by a replica however old its data are, as
// Redis does it where that is wanted; and a replica stays with its primary.
const clusterSettings = `cluster-enabled yes
cluster-node-timeout 1000
cluster-replica-validity-factor 0
cluster-allow-replica-migration no
`

// StartCluster starts a cluster of so many primaries with so many replicas each, with
// settings beside those that all servers have, each as a line of redis.conf. It returns
// when all slots are served and all replicas follow.
func StartCluster(primaries, replicas int, settings ...string) (*Cluster, error) {
	c := &Cluster{}
	err := c.begin(
		func() error { return c.make(primaries, replicas, settings) },
		func() error { return c.start(c.Nodes...) },
		c.Await,
	)
	return c, err
}

// make writes the files from which the nodes learn that they know each other, which is
// faster and surer than to introduce them.
func (c *Cluster) make(primaries, replicas int, settings []string) error {
	var known strings.Builder
	for i := range primaries * (1 + replicas) {
		node, err := newNode(c.folder, append([]string{clusterSettings}, settings...)...)
		if err != nil {
			return err
		}
		node.id = fmt.Sprintf("%040x", node.port)
		c.Nodes = append(c.Nodes, node)
		role := fmt.Sprintf("master - 0 0 %d connected %d-%d", i+1, i*slots/primaries, (i+1)*slots/primaries-1)
		if i >= primaries {
			of := (i - primaries) / replicas
			role = fmt.Sprintf("slave %s 0 0 %d connected", c.Nodes[of].id, of+1)
		}
		fmt.Fprintf(&known, "%s 127.0.0.1:%d@%d %s\n", node.id, node.port, node.port+10_000, role)
	}
	for _, node := range c.Nodes {
		text := strings.Replace(known.String(), fmt.Sprintf("@%d ", node.port+10_000), fmt.Sprintf("@%d myself,", node.port+10_000), 1)
		text += fmt.Sprintf("vars currentEpoch %d lastVoteEpoch 0\n", primaries)
		if err := os.WriteFile(filepath.Join(node.folder, "nodes.conf"), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// URL returns the addresses of all nodes as the store takes them.
func (c *Cluster) URL() string { return urlOf(c.Nodes, "") }

// view is what a node thinks of itself, and of the others.
type view struct {
	node    *Node
	primary string // whom it replicates; empty for a primary
	epoch   int
	slots   [][2]int
	roles   string // who serves and replicates what, the same in all nodes that agree
}

// view asks a node.
func (n *Node) view() (view, error) {
	text, err := n.text("CLUSTER", "NODES")
	if err != nil {
		return view{}, err
	}
	v := view{node: n}
	var roles []string
	for line := range strings.Lines(text) {
		field := strings.Fields(line) // id, address, flags, primary, ping, pong, epoch, link, slots
		if len(field) < 8 {
			continue
		}
		of := view{slots: ranges(field[8:])}
		if strings.Contains(field[2], "slave") {
			of.primary = field[3]
		}
		roles = append(roles, fmt.Sprint(field[0], of.primary, of.slots))
		if strings.Contains(field[2], "myself") {
			v.primary, v.slots = of.primary, of.slots
			v.epoch, _ = strconv.Atoi(field[6]) // it is a number
		}
	}
	slices.Sort(roles)
	v.roles = strings.Join(roles, "\n")
	return v, nil
}

// ranges parses slots, and skips those on their way.
func ranges(fields []string) (list [][2]int) {
	for _, field := range fields {
		first, last, isRange := strings.Cut(field, "-")
		from, err := strconv.Atoi(first)
		if err != nil {
			continue
		}
		to := from
		if isRange {
			to, _ = strconv.Atoi(last) // it is a number
		}
		list = append(list, [2]int{from, to})
	}
	return list
}

func (v view) has(slot int) bool {
	for _, r := range v.slots {
		if v.primary == "" && r[0] <= slot && slot <= r[1] {
			return true
		}
	}
	return false
}

// views asks all nodes that answer.
func (c *Cluster) views() ([]view, error) {
	var list []view
	for _, node := range c.Nodes {
		if !node.answers.Load() {
			continue
		}
		v, err := node.view()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// Await returns when those nodes that answer agree, serve all slots, and all replicas
// follow.
func (c *Cluster) Await() error {
	return Await("a healthy cluster", func() error {
		views, err := c.views()
		if err != nil {
			return err
		}
		replicas := make(map[string]int)
		for _, v := range views {
			replicas[v.primary]++
		}
		for _, v := range views {
			if v.roles != views[0].roles {
				return fmt.Errorf("%s and %s disagree:\n%s\n%s", v.node.Addr(), views[0].node.Addr(), v.roles, views[0].roles)
			}
			info, err := v.node.text("CLUSTER", "INFO")
			if err != nil {
				return err
			}
			if fields(info)["cluster_state"] != "ok" {
				return fmt.Errorf("%s says:\n%s", v.node.Addr(), info)
			}
			if err := v.node.isLinked(replicas[v.node.id]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Slot returns the slot of a key.
func (c *Cluster) Slot(key string) (int, error) {
	for _, node := range c.Nodes {
		if node.answers.Load() {
			value, err := node.Do("CLUSTER", "KEYSLOT", key)
			slot, _ := value.(int64)
			return int(slot), err
		}
	}
	return 0, fmt.Errorf("no node answers")
}

// Primary returns the node that answers and serves a slot.
func (c *Cluster) Primary(slot int) (*Node, error) {
	views, err := c.views()
	if err != nil {
		return nil, err
	}
	best := view{epoch: -1} // one that was replaced may not know it yet
	for _, v := range views {
		if v.has(slot) && v.epoch > best.epoch {
			best = v
		}
	}
	if best.node == nil {
		return nil, fmt.Errorf("no node that answers serves slot %d", slot)
	}
	return best.node, nil
}

// AwaitPrimary returns the node that serves a slot when there is one that answers.
func (c *Cluster) AwaitPrimary(slot int) (primary *Node, err error) {
	err = Await(fmt.Sprintf("a primary for slot %d", slot), func() (err error) {
		primary, err = c.Primary(slot)
		return err
	})
	return primary, err
}

// Replicas returns the nodes that answer and follow a primary.
func (c *Cluster) Replicas(primary *Node) (list []*Node, err error) {
	views, err := c.views()
	for _, v := range views {
		if v.primary == primary.id {
			list = append(list, v.node)
		}
	}
	return list, err
}
