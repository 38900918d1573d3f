package inspect

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/seed92179c4c/stategen/runtime"
)

// rowsAtOnce is how many keys a page shows.
const rowsAtOnce = 100

// paging is which part of a list a page shows.
type paging struct {
	From, To, Of int
	Before       string // the addresses of the parts before and after; empty: there is none
	After        string
}

// String says which part it is.
func (p paging) String() string { return fmt.Sprintf("Keys %d to %d of %d.", p.From+1, p.To, p.Of) }

func pagingOf(n, from int) paging {
	if from < 0 || from >= n {
		from = 0
	}
	return paging{From: from, To: min(n, from+rowsAtOnce), Of: n}
}

// turn sets the addresses of the other parts.
func (p *paging) turn(r *http.Request) {
	at := func(from int) string {
		q := r.URL.Query()
		q.Set("from", strconv.Itoa(from))
		return "?" + q.Encode()
	}
	if p.From > 0 {
		p.Before = at(max(0, p.From-rowsAtOnce))
	}
	if p.To < p.Of {
		p.After = at(p.To)
	}
}

// rows are some keys of a state.
type rows struct {
	State []section
	paging
}

// rows shows some keys of a moment, which may be changed or not.
func (t *teller) rows(r *http.Request, m *moment, from int, write bool) rows {
	slots := slices.DeleteFunc(t.slots(m.state), func(sl slot) bool {
		scope, _ := runtime.ParseKey(sl.wire)
		return m.ID == "" && scope != m.key().Scope()
	})
	out := rows{paging: pagingOf(len(slots), from)}
	out.turn(r)
	for _, sl := range slots[out.From:out.To] {
		if n := len(out.State); n == 0 || out.State[n-1].Title != sl.title {
			out.State = append(out.State, section{Title: sl.title})
		}
		one := t.row(sl, m.state, m.text(m.win.at, "key", ""))
		one.Edit, one.Writer, one.OfNow = one.Edit && write, m.writer(one.Name), one.Stored() && m.isOfNow(one.Name)
		last := &out.State[len(out.State)-1]
		last.Rows = append(last.Rows, one)
	}
	return out
}
