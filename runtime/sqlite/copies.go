package sqlite

import (
	"sync"

	"zombiezen.com/go/sqlite"
)

// copied is a row of a number and one or two texts.
type copied struct {
	number     int64
	text, name []byte
}

// copies are rows that wait to be decoded.
type copies struct {
	rows  []copied
	texts []byte // of all rows, one after the other
}

// How much waits fits into a processor's nearer caches.
const (
	copiedRows  = 64
	copiedBytes = 64 << 10
)

var unused = sync.Pool{New: func() any {
	return &copies{rows: make([]copied, 0, copiedRows), texts: make([]byte, 0, copiedBytes)}
}}

// eachCopied executes a statement and calls take for copies of its rows, many of
// them at a time: if each row was decoded when it comes, SQLite and the decoder
// would push each other out of the processor's caches again and again. What take
// gets is overwritten later.
func eachCopied(conn *sqlite.Conn, query string, take func([]copied) error, args ...any) error {
	c := unused.Get().(*copies)
	defer c.putBack()
	err := each(conn, query, func(stmt *sqlite.Stmt) error {
		if c.add(stmt); len(c.rows) < copiedRows {
			return nil
		}
		defer c.empty()
		return take(c.rows)
	}, args...)
	if err != nil || len(c.rows) == 0 {
		return err
	}
	return take(c.rows)
}

func (c *copies) add(stmt *sqlite.Stmt) {
	row := copied{number: stmt.ColumnInt64(0), text: c.copy(stmt, 1)}
	if stmt.ColumnCount() > 2 {
		row.name = c.copy(stmt, 2)
	}
	c.rows = append(c.rows, row)
}

// copy returns a copy of a column's text. One that finds no room lies elsewhere.
func (c *copies) copy(stmt *sqlite.Stmt, column int) []byte {
	room := c.texts[len(c.texts):cap(c.texts)]
	n := stmt.ColumnBytes(column, room)
	if n == len(room) { // there may be more of it
		text := make([]byte, stmt.ColumnLen(column))
		stmt.ColumnBytes(column, text)
		return text
	}
	c.texts = c.texts[:len(c.texts)+n]
	return room[:n]
}

func (c *copies) empty() {
	clear(c.rows)
	c.rows, c.texts = c.rows[:0], c.texts[:0]
}

func (c *copies) putBack() {
	c.empty()
	unused.Put(c)
}
