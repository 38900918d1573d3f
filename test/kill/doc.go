// Package kill kills processes that prune and purge a store, without warning and at
// any moment, and looks whether what is left is exact.
package kill
