package inspect

import (
	"maps"
	"net/http"
	"reflect"
	"slices"
)

// comparison is two states side by side.
type comparison struct {
	Left, Right side
	Rows        []pair
	Same        int // keys that are equal, which are not listed
	paging
	LeftText, RightText string
}

// side is one of the two.
type side struct {
	of
	At   int64
	Path string
}

type pair struct {
	Key         string
	Left, Right shown
	HasLeft     bool
	HasRight    bool
}

// compare shows how the states of two events differ, of one session or two.
func (s *Server) compare(w http.ResponseWriter, r *http.Request) error {
	c := comparison{LeftText: r.FormValue("left"), RightText: r.FormValue("right")}
	from, err := numberOf[int](r, "from")
	if err != nil {
		return err
	}
	var states [2]map[string]any
	for i, one := range []*side{&c.Left, &c.Right} {
		name := [2]string{"left", "right"}[i]
		o, err := parsePath(r.FormValue(name))
		if err != nil {
			return err
		}
		at, err := numberOf[int64](r, name+"-at")
		if err != nil {
			return err
		}
		m, err := s.moment(r.Context(), o, at)
		if err != nil {
			return err
		}
		if m.state == nil {
			return m.damage
		}
		*one, states[i] = side{of: o, At: m.win.at, Path: o.path()}, m.state
	}
	c.fill(s, states[0], states[1], from)
	c.turn(r)
	return s.show(w, "compare.html", "Compare", c, crumb{"Compare", ""})
}

func (c *comparison) fill(s *Server, left, right map[string]any, from int) {
	all := maps.Clone(left)
	maps.Copy(all, right)
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(key string) bool {
		l, inLeft := left[key]
		r, inRight := right[key]
		return inLeft == inRight && reflect.DeepEqual(l, r)
	})
	c.Same = len(all) - len(keys)
	c.paging = pagingOf(len(keys), from)
	for _, key := range keys[c.From:c.To] {
		l, inLeft := left[key]
		r, inRight := right[key]
		c.Rows = append(c.Rows, pair{key,
			s.say.shown(key, l, c.Left.text(c.Left.At, "key", key), longestValue),
			s.say.shown(key, r, c.Right.text(c.Right.At, "key", key), longestValue), inLeft, inRight})
	}
}
