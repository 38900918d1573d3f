// Package kill kills processes that prune and purge a store: without warning and at any
// moment. What is left must be exact.
package kill
