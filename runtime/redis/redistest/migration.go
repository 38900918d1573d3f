//go:build unix

package redistest

import (
	"fmt"
	"strconv"
)

// Migration is a slot on its way to another primary. Until it ends, some of its keys may
// be here and some there.
type Migration struct {
	cluster  *Cluster
	slot     string
	from, to *Node
}

// Migrate lets a slot begin to move to a primary.
func (c *Cluster) Migrate(slot int, to *Node) (*Migration, error) {
	from, err := c.Primary(slot)
	if err != nil {
		return nil, err
	}
	m := &Migration{cluster: c, slot: strconv.Itoa(slot), from: from, to: to}
	if _, err := to.Do("CLUSTER", "SETSLOT", m.slot, "IMPORTING", from.id); err != nil {
		return nil, err
	}
	_, err = from.Do("CLUSTER", "SETSLOT", m.slot, "MIGRATING", to.id)
	return m, err
}

// Move moves so many keys, and returns how many there were.
func (m *Migration) Move(keys int) (int, error) {
	value, err := m.from.Do("CLUSTER", "GETKEYSINSLOT", m.slot, strconv.Itoa(keys))
	list, _ := value.([]any)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	args := []string{"MIGRATE", "127.0.0.1", strconv.Itoa(m.to.port), "", "0", strconv.Itoa(int(patience.Milliseconds())), "KEYS"}
	for _, key := range list {
		args = append(args, fmt.Sprint(key))
	}
	_, err = m.from.Do(args...)
	return len(list), err
}

// End moves what is left, and gives the slot to its new primary.
func (m *Migration) End() error {
	for {
		n, err := m.Move(100)
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
	}
	for _, node := range []*Node{m.to, m.from} {
		if _, err := node.Do("CLUSTER", "SETSLOT", m.slot, "NODE", m.to.id); err != nil {
			return err
		}
	}
	return nil
}

// MoveSlot moves a slot to another primary while it is used.
func (c *Cluster) MoveSlot(slot int, to *Node) error {
	m, err := c.Migrate(slot, to)
	if err != nil {
		return err
	}
	return m.End()
}
