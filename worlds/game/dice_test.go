package game

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"testing"
)

// key hashes what a throw is keyed by, written out here a second time: seed,
// turn, week, length of the phase's name, the name, the subjects; numbers are
// 64 bits, the high byte first.
func key(s Seed, turn, week uint64, phase string, subject ...int64) [32]byte {
	h := sha256.New()
	h.Write(s[:])
	for _, n := range []uint64{turn, week, uint64(len(phase))} {
		binary.Write(h, binary.BigEndian, n)
	}
	h.Write([]byte(phase))
	for _, n := range subject {
		binary.Write(h, binary.BigEndian, n)
	}
	return [32]byte(h.Sum(nil))
}

// TestDrawsAreThoseOfTheHash: the first four numbers are the quarters of the
// key, the next four those of SHA-256(key, 1), and so on.
func TestDrawsAreThoseOfTheHash(t *testing.T) {
	seed := Seed{1, 2, 3}
	k := key(seed, 7, 13, "move", 5, -1)
	var want []uint64
	for block := uint64(0); block < 3; block++ {
		b := k
		if block > 0 {
			b = sha256.Sum256(binary.BigEndian.AppendUint64(append([]byte(nil), k[:]...), block))
		}
		for i := 0; i < 32; i += 8 {
			want = append(want, binary.BigEndian.Uint64(b[i:]))
		}
	}
	d := seed.Throw(7, 13, "move", 5, -1)
	for i, w := range want {
		// 2^62 sides divide 2^64: no number is thrown again, the low 62 bits show.
		if got := d.N(1 << 62); got != int64(w&(1<<62-1)) {
			t.Fatalf("draw %d is %d, want %d", i, got, w&(1<<62-1))
		}
	}
}

// TestDrawsNeverChange: SHA-256 of 40 zero bytes (seed 16, turn, week and
// length 8 each) was computed with sha256sum and begins 2c34ce1df23b838c:
// `head -c 40 /dev/zero | sha256sum`. Its low three bits, 0xc mod 8, are 4.
func TestDrawsNeverChange(t *testing.T) {
	if got := (Seed{}).Throw(0, 0, "").N(1 << 62); got != 0x2c34ce1df23b838c&(1<<62-1) {
		t.Errorf("the first draw of the empty key is %x", got)
	}
	if got := (Seed{}).Throw(0, 0, "").N(8); got != 4 {
		t.Errorf("the first d8 of the empty key is %d, want 4", got)
	}
}

// TestKeysAreApart: whatever differs in a key gives other numbers, and words
// do not run into the numbers beside them.
func TestKeysAreApart(t *testing.T) {
	s := Seed{9}
	throws := map[string]*Dice{
		"base":        s.Throw(1, 2, "move", 3),
		"seed":        Seed{8}.Throw(1, 2, "move", 3),
		"turn":        s.Throw(2, 2, "move", 3),
		"week":        s.Throw(1, 3, "move", 3),
		"phase":       s.Throw(1, 2, "mine", 3),
		"subject":     s.Throw(1, 2, "move", 4),
		"more":        s.Throw(1, 2, "move", 3, 0),
		"less":        s.Throw(1, 2, "move"),
		"word's end":  s.Throw(1, 2, "mov", 3),
		"sub":         s.Sub("map").Throw(1, 2, "move", 3),
		"another sub": s.Sub("mop").Throw(1, 2, "move", 3),
	}
	seen := map[int64]string{}
	for name, d := range throws {
		n := d.N(1 << 62)
		if other, ok := seen[n]; ok {
			t.Errorf("%s and %s throw the same", name, other)
		}
		seen[n] = name
	}
}

// TestThrowsDoNotDisturb: one throw more for one subject changes nothing for
// another, nor for the same subject asked anew (law 5).
func TestThrowsDoNotDisturb(t *testing.T) {
	s := Seed{4}
	alone := s.Throw(1, 1, "fight", 2).N(1000)
	first := s.Throw(1, 1, "fight", 1)
	for range 50 {
		first.N(7)
	}
	if again := s.Throw(1, 1, "fight", 2).N(1000); again != alone {
		t.Errorf("subject 2 threw %d, now %d", alone, again)
	}
}

// TestNoFaceIsFavoured: chi-square over 60,000 throws of a d6. With 5 degrees
// of freedom a fair die is above 25.7 once in 10,000 runs; the keys are fixed.
func TestNoFaceIsFavoured(t *testing.T) {
	const throws, sides = 60000, 6
	var count [sides]int
	for i := range throws {
		count[Seed{5}.Throw(1, 1, "d6", int64(i)).N(sides)]++
	}
	sum := 0
	for _, c := range count {
		d := c - throws/sides
		sum += d * d
	}
	if chi := sum / (throws / sides); chi > 25 {
		t.Errorf("chi-square %d over the faces %v", chi, count)
	}
}

// TestThrownAgain: with 3·2^61 sides 2^64 mod n is 2^62, so a quarter of the raw
// numbers must be thrown again. Taking them modulo n would favour the low third:
// of the draws then half, instead of a third, would be below 2^61.
func TestThrownAgain(t *testing.T) {
	const n, throws = 3 << 61, 30000
	low := 0
	d := Seed{6}.Throw(1, 1, "bias")
	for range throws {
		x := d.N(n)
		if x < 0 || x >= n {
			t.Fatalf("drew %d of %d", x, int64(n))
		}
		if x < 1<<61 {
			low++
		}
	}
	// a third is 10,000; the standard deviation is sqrt(30000·2/9) = 82
	if low < 9500 || low > 10500 {
		t.Errorf("%d of %d draws in the low third", low, throws)
	}
}

func TestBetweenAndChance(t *testing.T) {
	d := Seed{7}.Throw(1, 1, "between")
	seen := map[int64]bool{}
	for range 500 {
		x := d.Between(-2, 2)
		if x < -2 || x > 2 {
			t.Fatalf("drew %d between -2 and 2", x)
		}
		seen[x] = true
	}
	if len(seen) != 5 {
		t.Errorf("500 draws between -2 and 2 gave only %v", seen)
	}
	for range 100 {
		if d.Chance(0) || !d.Chance(1000) {
			t.Fatal("0 permille happened or 1000 did not")
		}
	}
	if d.Between(3, 3) != 3 {
		t.Error("between 3 and 3 there is only 3")
	}
}

func TestDieWithoutSides(t *testing.T) {
	for _, n := range []int64{0, -1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a die with %d sides was thrown", n)
				}
			}()
			Seed{}.Throw(1, 1, "x").N(n)
		}()
	}
}

// TestParseSeed: 32 hex digits are the seed itself; any other word is hashed.
func TestParseSeed(t *testing.T) {
	const digits = "000102030405060708090a0b0c0d0e0f"
	s, err := ParseSeed(digits)
	if err != nil || s.String() != digits {
		t.Errorf("got %v, %v", s, err)
	}
	sum := sha256.Sum256([]byte("weltentor seed\x007"))
	s, err = ParseSeed("7")
	if err != nil || s.String() != hex.EncodeToString(sum[:16]) {
		t.Errorf("seed 7 is %v, %v", s, err)
	}
	if _, err := ParseSeed(""); err == nil {
		t.Error("an empty seed was taken")
	}
}
