package postgres

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// mergesOf returns the changes that are merges in the order of their SQL, so that
// equal sets of operations make equal statements, which are planned once.
func mergesOf(changes []change) []change {
	var merges []change
	for _, c := range changes {
		if c.merge != nil {
			merges = append(merges, c)
		}
	}
	slices.SortStableFunc(merges, func(a, b change) int { return strings.Compare(a.merge.sql, b.merge.sql) })
	return merges
}

// addMerged has the whole statements for events with merges.
var addMerged = mergedStatements{texts: make(map[mergeSet]string)}

// mergedStatements keeps statements that were written before: writing one takes
// longer than sending it.
type mergedStatements struct {
	mu    sync.Mutex
	texts map[mergeSet]string
}

// mergeSet is the SQL of the merges in a statement, whether the event keeps what
// they come to, and the guards.
type mergeSet struct {
	merges [maxMerges]string
	keep   bool
	guards guards
}

// get returns the statement for merges, whose arguments follow those of addEvent:
// each one's key, then its own.
func (m *mergedStatements) get(merges []change, keep bool, g guards) string {
	set := mergeSet{guards: g, keep: keep}
	for i, c := range merges {
		set.merges[i] = c.merge.sql
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	text, ok := m.texts[set]
	if !ok {
		if len(m.texts) == mostTexts {
			clear(m.texts)
		}
		text = mergedStatement(merges, keep, g)
		m.texts[set] = text
	}
	return text
}

func mergedStatement(merges []change, keep bool, g guards) string {
	args := eventArgs
	var value strings.Builder // of a row that exists
	var keys []string
	value.WriteString("CASE") // each WHEN with its whole condition, as Citus asks for
	for _, c := range merges {
		key := fmt.Sprintf("$%d::text", args+1)
		keys = append(keys, key)
		value.WriteString("\n\t\tWHEN s.key = " + key + " THEN ")
		number(&value, c.merge.sql, args+2)
		args += 1 + len(c.merge.args)
	}
	value.WriteString("\n\t\tELSE excluded.value END")
	merged, record := strings.Join(keys, ", "), plainRecord
	if keep {
		record = fmt.Sprintf(resolvedRecord, merged)
	}
	return addEventSQL(appendSession, value.String(), record, g) + fmt.Sprintf(mergedAnswer, merged)
}

// number writes SQL with its arguments $a, $b, … numbered from first.
func number(b *strings.Builder, sql string, first int) {
	for {
		before, after, found := strings.Cut(sql, "$")
		b.WriteString(before)
		if !found {
			return
		}
		fmt.Fprintf(b, "$%d", first+int(after[0]-'a'))
		sql = after[1:]
	}
}
