package runtime

import (
	cryptorand "crypto/rand"
	"math/rand/v2"
)

// newID returns a random ID that no other event or invocation has: 128 bits.
// It must be unique, not secret.
func newID() string {
	const half, alphabet = 13, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" // five bits a letter
	var text [2 * half]byte
	a, b := rand.Uint64(), rand.Uint64()
	for i := range half {
		text[i], text[half+i] = alphabet[a%32], alphabet[b%32]
		a, b = a/32, b/32
	}
	return string(text[:])
}

// newSessionID returns a random ID that nobody can guess: who knows a session's
// ID may be let in to it.
func newSessionID() string { return cryptorand.Text() }
