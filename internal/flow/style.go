package flow

import "strings"

// color is what a node is drawn in, on a light page and on a dark one.
type color struct{ fill, stroke, darkFill, darkStroke string }

var colors = map[Kind]color{
	Key:      {"#fff8e1", "#b7791f", "#3b2f12", "#e0b252"},
	Prompt:   {"#f3ebff", "#7c4dbd", "#2f2145", "#b794f6"},
	Agent:    {"#e3f0ff", "#2166b8", "#12294a", "#6ea8fe"},
	Tool:     {"#e6f6ec", "#2a7d4f", "#12321f", "#63c98c"},
	Callback: {"#e2f6f6", "#1f7a80", "#0f3033", "#5cc5cc"},
	Host:     {"#f1f3f5", "#5c6670", "#262b31", "#9aa5b1"},
	Unseen:   {"#ffffff", "#8a929a", "#15181c", "#8a929a"},
	Cluster:  {"#f7f7f2", "#77735f", "#2a2922", "#b9b496"},
}

type edgeColor struct{ light, dark string }

var edgeColors = map[EdgeKind]edgeColor{
	Reads: {"#2f6fb3", "#6ea8fe"}, Shows: {"#7c4dbd", "#b794f6"}, Writes: {"#c2410c", "#fb923c"}, Merges: {"#15803d", "#4ade80"},
	Clears: {"#6b7280", "#9ca3af"}, Outputs: {"#be185d", "#f472b6"}, Begins: {"#92400e", "#fbbf24"},
	Has: {"#9aa5b1", "#5c6670"}, Sub: {"#2166b8", "#6ea8fe"}, Next: {"#1f2328", "#e6edf3"},
}

// tooltip is the kind, name and documentation of a node, and where it is.
func (n Node) tooltip() string {
	parts := []string{n.Kind.String() + " " + n.Name}
	if n.Doc != "" {
		parts = append(parts, shortened(n.Doc, 200))
	}
	return strings.Join(append(parts, firstPlaces(n.Places)...), " · ")
}

// tooltip is what an edge means, and where source shows it.
func (e Edge) tooltip() string {
	text := e.Kind.String()
	if e.Maybe {
		text += ", perhaps"
	}
	return strings.Join(append([]string{text}, firstPlaces(e.Places)...), " · ")
}

func firstPlaces(list []Place) []string {
	const most = 3
	texts := placeTexts(list[:min(len(list), most)])
	if len(list) > most {
		texts = append(texts, "and "+plural(len(list)-most, "more place"))
	}
	return texts
}
