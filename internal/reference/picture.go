package reference

import "fmt"

// Picture is a key between who changes it, on the left, and who reads it. Its lengths
// are in pixels.
type Picture struct {
	Width, Height int
	Label         string // for those who can't see it
	Boxes         []Box
	Lines         []Line
}

// Box is a node. Whole is the name if Name is a part of it.
type Box struct {
	X, Y              int
	Class             string // the kind of node
	Kind, Name, Whole string
}

// Line is an edge.
type Line struct {
	Path  string // of SVG
	Class string // how the key is used, and "maybe"
}

const (
	boxWidth, boxHeight, boxGap = 210, 44, 10 // the first two are in page.html, too
	gapWidth                    = 70
	mostBoxes                   = 6  // on a side
	longestName                 = 26 // in characters, in a box
)

// picture draws a key; one that nobody uses has none.
func picture(k *Key) Picture {
	left, right := boxesOf(k.Changed), boxesOf(k.Read)
	rows := max(len(left), len(right))
	if rows == 0 {
		return Picture{}
	}
	p := Picture{
		Width: 3*boxWidth + 2*gapWidth + 2, Height: rows*(boxHeight+boxGap) - boxGap + 2,
		Label: fmt.Sprintf("%s is changed by %s and read by %s",
			k.Name, count(len(k.Changed), "unit"), count(len(k.Read), "unit")),
	}
	key := box(Use{By: Unit{Kind: "key", Name: k.Name}}, boxWidth+gapWidth, (p.Height-boxHeight)/2)
	p.column(left, 0, func(b Box) (x1, y1, x2, y2 int) {
		return b.X + boxWidth, b.Y + boxHeight/2, key.X - 5, key.Y + boxHeight/2
	})
	p.column(right, 2*(boxWidth+gapWidth), func(b Box) (x1, y1, x2, y2 int) {
		return key.X + boxWidth, key.Y + boxHeight/2, b.X - 5, b.Y + boxHeight/2
	})
	p.Boxes = append(p.Boxes, key)
	return p
}

// boxesOf are the uses that get boxes: the last one stands for all that don't.
func boxesOf(uses []Use) []Use {
	if len(uses) <= mostBoxes {
		return uses
	}
	rest := fmt.Sprintf("and %d more", len(uses)-mostBoxes+1)
	return append(uses[:mostBoxes-1:mostBoxes-1], Use{By: Unit{Kind: "more", Name: rest}})
}

// column draws the boxes of one side, in the middle of its height, with their lines.
func (p *Picture) column(uses []Use, x int, line func(Box) (x1, y1, x2, y2 int)) {
	y := (p.Height - len(uses)*(boxHeight+boxGap) + boxGap) / 2
	for _, u := range uses {
		b := box(u, x, y)
		x1, y1, x2, y2 := line(b)
		middle := (x1 + x2) / 2
		l := Line{Path: fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, middle, y1, middle, y2, x2, y2), Class: "line"}
		if u.Maybe {
			l.Class += " maybe"
		}
		p.Boxes, p.Lines = append(p.Boxes, b), append(p.Lines, l)
		y += boxHeight + boxGap
	}
}

func box(u Use, x, y int) Box {
	b := Box{X: x + 1, Y: y, Class: u.By.Kind, Kind: u.By.Kind, Name: u.By.Name}
	if u.How != "" {
		b.Kind += " " + u.How
	}
	if name := []rune(b.Name); len(name) > longestName {
		b.Whole, b.Name = b.Name, string(name[:longestName-1])+"…"
	}
	return b
}
