// Package agui tries runtime/agui with the real client of AG-UI, from npm: `.ci/agui` installs it
// and runs the tests.
package agui
