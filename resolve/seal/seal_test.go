package seal

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"mime"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/worlds/game"
)

// A tree of three leaves has the root that RFC 6962 (section 2.1) gives by hand: the first two are joined, then the third.
func TestRoot(t *testing.T) {
	leaves := []game.Leaf{{Realm: 1, Salt: "00", Sheet: "A"}, {Realm: 2, Salt: "01"}, {Realm: 5, Salt: "02", Report: "B"}}
	sum := func(prefix byte, parts ...[]byte) []byte {
		h := sha256.New()
		h.Write([]byte{prefix})
		for _, p := range parts {
			h.Write(p)
		}
		return h.Sum(nil)
	}
	var hashes [][]byte
	for _, l := range leaves {
		hashes = append(hashes, sum(0, fmt.Appendf(nil, "weltentor leaf 1\nturn 7\nrealm %d\nsalt %s\nsheet %s\nreport %s\n",
			l.Realm, l.Salt, l.Sheet, l.Report)))
	}
	want := hex.EncodeToString(sum(1, sum(1, hashes[0], hashes[1]), hashes[2]))
	if got := Plant(7, leaves).Root(); got != want {
		t.Errorf("the root is %s, not %s", got, want)
	}
	if got := Plant(7, nil).Root(); got != hex.EncodeToString(sha256.New().Sum(nil)) {
		t.Errorf("the root of nothing is %s", got)
	}
}

// Each realm's proof holds, and none does after anything in it was changed.
func TestProofs(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 12, 200} {
		var leaves []game.Leaf
		for realm := 1; realm <= n; realm++ {
			leaves = append(leaves, game.Leaf{Realm: realm, Salt: Salt([]byte("seed"), 3, realm), Sheet: Mark([]byte{byte(realm)})})
		}
		turn := game.SealedTurn{Turn: 3, Former: "F", Hash: "H", Root: Plant(3, leaves).Root()}
		for at := range n {
			p := Prove(turn, leaves, at)
			if err := Check(p); err != nil {
				t.Fatalf("%d of %d: %v", at, n, err)
			}
			for what, forge := range map[string]func(*game.Proof){
				"sheet": func(p *game.Proof) { p.Leaf.Sheet = Mark(nil) }, "report": func(p *game.Proof) { p.Leaf.Report = "X" },
				"realm": func(p *game.Proof) { p.Leaf.Realm++ }, "salt": func(p *game.Proof) { p.Leaf.Salt = "" },
				"turn": func(p *game.Proof) { p.Sealed.Turn++ }, "root": func(p *game.Proof) { p.Sealed.Root = strings.Repeat("0", 64) },
				"sheet, of one more": func(p *game.Proof) { p.Leaf.Sheet, p.Of = Mark(nil), p.Of+1 },
				"more leaves":        func(p *game.Proof) { p.Of = 2*p.Of + 1 }, "no leaves": func(p *game.Proof) { p.Of = 0 },
				"before": func(p *game.Proof) { p.At = -1 }, "beyond": func(p *game.Proof) { p.At = p.Of },
				"longer":  func(p *game.Proof) { p.Path = append(p.Path[:len(p.Path):len(p.Path)], p.Sealed.Root) },
				"no hash": func(p *game.Proof) { p.Sealed.Root = "zz" },
			} {
				forged := p
				if forge(&forged); Check(forged) == nil {
					t.Errorf("%d of %d: another %s is taken", at, n, what)
				}
			}
		}
	}
}

// A hash has 32 bytes. One that is cut off, or has a byte more, is not taken as root or in the path.
func TestHashesAreWhole(t *testing.T) {
	leaves := []game.Leaf{{Realm: 1}, {Realm: 2}}
	turn := game.SealedTurn{Turn: 3, Root: Plant(3, leaves).Root()}
	for name, harm := range map[string]func(string) string{
		"more": func(h string) string { return h + "00" }, "cut off": func(h string) string { return h[:62] },
	} {
		root, path := Prove(turn, leaves, 0), Prove(turn, leaves, 0)
		root.Sealed.Root, path.Path[0] = harm(root.Sealed.Root), harm(path.Path[0])
		if Check(root) != ErrLeaf || Check(path) != ErrLeaf {
			t.Errorf("%s: the root gives %v, the path %v", name, Check(root), Check(path))
		}
	}
}

