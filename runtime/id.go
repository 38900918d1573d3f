package runtime

import (
	cryptorand "crypto/rand"
	"math/rand/v2"
	"time"
)

// newID returns an ID that no other event or invocation has: the microsecond in
// which it is made, then 64 random bits. It must be unique, not secret. IDs that
// are made one after the other are in order, so that a database's index of them
// grows at its end, and not everywhere.
func newID(at time.Time) string {
	const times, randoms, alphabet = 11, 13, "234567ABCDEFGHIJKLMNOPQRSTUVWXYZ" // five bits a letter
	var text [times + randoms]byte
	micros, random := uint64(at.UnixMicro()), rand.Uint64()
	for i := times - 1; i >= 0; i-- {
		text[i] = alphabet[micros%32]
		micros /= 32
	}
	for i := times; i < len(text); i++ {
		text[i] = alphabet[random%32]
		random /= 32
	}
	return string(text[:])
}

// newSessionID returns a random ID that nobody can guess: who knows a session's
// ID may be let in to it.
func newSessionID() string { return cryptorand.Text() }
