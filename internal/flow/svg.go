package flow

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
)

// SVG writes the graph as a picture for light and dark pages.
func (g *Graph) SVG(w io.Writer) error {
	l := layOut(g)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" aria-label="who writes and reads session state" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',sans-serif" font-size="12">`+"\n", l.width, l.height)
	b.WriteString("<style>\n" + styleSheet() + "</style>\n<defs>\n")
	for k := Reads; k <= Next; k++ {
		if k != Has {
			fmt.Fprintf(&b, `<marker id="a%d" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="f%[1]d" d="M0 0.8 7.5 4 0 7.2z"/></marker>`+"\n", k)
		}
	}
	b.WriteString("</defs>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n")
	for _, c := range l.columns {
		if c.head != "" {
			fmt.Fprintf(&b, `<text class="head" x="%d" y="22">%s</text>`+"\n", c.x, c.head)
		}
	}
	for _, e := range g.Edges {
		l.edge(&b, e)
	}
	for _, c := range l.columns {
		for _, box := range c.boxes {
			box.write(&b)
		}
	}
	l.legend(&b, g)
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func styleSheet() string {
	var light, dark strings.Builder
	for k := Key; k <= Cluster; k++ {
		c := colors[k]
		fmt.Fprintf(&light, ".k%d{fill:%s;stroke:%s}\n", k, c.fill, c.stroke)
		fmt.Fprintf(&dark, ".k%d{fill:%s;stroke:%s}\n", k, c.darkFill, c.darkStroke)
	}
	for k := Reads; k <= Next; k++ {
		c := edgeColors[k]
		fmt.Fprintf(&light, ".e%d{fill:none;stroke:%s;stroke-width:1.4}.f%[1]d{fill:%[2]s}\n", k, c.light)
		fmt.Fprintf(&dark, ".e%d{stroke:%s}.f%[1]d{fill:%[2]s}\n", k, c.dark)
	}
	return ".page{fill:#fff}text{fill:#1f2328}.head,.note{fill:#5c6670}.head{font-size:11px;letter-spacing:.06em}.maybe{stroke-dasharray:5 4}\n" + light.String() +
		"@media (prefers-color-scheme:dark){\n.page{fill:#0d1117}text{fill:#e6edf3}.head,.note{fill:#9aa5b1}\n" + dark.String() + "}\n"
}

func (box *box) write(b *bytes.Buffer) {
	if box.empty {
		return
	}
	round, dashed := 4, ""
	switch box.node.Kind {
	case Key:
		round = boxHeight / 2
	case Agent, Cluster:
		round = 8
	case Unseen:
		dashed = " maybe"
	}
	fmt.Fprintf(b, `<g><title>%s</title><rect class="k%d%s" x="%d" y="%d" width="%d" height="%d" rx="%d"/><text x="%d" y="%d">%s</text></g>`+"\n",
		xmlText(box.node.tooltip()), box.node.Kind, dashed, box.x, box.y, box.width, boxHeight, round, box.x+10, box.y+boxHeight/2+4, xmlText(box.label))
}

// edge draws an edge as a curve: in the tree of agents as an elbow, between columns from side to
// side, and past a column through the gap that is left for it.
func (l *layout) edge(b *bytes.Buffer, e Edge) {
	from, to := l.boxOf[e.From], l.boxOf[e.To]
	if from == nil || to == nil {
		return
	}
	var d string
	switch {
	case from.column == to.column && e.Kind == Sub && to.y > from.y:
		x := from.x + 9
		d = fmt.Sprintf("M%d %dV%dH%d", x, from.y+boxHeight, to.y+boxHeight/2, to.x-1)
	case from.column == to.column:
		x, far := from.x+from.width, max(from.x+from.width, to.x+to.width)+26
		d = fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x, from.mid(e), far, from.mid(e), far, to.mid(e), to.x+to.width+1, to.mid(e))
	default:
		d = l.curve(from, to, e)
	}
	marker, class := fmt.Sprintf(` marker-end="url(#a%d)"`, e.Kind), ""
	if e.Kind == Has {
		marker = ""
	}
	if e.Maybe {
		class = " maybe"
	}
	fmt.Fprintf(b, `<path class="e%d%s" d="%s"%s><title>%s</title></path>`+"\n", e.Kind, class, d, marker, xmlText(e.tooltip()))
}

// mid is where an edge meets the side of a box: reads a little above writes.
func (box *box) mid(e Edge) int {
	switch {
	case e.Kind.IsRead():
		return box.y + boxHeight/2 - 4
	case e.Kind.Changes():
		return box.y + boxHeight/2 + 4
	}
	return box.y + boxHeight/2
}

func (l *layout) curve(from, to *box, e Edge) string {
	x1, x2 := from.x+from.width, to.x-1
	if from.column > to.column {
		x1, x2 = from.x, to.x+to.width+1
	}
	y1, y2 := from.mid(e), to.mid(e)
	if gap := l.gap(from, to); gap != nil {
		y := gap.mid(e)
		a, z := gap.x, gap.x+gap.width
		if from.column > to.column {
			a, z = z, a
		}
		return bezier(x1, y1, a, y) + fmt.Sprintf("H%d", z) + strings.Replace(bezier(z, y, x2, y2), fmt.Sprintf("M%d %d", z, y), "", 1)
	}
	return bezier(x1, y1, x2, y2)
}

func bezier(x1, y1, x2, y2 int) string {
	bend := int(math.Round(float64(x2-x1) * 0.45))
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, x1+bend, y1, x2-bend, y2, x2, y2)
}

// legend explains the kinds of edges that there are.
func (l *layout) legend(b *bytes.Buffer, g *Graph) {
	used, maybe := map[EdgeKind]bool{}, false
	for _, e := range g.Edges {
		used[e.Kind] = true
		maybe = maybe || e.Maybe
	}
	x, y := margin, l.height-18
	entry := func(class, name string) {
		fmt.Fprintf(b, `<path class="%s" d="M%d %dh26"/><text class="note" x="%d" y="%d">%s</text>`+"\n", class, x, y, x+32, y+4, name)
		x += 44 + 7*len(name)
	}
	for k := Reads; k <= Next; k++ {
		if used[k] && k != Has && k != Sub {
			entry(fmt.Sprintf("e%d", k), k.String())
		}
	}
	if maybe {
		entry("e0 maybe", "perhaps")
	}
}

func xmlText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace(line(text))
}