// A tree may have 2^30 leaves. The path to the first of them is one hash a level, so its root can be made by hand.
func TestMostLeaves(t *testing.T) {
	root, zeros, path := hashOf(1, game.Leaf{}), make([]byte, sha256.Size), []string{}
	for level := range 31 {
		of := 1 << level
		p := game.Proof{Sealed: game.SealedTurn{Turn: 1, Root: hex.EncodeToString(root[:])}, Of: of, Path: path}
		if err := Check(p); err != nil {
			t.Errorf("the first of %d leaves: %v", of, err)
		}
		root = sha256.Sum256(slices.Concat([]byte{1}, root[:], zeros)) // RFC 6962, section 2.1
		path = append(path, hex.EncodeToString(zeros))
	}
	for _, of := range []int{1<<30 + 1, math.MaxInt} {
		p := game.Proof{Sealed: game.SealedTurn{Turn: 1, Root: hex.EncodeToString(root[:])}, Of: of, Path: path}
		if Check(p) != ErrLeaf {
			t.Errorf("the first of %d leaves is taken", of)
		}
	}
}

// A proof whose leaf has lines of its own, so that other orders have the same hash, is none.
func TestOneHashIsOneLeaf(t *testing.T) {
	one := game.Leaf{Realm: 2, Salt: "A", Sheet: "B", Report: "z\nsheet C\nreport D"}
	two := game.Leaf{Realm: 2, Salt: "A\nsheet B\nreport z", Sheet: "C", Report: "D"}
	if hashOf(3, one) != hashOf(3, two) {
		t.Fatal("the hashes differ")
	}
	for _, l := range []game.Leaf{one, two} {
		leaves := []game.Leaf{{Realm: 1}, l}
		if Check(Prove(game.SealedTurn{Turn: 3, Root: Plant(3, leaves).Root()}, leaves, 1)) != ErrLeaf {
			t.Errorf("%+v is taken", l)
		}
	}
}

// Of two receipts for the same turn and realm the one with the higher number counts, in whatever order they are given. If
// both have the same number, the later one counts. Other turns and realms have their own. Which world a receipt names does
// not matter: it is the host who writes that.
func TestLast(t *testing.T) {
	early, late := time.Unix(1800000000, 0), time.Unix(1800000001, 0)
	is := func(world string, turn, realm, number int, at time.Time) Receipt {
		return Receipt{World: world, Turn: turn, Realm: realm, Number: number, At: at}
	}
	count := []Receipt{is("b", 1, 1, 2, early), is("a", 1, 2, 1, late), is("a", 2, 1, 1, early)}
	all := append([]Receipt{is("a", 1, 1, 1, late), is("a", 1, 2, 1, early), is("a", 2, 1, 1, early)}, count...)
	for range 2 {
		if got := Last(all); !slices.Equal(got, count) {
			t.Errorf("of %v count %v", all, got)
		}
		slices.Reverse(all)
	}
}

// What a master's mark and a mixed seed are made from, as others make them:
//
//	printf 'weltentor master 1\nmaster s\n' | openssl dgst -sha256 -binary | head -c 20 | base32
//	printf 'weltentor announced 1\nmaster s\nvalue 7\n' | sha256sum | head -c 32
func TestMaster(t *testing.T) {
	if got := Master("s"); got != "BUDD7TNWP33VLCESQK2CKQKZAPFIE5XJ" {
		t.Errorf("the mark is %s", got)
	}
	seed := Mixed(game.Announced{Master: "s", Value: "7"})
	if got := hex.EncodeToString(seed[:]); got != "c8435a5a3da54c40d25ddbbffbc5bace" {
		t.Errorf("the seed is %s", got)
	}
}

// Whatever a seal is made from changes it.
func TestSealsDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range turnsOf("1abc", "2abc", "1xbc", "1axc", "1abx") {
		if len(Of(s)) != 32 || seen[Of(s)] {
			t.Errorf("%+v has the seal %s", s, Of(s))
		}
		seen[Of(s)] = true
	}
	if got := Spaced("PQ4K7XZAAB"); got != "PQ4K 7XZA AB" {
		t.Errorf("spaced: %q", got)
	}
}

// turnsOf are turns by their number, former seal, hash and root.
func turnsOf(all ...string) (turns []game.SealedTurn) {
	for _, s := range all {
		turns = append(turns, game.SealedTurn{Turn: int(s[0] - '0'), Former: s[1:2], Hash: s[2:3], Root: s[3:4]})
	}
	return turns
}

