// Package names decides every Go name that a plan needs, and reports names that
// can't be had as diagnostics. Names are never changed to fit each other. It
// prints no Go.
package names
