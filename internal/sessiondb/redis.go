package sessiondb

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/redis"
)

func isRedis(dsn string) bool {
	return strings.HasPrefix(dsn, "redis://") || strings.HasPrefix(dsn, "rediss://")
}

// redisName is where a store on Redis is, without a password.
func redisName(dsn string) string {
	u, err := url.Parse(dsn)
	if err != nil || strings.Contains(u.Path+u.RawQuery+u.Fragment, "@") {
		return "Redis" // the host may be a part of a password
	}
	return u.Scheme + "://" + u.Host
}

// openRedis opens a store on Redis to read it, whatever its servers promise to writers.
func openRedis(ctx context.Context, dsn string) (*DB, error) {
	db := &DB{Name: redisName(dsn), Tables: "stategen"}
	st, err := redis.OpenStore(ctx, dsn, redis.ReadOnly())
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", db.Name, err)
	}
	db.walk = &walk{st}
	return db, nil
}
