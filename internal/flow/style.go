package flow

// color is what a node is drawn in.
type color struct{ fill, stroke string }

var colors = map[Kind]color{
	Key:      {"#fff8e1", "#b7791f"},
	Prompt:   {"#f3ebff", "#7c4dbd"},
	Agent:    {"#e3f0ff", "#2166b8"},
	Tool:     {"#e6f6ec", "#2a7d4f"},
	Callback: {"#e2f6f6", "#1f7a80"},
	Host:     {"#f1f3f5", "#5c6670"},
	Client:   {"#fdeaf2", "#be185d"},
	Unseen:   {"#ffffff", "#8a929a"},
	Cluster:  {"#f7f7f2", "#77735f"},
}

var edgeColors = map[EdgeKind]string{
	Reads: "#2f6fb3", Shows: "#7c4dbd", Writes: "#c2410c", Merges: "#15803d",
	Clears: "#6b7280", Outputs: "#be185d", Begins: "#92400e",
	Has: "#9aa5b1", Sub: "#2166b8", Next: "#1f2328",
}

func firstPlaces(list []Place) []string {
	const most = 3
	var texts []string
	for _, p := range list[:min(len(list), most)] {
		texts = append(texts, p.String())
	}
	if len(list) > most {
		texts = append(texts, "and "+plural(len(list)-most, "more place"))
	}
	return texts
}
