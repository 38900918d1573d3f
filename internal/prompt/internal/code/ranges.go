package code

import "slices"

// Ranges are parts of a text, each from the first offset to before the second.
type Ranges [][2]int

// Hold reports whether an offset is in one of them.
func (r Ranges) Hold(offset int) bool {
	i, _ := slices.BinarySearchFunc(r, offset, func(part [2]int, offset int) int { return part[1] - offset })
	return i < len(r) && r[i][0] <= offset
}
