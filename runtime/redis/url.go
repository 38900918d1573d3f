package redis

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/redis/rueidis"
)

// How connections of our own are set up: those that wait for replicas are one for each
// append that is under way, so their buffers are small; and a primary that has become a
// replica is noticed also if the sentinels' message was lost.
const (
	connections     = 256
	bufferSize      = 16 << 10
	connectionLimit = 5 * time.Second // for an answer
	askSentinels    = time.Second
)

// errMisread is about a URL of which a part of the password would be taken for something
// else, and shown in errors.
var errMisread = errors.New("the URL can't be parsed: /, ?, #, @ and % in a password are written as %2F, %3F, %23, %40 and %25")

// parseURL returns the client's options, and those of this package that the URL holds.
func parseURL(text string) (rueidis.ClientOption, []Option, error) {
	u, err := url.Parse(text)
	if err != nil {
		return rueidis.ClientOption{}, nil, errMisread
	}
	if strings.Contains(u.Path+u.RawQuery+u.Fragment, "@") {
		return rueidis.ClientOption{}, nil, errMisread
	}
	var opts []Option
	q := u.Query()
	if q.Has("prefix") {
		opts = append(opts, Prefix(q.Get("prefix")))
	}
	if q.Has("replicas") {
		n, err := strconv.Atoi(q.Get("replicas"))
		if err != nil {
			return rueidis.ClientOption{}, nil, fmt.Errorf("the number of replicas in the URL is %q", q.Get("replicas"))
		}
		opts = append(opts, Replicas(n))
	}
	option, err := rueidis.ParseURL(text)
	if err != nil {
		return option, nil, err
	}
	option.DisableCache = true
	option.BlockingPoolSize, option.PipelineMultiplex = connections, 1
	option.ReadBufferEachConn, option.WriteBufferEachConn = bufferSize, bufferSize
	option.ConnWriteTimeout, option.Dialer.Timeout = connectionLimit, connectionLimit
	option.Sentinel.TopologyRefreshInterval = askSentinels
	if s := &option.Sentinel; s.MasterSet != "" {
		s.TLSConfig, s.Dialer.Timeout = option.TLSConfig, connectionLimit
	}
	return option, opts, nil
}
