// Package seal binds a host to what has happened. A seal is a hash over a turn and over the seal before it (Of). It is
// in every letter of the turn, so a turn cannot be changed later without every reader's letter. It also makes the proof
// that a sheet and a report are under a seal (Prove, Check), and signs receipts. The package is pure, so whoever has a
// proof can check it without the world, and a player's page does. A seal shows 160 bits, which people can compare by
// eye; finding two histories with one seal takes 2^80 tries.
package seal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

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

// hashOf is the hash of a leaf of a turn.
func hashOf(turn int, l game.Leaf) tlog.Hash {
	return tlog.RecordHash(fmt.Appendf(nil, "weltentor leaf 1\nturn %d\nrealm %d\nsalt %s\nsheet %s\nreport %s\n", turn,
		l.Realm, l.Salt, l.Sheet, l.Report))
}

// Plain reports whether no part of a leaf has a line of its own. Otherwise it could be read as other parts: one hash would
// cover two leaves.
func Plain(l game.Leaf) bool { return !strings.Contains(l.Salt+l.Sheet+l.Report, "\n") }

// Tree is a hash tree over leaves, as RFC 6962 (section 2.1) has it.
type Tree struct {
	stored []tlog.Hash
	leaves int64
}

// Plant makes the tree over the leaves of a turn, in their order.
func Plant(turn int, leaves []game.Leaf) Tree {
	t := Tree{leaves: int64(len(leaves))}
	for i, l := range leaves {
		hashes, err := tlog.StoredHashesForRecordHash(int64(i), hashOf(turn, l), t)
		if err != nil {
			panic(err) // it has all hashes before
		}
		t.stored = append(t.stored, hashes...)
	}
	return t
}

// ReadHashes returns hashes by their place in the order in which they are made. It is only asked for those that are
// there.
func (t Tree) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, n := range indexes {
		out[i] = t.stored[n]
	}
	return out, nil
}

// Root is the tree's root, in hex.
func (t Tree) Root() string {
	root, err := tlog.TreeHash(t.leaves, t)
	if err != nil {
		panic(err) // it has all its hashes
	}
	return hex.EncodeToString(root[:])
}

// Prove makes the proof for a leaf: the path that leads from it to the root.
func Prove(turn game.SealedTurn, leaves []game.Leaf, at int) game.Proof {
	proof, err := tlog.ProveRecord(int64(len(leaves)), int64(at), Plant(turn.Turn, leaves))
	if err != nil {
		panic(err) // it has all its hashes
	}
	path := []string{}
	for _, h := range proof {
		path = append(path, hex.EncodeToString(h[:]))
	}
	return game.Proof{Sealed: turn, Leaf: leaves[at], At: at, Of: len(leaves), Path: path}
}

// ErrLeaf says that a leaf is not under the root that comes with it.
var ErrLeaf = errors.New("the realm's sheet and report are not under the seal")

// most is how many leaves a tree may have by its proof: far more than any world has realms. With numbers near the
// largest, tlog would count without an end.
const most = 1 << 30

// Check returns ErrLeaf if the leaf is not under the root.
func Check(p game.Proof) error {
	root, err := tlogHash(p.Sealed.Root)
	if err != nil || p.Of > most || !Plain(p.Leaf) {
		return ErrLeaf
	}
	path := make(tlog.RecordProof, len(p.Path))
	for i, h := range p.Path {
		if path[i], err = tlogHash(h); err != nil {
			return ErrLeaf
		}
	}
	if tlog.CheckRecord(path, int64(p.Of), root, int64(p.At), hashOf(p.Sealed.Turn, p.Leaf)) != nil {
		return ErrLeaf
	}
	return nil
}

func tlogHash(text string) (h tlog.Hash, err error) {
	raw, err := hex.DecodeString(text)
	if err == nil && len(raw) != len(h) {
		err = errors.New("not a hash")
	}
	copy(h[:], raw)
	return h, err
}

// Key is what a realm's texts of a turn are blinded with, in hex. It comes from a secret that is never told, so that
// texts cannot be guessed even when the seed is known after the end.
func Key(secret []byte, turn, realm int) string {
	h := hmac.New(sha256.New, secret)
	fmt.Fprintf(h, "weltentor texts 1\nturn %d\nrealm %d\n", turn, realm)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Blind is the mark of a text under a key. Whoever has the key checks it, and nobody else can try texts against it.
func Blind(key string, text []byte) string {
	h := sha256.New() // without a copy of the text
	fmt.Fprintf(h, "weltentor text 1\nkey %s\n", key)
	h.Write(text)
	return alphabet.EncodeToString(h.Sum(nil)[:size])
}

// Salt is a realm's secret part of its leaf of a turn, in hex.
func Salt(seed []byte, turn, realm int) string {
	h := hmac.New(sha256.New, seed)
	fmt.Fprintf(h, "weltentor salt 1\nturn %d\nrealm %d\n", turn, realm)
	return hex.EncodeToString(h.Sum(nil)[:16])
}
