package redis

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/redis/rueidis"
)

// How connections of our own are set up. Those that wait for replicas are one for each
// append that is under way, so their buffers are small. That a primary has become a replica
// is noticed also if the sentinels' message was lost.
const (
	connections  = 256
	bufferSize   = 16 << 10
	answerTime   = 2 * time.Second // beside the time for replicas
	idleTime     = time.Minute
	askSentinels = time.Second
)

// errMisread is about a URL of which a part of the password would be taken for something
// else, and shown in errors.
var errMisread = errors.New("the URL can't be parsed: /, ?, #, @ and % in a password are written as %2F, %3F, %23, %40 and %25")

// clientOption returns how to connect to what the URL names.
func (o options) clientOption(text string) (rueidis.ClientOption, error) {
	c, err := rueidis.ParseURL(text)
	if err != nil {
		return c, err
	}
	c.DisableCache, c.DisableRetry = true, true // see try
	c.BlockingPoolSize, c.BlockingPoolCleanup, c.PipelineMultiplex = connections, idleTime, 1
	c.ReadBufferEachConn, c.WriteBufferEachConn = bufferSize, bufferSize
	c.ConnWriteTimeout, c.Dialer.Timeout = o.wait+answerTime, answerTime
	c.Sentinel.TopologyRefreshInterval = askSentinels
	return c, addSentinels(&c.Sentinel, c.TLSConfig, text)
}

// addSentinels says how to connect to the sentinels that a URL names.
func addSentinels(s *rueidis.SentinelOption, encryption *tls.Config, text string) error {
	u, err := url.Parse(text)
	if err != nil {
		return errMisread
	}
	q := u.Query()
	s.Username, s.Password = q.Get("sentinel_username"), q.Get("sentinel_password")
	if s.MasterSet != "" {
		s.TLSConfig, s.Dialer.Timeout = encryption, answerTime
	} else if s.Username+s.Password != "" {
		return errors.New("the URL has a password for sentinels, but no master_set")
	}
	return nil
}

// urlOptions returns the options of this package that a URL holds.
func urlOptions(text string) ([]Option, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, errMisread
	}
	if strings.Contains(u.Path+u.RawQuery+u.Fragment, "@") {
		return nil, errMisread
	}
	var opts []Option
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, errMisread
	}
	if q.Has("prefix") {
		opts = append(opts, Prefix(q.Get("prefix")))
	}
	if !q.Has("replicas") {
		return opts, nil
	}
	n, err := strconv.Atoi(q.Get("replicas"))
	if err != nil {
		return nil, fmt.Errorf("the number of replicas in the URL is %q", q.Get("replicas"))
	}
	return append(opts, Replicas(n)), nil
}
