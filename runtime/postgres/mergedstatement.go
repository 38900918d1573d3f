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

// eventStatements has the whole statements that add events.
var eventStatements = statementTexts{texts: make(map[statementKind]string)}

// statementTexts keeps statements that were written before: writing one takes
// longer than sending it.
type statementTexts struct {
	mu    sync.Mutex
	texts map[statementKind]string
}

// statementKind is the session's statement, the SQL of the merges in a statement, whether
// the event keeps what they come to, and the guards.
type statementKind struct {
	session string
	merges  [maxMerges]string
	keep    bool
	guards  guards
}

// get returns the statement for merges, whose arguments follow those of addEvent:
// each one's key, then its own.
func (m *statementTexts) get(session string, merges []change, keep bool, g guards) string {
	kind := statementKind{session: session, guards: g, keep: keep}
	for i, c := range merges {
		kind.merges[i] = c.merge.sql
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	text, ok := m.texts[kind]
	if !ok {
		if len(m.texts) == mostTexts {
			clear(m.texts)
		}
		text = eventStatement(session, merges, keep, g)
		m.texts[kind] = text
	}
	return text
}

func eventStatement(session string, merges []change, keep bool, g guards) string {
	with, from := g.clauses()
	if len(merges) == 0 {
		return fmt.Sprintf(addEvent, session, "excluded.value", with, from, plainRecord) + plainAnswer
	}
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
	return fmt.Sprintf(addEvent, session, value.String(), with, from, record) + fmt.Sprintf(mergedAnswer, merged)
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
