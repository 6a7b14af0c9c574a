// Package seal binds a host to what has happened. A seal is a hash over a turn and over the seal before it. It stands in
// every letter of the turn, so a turn cannot be changed later unless every reader's letter changes. The room is pure:
// texts and sums go in, seals and proofs come out, and whoever has a proof can check it without the world.
package seal

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"

	"weltentor/worlds/game"
)

// size is how many bytes of a SHA-256 a seal shows. 160 bits are enough although the host picks both histories: to find
// two with one seal takes 2^80 tries.
const size = 20

// alphabet is base32 of RFC 4648 without padding.
var alphabet = base32.StdEncoding.WithPadding(base32.NoPadding)

// Founding is what the seal of turn 0 is made from. Sums are SHA-256 in hex.
type Founding struct {
	World    string `json:"world"` // sum of the founding: no other world has the same
	Rulebook string `json:"rulebook"`
	Rules    int    `json:"rules"` // version
	Dice     string `json:"dice"`  // see Dice
	Tables   string `json:"tables"`
	State    string `json:"state"`
	Key      string `json:"key"` // see KeyMark
}

// Seal is the first link of a world's chain.
func (f Founding) Seal() string {
	return Mark(fmt.Appendf(nil, "weltentor founding 2\nworld %s\nrulebook %s %d\ndice %s\ntables %s\nstate %s\nkey %s\n",
		f.World, f.Rulebook, f.Rules, f.Dice, f.Tables, f.State, f.Key))
}

// Dice commits to the seed from which all dice of a world come, without giving it away: the seed is 128 bits that nobody
// can guess. A host who has given this out can show no other seed later.
func Dice(seed []byte) string { return Mark(fmt.Appendf(nil, "weltentor dice 1\nseed %x\n", seed)) }

// Master is the mark of a secret, which its host announces before he knows the public value.
func Master(secret string) string { return Mark([]byte("weltentor master 1\nmaster " + secret + "\n")) }

// Mixed is the seed that comes of a secret and a public value.
func Mixed(a game.Announced) (s game.Seed) {
	sum := sha256.Sum256(fmt.Appendf(nil, "weltentor announced 1\nmaster %s\nvalue %s\n", a.Master, a.Value))
	copy(s[:], sum[:])
	return s
}

// Of is a turn's seal: the link of the chain that stands in its letters.
func Of(t game.SealedTurn) string {
	return Mark(fmt.Appendf(nil, "weltentor seal 1\nturn %d\nformer %s\nhash %s\nroot %s\n", t.Turn, t.Former, t.Hash,
		t.Root))
}

// Mark is a SHA-256 as seals show it: its first 160 bits as 32 letters.
func Mark(data []byte) string {
	sum := sha256.Sum256(data)
	return alphabet.EncodeToString(sum[:size])
}

// Spaced writes a seal in groups of four letters, as people compare them.
func Spaced(letters string) string {
	var b strings.Builder
	for i, r := range letters {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}
