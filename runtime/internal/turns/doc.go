// Package turns decides who comes next: by locks and queues that those who wait can leave
// when their context ends.
package turns
