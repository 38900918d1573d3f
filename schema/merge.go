package schema

var merges = map[string]Merge{
	"last": MergeLast, "sum": MergeSum, "min": MergeMin, "max": MergeMax,
	"append": MergeAppend, "union": MergeUnion,
}

// String returns the merge as a schema writes it.
func (m Merge) String() string {
	for name, merge := range merges {
		if merge == m {
			return name
		}
	}
	return ""
}

// ParseMerge reads a merge as a schema writes it.
func ParseMerge(text string) (Merge, bool) {
	m, ok := merges[text]
	return m, ok
}
