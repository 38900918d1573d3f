// Package migrate rewrites what a service holds: values under older names and in
// older forms become what today's schema stores. Reading does the same with each of
// them, so it may run while programs of today's release, and of the one before, are
// at work; when it is done, the older names and forms may leave the schema.
//
// Nothing is rewritten in place: each session, user and app that needs it gets one
// event more. History stays as it is.
package migrate
