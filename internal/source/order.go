package source

import "slices"

// Order is which agent runs before which. An agent with several parents has no place in it: it can run in several
// places.
type Order struct {
	parent map[*Unit]*Unit // nil: several
	place  map[*Unit]int   // among the parts of the parent
}

// NewOrder finds the order of the agents among units.
func NewOrder(units []*Unit) *Order {
	o := &Order{parent: map[*Unit]*Unit{}, place: map[*Unit]int{}}
	for _, u := range units {
		o.place[u] = 0
	}
	for _, u := range units {
		for i, p := range u.Parts {
			if _, known := o.place[p.Unit]; known && p.Unit != u && p.Kind != Has {
				o.put(p, u, i)
			}
		}
	}
	return o
}

// put notes that a unit is a part of another. What follows a node of a workflow has no parent.
func (o *Order) put(p Part, of *Unit, i int) {
	before, again := o.parent[p.Unit]
	switch {
	case p.Kind == Next, again && before != of:
		o.parent[p.Unit] = nil
	case !again:
		o.parent[p.Unit], o.place[p.Unit] = of, i
	}
}

// path lists an agent and those above it; nil in a circle, and where one has several parents.
func (o *Order) path(agent *Unit) []*Unit {
	var list []*Unit
	for agent != nil {
		if len(list) > len(o.place) {
			return nil
		}
		list = append(list, agent)
		up, hasParent := o.parent[agent]
		if hasParent && up == nil {
			return nil
		}
		agent = up
	}
	return list
}

// fork returns the agent under which two agents part, and the branches they are in; nil if there is none.
func (o *Order) fork(a, b *Unit) (at, left, right *Unit) {
	x, y := o.path(a), o.path(b)
	i, j := len(x)-1, len(y)-1
	if i < 0 || j < 0 || x[i] != y[j] {
		return nil, nil, nil
	}
	for i > 0 && j > 0 && x[i-1] == y[j-1] {
		i, j = i-1, j-1
	}
	if i == 0 || j == 0 {
		return nil, nil, nil
	}
	return x[i], x[i-1], y[j-1]
}

// Before reports whether an agent runs before another one, the first time that they run: in a loop, too.
func (o *Order) Before(a, b *Unit) bool {
	at, left, right := o.fork(a, b)
	inTurn := at != nil && (at.Runs == InTurn || at.Runs == Repeatedly)
	return inTurn && o.place[left] < o.place[right]
}

// Together is the agent that runs two agents at the same time; nil if none does.
func (o *Order) Together(a, b *Unit) *Unit {
	if at, _, _ := o.fork(a, b); at != nil && at.Runs == Together {
		return at
	}
	return nil
}

// Chosen reports whether a model decides if what another agent does comes before an agent. One begins before those
// that it runs, and answers after them.
func (o *Order) Chosen(agent, other *Unit) bool {
	up, down := o.path(agent), o.path(other)
	at, _, _ := o.fork(agent, other)
	switch {
	case slices.Contains(up, other):
		at = other
	case slices.Contains(down, agent):
		at = agent
	}
	return at != nil && at.Runs == ByModel
}

// Loop is the loop that an agent is in, or that it is; nil if there is none.
func (o *Order) Loop(agent *Unit) *Unit {
	for _, u := range o.path(agent) {
		if u.Runs == Repeatedly {
			return u
		}
	}
	return nil
}
