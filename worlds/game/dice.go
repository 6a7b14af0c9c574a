package game

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Seed is the secret 128 bits from which all chance in a world comes.
type Seed [16]byte

// ParseSeed reads 32 hex digits. A shorter text (such as "7") is hashed, so that any word can be a seed.
func ParseSeed(s string) (Seed, error) {
	var out Seed
	if s == "" {
		return out, fmt.Errorf("an empty seed")
	}
	if b, err := hex.DecodeString(s); err == nil && len(b) == len(out) {
		copy(out[:], b)
		return out, nil
	}
	sum := sha256.Sum256([]byte("weltentor seed\x00" + s))
	copy(out[:], sum[:])
	return out, nil
}

// String returns the 32 hex digits.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// Dice are keyed by what they are thrown for, so that one throw more in one place changes nothing in another. Each
// subject gets its own Dice from Throw.
type Dice struct {
	key   [32]byte
	block [32]byte
	n     uint64 // 64-bit numbers drawn so far
}

// Throw returns the dice for one subject: what they show depends only on the seed and these names. Subject is whatever
// distinguishes throws (an army, a place).
func (s Seed) Throw(turn, week int, phase string, subject ...int64) *Dice {
	return &Dice{key: s.key(turn, week, phase, subject)} // inlined: dice thrown and dropped never reach the heap
}

func (s Seed) key(turn, week int, phase string, subject []int64) [32]byte {
	var block [160]byte
	b := append(block[:0], s[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(turn))
	b = binary.BigEndian.AppendUint64(b, uint64(week))
	b = binary.BigEndian.AppendUint64(b, uint64(len(phase)))
	b = append(b, phase...)
	for _, n := range subject {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return sha256.Sum256(b)
}

func (d *Dice) next() uint64 {
	i := d.n % 4
	switch {
	case d.n < 4:
		d.block = d.key
	case i == 0:
		d.block = sha256.Sum256(binary.BigEndian.AppendUint64(d.key[:], d.n/4))
	}
	d.n++
	return binary.BigEndian.Uint64(d.block[8*i:])
}

// N draws a whole number in [0, n) without bias. n must be positive.
func (d *Dice) N(n int64) int64 {
	if n <= 0 {
		panic(fmt.Sprintf("dice with %d sides", n))
	}
	limit := -uint64(n) % uint64(n) // 2^64 mod n
	for {
		if x := d.next(); x >= limit {
			return int64(x % uint64(n))
		}
	}
}

// Between draws a whole number in [lo, hi].
func (d *Dice) Between(lo, hi int64) int64 { return lo + d.N(hi-lo+1) }

// Chance is true in permille of 1000 throws.
func (d *Dice) Chance(permille int64) bool { return d.N(1000) < permille }

// Sub is the seed for something inside the world that draws by itself, such as the making of its map.
func (s Seed) Sub(name string) Seed {
	var out Seed
	sum := sha256.Sum256(append(append(make([]byte, 0, 64), s[:]...), name...))
	copy(out[:], sum[:])
	return out
}
