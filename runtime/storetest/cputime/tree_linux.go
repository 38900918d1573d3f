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
func usedByTree(pid int) (time.Duration, bool) {
	stats := readStats()
	root, ok := stats[pid]
	if !ok {
		return 0, false
	}
	total := root.used
	for child := range stats {
		if stats[child].descendsFrom(pid, stats) {
			total += stats[child].used
		}
	}
	return total, true
}

// stat is what is read of /proc/PID/stat.
type stat struct {
	parent int
	used   time.Duration // with children that have ended
}

func readStats() map[int]stat {
	stats := map[int]stat{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		text, readErr := os.ReadFile(file)
		if err != nil || readErr != nil {
			continue // ended meanwhile
		}
		if s, ok := parseStat(string(text)); ok {
			stats[pid] = s
		}
	}
	return stats
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

func (s stat) descendsFrom(pid int, stats map[int]stat) bool {
	for s.parent > 0 {
		if s.parent == pid {
			return true
		}
		s = stats[s.parent]
	}
	return false
}
