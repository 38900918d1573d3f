// Package daemon runs the servers that tests need. They end with the tests, also
// when these die without having stopped them, as after a panic or a timeout.
package daemon
