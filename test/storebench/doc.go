// Package storebench measures stores that are servers beside each other: PostgreSQL, and
// Redis with a replica that confirms each append, both with their files synced before an
// append returns.
package storebench
