package world

import (
	"crypto/rand"
	"io"
)

// LongestPause is for how many turns a player may be away at a time.
const LongestPause = 20

// random is where secrets come from.
func (k *Setup) Random() io.Reader {
	if k.Settings.Random != nil {
		return k.Settings.Random
	}
	return rand.Reader
}
