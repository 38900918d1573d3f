package pythonagents

import "github.com/seed92179c4c/stategen/internal/python"

// IsTest reports whether a file is one of tests, by its name.
func IsTest(name string) bool { return python.IsTest(name) }

// isApart reports whether what a file says of keys is of no program, by its name.
func isApart(name string) bool { return python.IsTest(name) || python.IsBenchmark(name) }

// mostHops is how many files such imports are followed through.
const mostHops = 3

// imported are the files that are no tests in spite of their names, such as test_runner.py:
// others import them that are none.
func imported(imports [][2]string) map[string]bool {
	product := map[string]bool{}
	for range mostHops { // files that such files import
		for _, i := range imports {
			if from, to := i[0], i[1]; !isApart(from) || product[from] {
				product[to] = product[to] || isApart(to)
			}
		}
	}
	return product
}
