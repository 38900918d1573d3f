// Command release prepares a release of all modules of this repository:
//
//	go -C test run ./release -version v0.1.0            # a dry run: says what it would do
//	go -C test run ./release -version v0.1.0 -apply     # makes the commit and the tags
//	go -C test run ./release -version v0.1.0 -proxy DIR # leaves the modules as a file proxy
//
// While the modules are worked on, each finds the others through replace
// directives. go install refuses a command whose module has such directives, so
// the released commit has none: it requires the other modules at the version
// that is released. The commit is on no branch; only the tags lead to it.
//
// The sums in go.sum are those of the modules as a proxy would serve them. They
// are computed here, in the order in which the modules need each other, so that
// nothing has to be published for the next module to be prepared.
package main
