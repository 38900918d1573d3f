package diag

import (
	"sort"
	"unicode/utf8"
)

// milepost is an offset in a long line and the column of what is there.
// Columns are counted from the nearest one, so that a finding costs the same
// wherever it is: many findings in a file of one line cost no more than in
// one of many lines.
type milepost struct{ offset, column int }

// apart is how many bytes are between mileposts, or up to three more.
const apart = 1 << 10

// mileposts counts along the line text[start:end]; none if it is not long.
func mileposts(text []byte, start, end int) []milepost {
	var posts []milepost
	for last := (milepost{start, 1}); end-last.offset > 2*apart; {
		next := runeBoundary(text, last.offset+apart)
		last = milepost{next, last.column + utf8.RuneCount(text[last.offset:next])}
		posts = append(posts, last)
	}
	return posts
}

// runeBoundary returns the offset, or one of the next three, at which a code
// point begins whatever precedes it.
func runeBoundary(text []byte, offset int) int {
	for end := offset + utf8.UTFMax - 1; offset < end && !utf8.RuneStart(text[offset]); {
		offset++
	}
	return offset
}

// before returns the line's last milepost that is not after what is looked
// for, or where the line starts.
func (s *Source) before(line int, isAfter func(milepost) bool) milepost {
	posts := s.long[line]
	i := sort.Search(len(posts), func(i int) bool { return isAfter(posts[i]) })
	if i == 0 {
		return milepost{s.lines[line], 1}
	}
	return posts[i-1]
}
