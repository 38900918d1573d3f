package inspect

import (
	"maps"
	"net/http"
	"slices"
)

// comparison is two states side by side.
type comparison struct {
	Left, Right         side
	Rows                []pair
	Same                int // keys that are equal, which are not listed
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
	var states [2]map[string]any
	for i, one := range []*side{&c.Left, &c.Right} {
		name := [2]string{"left", "right"}[i]
		o, err := parsePath(r.FormValue(name))
		if err != nil {
			return err
		}
		at, err := seqOf(r, name+"-at")
		if err != nil {
			return err
		}
		win, state, damage, err := s.moment(r.Context(), o, at)
		if err != nil {
			return err
		}
		if state == nil {
			return damage
		}
		*one, states[i] = side{of: o, At: win.at, Path: o.path()}, state
	}
	c.fill(s, states[0], states[1])
	return s.show(w, "compare.html", "Compare", c, crumb{"Compare", ""})
}

func (c *comparison) fill(s *Server, left, right map[string]any) {
	all := maps.Clone(left)
	maps.Copy(all, right)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		l, inLeft := left[key]
		r, inRight := right[key]
		if inLeft == inRight && text(l) == text(r) {
			c.Same++
			continue
		}
		c.Rows = append(c.Rows, pair{key, s.say.shown(key, l), s.say.shown(key, r), inLeft, inRight})
	}
}
