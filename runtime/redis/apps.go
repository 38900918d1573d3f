package redis

import (
	"context"
	"slices"
	"strconv"

	"github.com/redis/rueidis"
)

// The names of all apps are in ordered sets: one on a server, and on a cluster one for each
// slot, with the apps of that slot. So the script that begins an app writes its name, and no
// app needs another slot than its own. A name stays: who lists apps looks whether there is
// anything.
//
// Earlier versions had one set on a cluster as well, which is still read.

// slots is how many a cluster has.
const slots = 16384

// partsAtOnce is of how many slots the sets are read at once.
const partsAtOnce = 256

func (st *database) clustered() bool { return st.client.Mode() == rueidis.ClientModeCluster }

// list returns the key of the set that has an app's name.
func (st *database) list(app string) string {
	if !st.clustered() {
		return st.wholeList()
	}
	tag := st.keys(app).tag
	return st.slotTags()[crc16(0, tag[1:len(tag)-1])%slots] + "apps"
}

// wholeList is the key of that set on a server.
func (st *database) wholeList() string { return "{" + st.prefix + ":}apps" }

// slotTags returns a tag for each slot. No app has one of them: in those a digit follows
// each percent sign.
func (st *database) slotTags() []string {
	st.makeTags.Do(func() {
		st.tags = make([]string, slots)
		begin := st.prefix + ":%="
		crc := crc16(0, begin)
		for n, missing := 0, slots; missing > 0; n++ {
			number := strconv.Itoa(n)
			if at := crc16(crc, number) % slots; st.tags[at] == "" {
				st.tags[at] = "{" + begin + number + "}"
				missing--
			}
		}
	})
	return st.tags
}

// crc16 is the checksum by which a cluster finds the slot of what is within a key's braces.
func crc16(crc uint16, text string) uint16 {
	for i := range len(text) {
		crc ^= uint16(text[i]) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}

// lists returns the keys of all these sets, some at a time, of slots beside each other.
func (st *database) lists() [][]string {
	all := [][]string{{st.wholeList()}}
	if !st.clustered() {
		return all
	}
	for tags := range slices.Chunk(st.slotTags(), partsAtOnce) {
		var keys []string
		for _, tag := range tags {
			keys = append(keys, tag+"apps")
		}
		all = append(all, keys)
	}
	return all
}

// appsAfter returns a page of the names that are noted.
func (st *database) appsAfter(ctx context.Context, after string) (names []string, err error) {
	for _, keys := range st.lists() {
		var some []string
		err := st.try(ctx, func() (err error) {
			some, err = st.appsIn(ctx, keys, after)
			return err
		})
		if err != nil {
			return nil, err
		}
		names = append(names, some...)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return names[:min(len(names), longestPage)], nil
}

func (st *database) appsIn(ctx context.Context, keys []string, after string) (names []string, err error) {
	commands := make(rueidis.Commands, len(keys))
	for i, key := range keys {
		commands[i] = st.client.B().Zrangebylex().Key(key).Min("("+after).Max("+").Limit(0, longestPage).Build()
	}
	for _, page := range st.client.DoMulti(ctx, commands...) {
		some, err := page.AsStrSlice()
		if err != nil {
			return nil, err
		}
		names = append(names, some...)
	}
	return names, nil
}
