// Package keys holds keys and prompts that other packages use.
package keys

const Misspelt = "ctiy" // not used here

// A greeting is used as an instruction elsewhere.
var Greeting = "Hello from {departure_city}."
