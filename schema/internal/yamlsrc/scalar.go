package yamlsrc

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

func IsTrue(text string) bool { return strings.EqualFold(text, "true") }

// ParseInt reads an integer as YAML writes it: in base 10, 16, 8 or 2, with
// underscores between digits.
func ParseInt(text string) (*big.Int, bool) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "+"), "_", "")
	return new(big.Int).SetString(text, 0)
}

// ParseFloat reads a number as YAML writes it; infinities and NaN are none.
func ParseFloat(text string) (float64, bool) {
	f, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return 0, false
	}
	return f, true
}
