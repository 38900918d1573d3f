package flow

import (
	"cmp"
	"slices"
	"strings"
)

// A picture has four columns: the tree of agents, what they have, the keys, and the other
// functions. Columns are ordered so that edges are short: each box goes to the middle of those that it
// is tied to, in a few sweeps. An edge between an agent and a key passes the second column through a
// gap, which takes part in the order.
const (
	margin     = 16
	top        = 36
	boxHeight  = 26
	rowHeight  = 34
	columnGap  = 140
	headGap    = 20
	loopRoom   = 30
	treeIndent = 20
	labelMost  = 34
)

var columnNames = []string{"AGENTS", "PROMPTS, TOOLS, CALLBACKS", "KEYS", "FUNCTIONS"}

const (
	agentColumn = iota
	partColumn
	keyColumn
	hostColumn
)

var columnOf = map[Kind]int{Agent: agentColumn, Prompt: partColumn, Tool: partColumn, Callback: partColumn, Key: keyColumn, Cluster: keyColumn, Host: hostColumn, Unseen: hostColumn}

type box struct {
	node         Node
	label        string
	column       int
	x, y, width  int
	indent, rank int
	empty        bool // a gap
	aim          float64
}

type column struct {
	x     int
	head  string
	boxes []*box
}

type layout struct {
	columns       [4]column
	boxOf         map[string]*box
	gapOf         map[*box]*box   // by agent
	near          map[*box][]*box // those in other columns that a box has edges with
	loops         bool            // there are edges within the last column
	width, height int
}

func layOut(g *Graph) *layout {
	l := &layout{boxOf: map[string]*box{}, gapOf: map[*box]*box{}, width: 640}
	for _, n := range g.Nodes {
		b := &box{node: n, column: columnOf[n.Kind], label: shortened(n.title(), labelMost)}
		l.boxOf[n.ID] = b
		if b.column != agentColumn {
			l.columns[b.column].boxes = append(l.columns[b.column].boxes, b)
		}
	}
	l.tree(g)
	l.gaps(g)
	l.order(g)
	l.place()
	return l
}

// tree puts the agents in the order of their tree, with what each has in the same order beside it.
func (l *layout) tree(g *Graph) {
	isChild, placed := map[string]bool{}, map[string]bool{}
	for _, e := range g.Edges {
		if e.Kind == Sub {
			isChild[e.To] = true
		}
	}
	var add func(id string, depth int)
	add = func(id string, depth int) {
		b := l.boxOf[id]
		if b == nil || b.column != agentColumn || placed[id] {
			return
		}
		placed[id] = true
		b.indent = depth
		l.columns[agentColumn].boxes = append(l.columns[agentColumn].boxes, b)
		for _, e := range g.Edges {
			if e.From == id && e.Kind == Sub {
				add(e.To, depth+1)
			}
		}
	}
	for _, n := range g.Nodes {
		if !isChild[n.ID] {
			add(n.ID, 0)
		}
	}
	for _, n := range g.Nodes {
		add(n.ID, 0) // in a circle
	}
}

// gaps leaves room in the second column for edges between agents and keys or functions.
func (l *layout) gaps(g *Graph) {
	for _, e := range g.Edges {
		for _, ends := range [][2]*box{{l.boxOf[e.From], l.boxOf[e.To]}, {l.boxOf[e.To], l.boxOf[e.From]}} {
			agent, other := ends[0], ends[1]
			isSeen := agent != nil && other != nil && l.gapOf[agent] == nil
			if !isSeen || agent.column != agentColumn || other.column < keyColumn {
				continue
			}
			l.gapOf[agent] = &box{column: partColumn, empty: true}
			l.columns[partColumn].boxes = append(l.columns[partColumn].boxes, l.gapOf[agent])
		}
	}
}

// gap is what an edge passes through on its way between two boxes; nil: nothing is in its way.
func (l *layout) gap(from, to *box) *box {
	for _, agent := range []*box{from, to} {
		if agent.column == agentColumn && max(from.column, to.column) >= keyColumn {
			return l.gapOf[agent]
		}
	}
	return nil
}

