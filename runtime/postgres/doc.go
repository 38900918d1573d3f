// Package postgres keeps sessions in a PostgreSQL database. It is tested
// against PostgreSQL itself; databases that only speak its protocol may differ
// where it matters (row locks, advisory locks, isolation) and are not tested.
package postgres
