package cputime

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of /proc/PID/stat on all that Go runs on.
const tick = 10 * time.Millisecond

// usedByTree is the processor time that a process, its children and all that they
// have waited for have taken so far.
func usedByTree(pid int) (total time.Duration, found bool) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		id := filepath.Base(filepath.Dir(file))
		text, err := os.ReadFile(file)
		s, ok := parseStat(string(text))
		if err != nil || !ok {
			continue // ended meanwhile
		}
		if own := id == strconv.Itoa(pid); own || s.parent == pid {
			total += s.used
			found = found || own
		}
	}
	return total, found
}

// stat is what is read of /proc/PID/stat.
type stat struct {
	parent int
	used   time.Duration // with children that have ended
}

// parseStat reads the fields after the program's name, which may hold spaces and
// brackets itself.
func parseStat(text string) (s stat, ok bool) {
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(fields) < 15 {
		return s, false
	}
	s.parent, _ = strconv.Atoi(fields[1])
	for _, f := range fields[11:15] { // utime stime cutime cstime
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return s, false
		}
		s.used += time.Duration(n) * tick
	}
	return s, true
}