// A receipt is as it was signed: whatever else one of its fields says, another key, or none, and it is no receipt.
func TestReceipt(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	r := Receipt{World: "w", Turn: 7, Realm: 3, Number: 2, Sheet: "AAAA", At: time.Unix(1800000000, 0).UTC(), Former: "BBBB"}
	public := key.Public().(ed25519.PublicKey)
	sign := func(message []byte) []byte { return ed25519.Sign(key, message) }
	field := r.Sign(public, sign)
	if kind, says, err := mime.ParseMediaType(field); err != nil || kind != "receipt-1" || len(says) != 9 {
		t.Errorf("%s: %v", field, err)
	}
	got, mark, err := ReadReceipt(field, verify)
	if err != nil || got != r || mark != KeyMark(public) {
		t.Fatalf("%+v, %s, %v", got, mark, err)
	}
	first := Receipt{World: "w", Turn: 1, Realm: 1, Number: 1, Sheet: "AAAA", At: r.At, Former: "BBBB"}
	if got, _, err := ReadReceipt(first.Sign(public, sign), verify); err != nil || got != first {
		t.Errorf("the first of the first: %+v, %v", got, err)
	}
	for _, change := range [][2]string{
		{"world=w", "world=v"}, {"turn=7", "turn=8"}, {"realm=3", "realm=4"}, {"number=2", "number=3"},
		{"sheet=AAAA", "sheet=AAAB"}, {"at=2027", "at=2028"}, {"former=BBBB", "former=BBBA"},
	} {
		if _, mark, err := ReadReceipt(strings.Replace(field, change[0], change[1], 1), verify); err != ErrSignature || mark == "" {
			t.Errorf("%s: %v", change[1], err)
		}
	}
	for _, not := range []Receipt{{Turn: 7, Realm: 3}, {Turn: 7, Realm: 3, Number: -1}, {Realm: 3, Number: 1}, {Turn: 7, Number: 1}} {
		not.At = r.At
		if _, _, err := ReadReceipt(not.Sign(public, sign), verify); err != ErrNoReceipt {
			t.Errorf("signed by its host: %+v: %v", not, err)
		}
	}
	for _, no := range []string{"", "receipt-1", strings.Replace(field, "receipt-1", "receipt-2", 1),
		strings.Replace(field, "turn=7", "turn=x", 1), strings.Replace(field, "; key=", "; kex=", 1),
		strings.Replace(field, "signature=", "signature=*", 1)} {
		if _, _, err := ReadReceipt(no, verify); err != ErrNoReceipt {
			t.Errorf("%q: %v", no, err)
		}
	}
}

func verify(public, message, signature []byte) bool {
	return ed25519.Verify(public, message, signature)
}

// Under a key of small order a signature that nobody has made for a receipt is one for it. Such keys are none of receipts,
// under all their names.
func TestWeakKeys(t *testing.T) {
	nobodys := make([]byte, ed25519.SignatureSize)
	nobodys[0] = 1 // the neutral point, and 0
	r := Receipt{World: "W", Turn: 1, Realm: 1, Number: 1, Sheet: "S", At: time.Unix(0, 0)}
	for _, as := range weak {
		public, _ := hex.DecodeString(as)
		fits := 0
		for r.Number = 1; r.Number <= 200; r.Number++ {
			if ed25519.Verify(public, r.signed(), nobodys) {
				fits++
			}
		}
		if fits < 5 {
			t.Errorf("%s is not weak: %d of 200 receipts", as, fits)
		}
		for _, sign := range []byte{0, 0x80} {
			public[KeySize-1] |= sign
			field := r.Sign(public, func([]byte) []byte { return nobodys })
			if _, _, err := ReadReceipt(field, func(public, message, signature []byte) bool { return ed25519.Verify(public, message, signature) }); err != ErrNoReceipt {
				t.Errorf("a receipt with the key %x: %v", public, err)
			}
		}
	}
	for last := 0xed; last <= 0xff; last++ { // the same numbers again
		public := bytes.Repeat([]byte{0xff}, KeySize)
		public[0], public[KeySize-1] = byte(last), 0x7f
		if SoundKey(public) {
			t.Errorf("%x is a key", public)
		}
	}
	for n := range byte(50) {
		if public := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, KeySize)).Public().(ed25519.PublicKey); !SoundKey(public) {
			t.Errorf("%x is no key", public)
		}
	}
}

// A receipt is in the header of a mail, in one field.
func TestFieldIn(t *testing.T) {
	const a, b = "Weltentor-Receipt: a;\r\n b\r\n", "weltentor-receipt : a; b\n"
	for mail, want := range map[string]string{
		a + "\r\n": "a; b", "\n" + b + "To: x\n\nHi": "a; b", "To: x\n y\n" + b: "a; b", "Weltentor-Receipt:\n\ta; b\n": "a; b",
		"": "", "To: x\n\n" + a: "", "To: x\n > " + b: "", "X-" + a: "", a + b: "", b + "To: x\n" + a: "", a + "\r\n" + a: "a; b",
	} {
		if got := FieldIn(mail); got != want {
			t.Errorf("%q has %q, not %q", mail, got, want)
		}
	}
}

func FuzzReadReceipt(f *testing.F) {
	f.Add(Receipt{At: time.Unix(0, 0)}.Sign(make([]byte, KeySize), func([]byte) []byte { return nil }))
	f.Fuzz(func(t *testing.T, field string) {
		r, key, err := ReadReceipt(field, func(_, _, _ []byte) bool { return true })
		if err == nil && (key == "" || r.At.IsZero()) {
			t.Errorf("%q is signed: %+v", field, r)
		}
	})
}