// order sorts the columns by the middle of the neighbors, from left to right and back.
func (l *layout) order(g *Graph) {
	l.near = map[*box][]*box{}
	tie := func(a, b *box) {
		if a.column != b.column {
			l.near[a], l.near[b] = append(l.near[a], b), append(l.near[b], a)
		}
	}
	for _, e := range g.Edges {
		from, to := l.boxOf[e.From], l.boxOf[e.To]
		if from == nil || to == nil {
			continue
		}
		l.loops = l.loops || from.column == hostColumn && to.column == hostColumn
		if gap := l.gap(from, to); gap != nil {
			tie(from, gap)
			tie(gap, to)
			continue
		}
		tie(from, to)
	}
	const sweeps = 8
	l.rank()
	for range sweeps {
		for _, i := range []int{partColumn, keyColumn, hostColumn, keyColumn} {
			l.sort(i)
		}
	}
}

// rank numbers the boxes of each column, spread over the same height.
func (l *layout) rank() {
	tallest := 1
	for _, c := range l.columns {
		tallest = max(tallest, len(c.boxes))
	}
	for _, c := range l.columns {
		for i, b := range c.boxes {
			b.rank = (2*i + 1) * tallest * 8 / (2 * len(c.boxes))
		}
	}
}

func (l *layout) sort(i int) {
	for _, b := range l.columns[i].boxes {
		sum := 0
		weight := 0
		for _, other := range l.near[b] {
			w := 1
			if i == partColumn && other.column == agentColumn {
				w = 1000 // what an agent has is beside it
			}
			sum, weight = sum+w*other.rank, weight+w
		}
		b.aim = float64(b.rank)
		if weight > 0 {
			b.aim = float64(sum) / float64(weight)
		}
	}
	slices.SortStableFunc(l.columns[i].boxes, func(a, b *box) int { return cmp.Compare(a.aim, b.aim) })
	l.rank()
}

// place gives each box its place. Parts and keys are one below the other; agents and functions are
// level with what they have edges with, as far as their order leaves room.
func (l *layout) place() {
	tallest := max(len(l.columns[partColumn].boxes), len(l.columns[keyColumn].boxes))
	x := margin
	for i := range l.columns {
		c := &l.columns[i]
		c.x = x
		widest := 0
		for row, b := range c.boxes {
			b.x = x + b.indent*treeIndent
			b.width = 20 + textWidth(b.label)
			b.y = top + row*rowHeight + max(0, tallest-len(c.boxes))*rowHeight/2
			widest = max(widest, b.indent*treeIndent+b.width)
		}
		if i != agentColumn {
			for _, b := range c.boxes {
				b.width = widest
			}
		}
		c.head = c.heading(i)
		head := textWidth(c.head)
		if len(c.boxes) > 0 {
			l.width = max(l.width, x+max(widest, head)+margin)
			x += max(widest+columnGap, head+headGap)
		}
	}
	bottom := max(l.level(agentColumn), l.level(hostColumn), top+tallest*rowHeight)
	if l.loops {
		l.width += loopRoom
	}
	l.height = bottom + 44
}

// heading is what is above a column; above gaps alone there is nothing.
func (c *column) heading(i int) string {
	if slices.ContainsFunc(c.boxes, func(b *box) bool { return !b.empty }) {
		return columnNames[i]
	}
	return ""
}

// level moves the boxes of a column to what they have edges with, and returns where the column ends.
func (l *layout) level(i int) int {
	free := top
	for n, b := range l.columns[i].boxes {
		rest := len(l.columns[i].boxes) - n
		b.y = min(max(free, l.wanted(b)), max(free, top+l.rows()*rowHeight-rest*rowHeight))
		free = b.y + rowHeight
	}
	return free
}

func (l *layout) rows() int {
	rows := 0
	for _, c := range l.columns {
		rows = max(rows, len(c.boxes))
	}
	return rows
}

func (l *layout) wanted(b *box) int {
	sum := 0
	for _, other := range l.near[b] {
		sum += other.y
	}
	if sum == 0 {
		return 0
	}
	return sum / len(l.near[b])
}

// textWidth is about how wide a text is at 12 pixels.
func textWidth(text string) int {
	width := 0.0
	for _, r := range text {
		switch {
		case r > 0x2e80:
			width += 12.5
		case strings.ContainsRune("ilj.: tf()", r):
			width += 4.2
		case r == 'm' || r == 'w' || r >= 'A' && r <= 'Z':
			width += 9.2
		default:
			width += 7
		}
	}
	return int(width)
}
