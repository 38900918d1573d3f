// Package names decides every Go name that a plan needs, and reports names that
// collide or can't be made as diagnostics. Names are never changed to avoid a
// collision. It prints no Go.
package names
