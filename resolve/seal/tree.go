package seal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"weltentor/worlds/game"
)

// hashOf is the hash of a leaf of a turn.
func hashOf(turn int, l game.Leaf) tlog.Hash {
	return tlog.RecordHash(fmt.Appendf(nil, "weltentor leaf 1\nturn %d\nrealm %d\nsalt %s\nsheet %s\nreport %s\n", turn,
		l.Realm, l.Salt, l.Sheet, l.Report))
}

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

// ReadHashes returns hashes by their place in the order in which they are made.
func (t Tree) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, n := range indexes {
		if n < 0 || n >= int64(len(t.stored)) {
			return nil, fmt.Errorf("no hash %d", n)
		}
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

// most is how many leaves and hashes a proof may have: far more than any world has realms.
const most = 1 << 30

// Check returns ErrLeaf if the leaf is not under the root.
func Check(p game.Proof) error {
	root, err := tlogHash(p.Sealed.Root)
	if err != nil || p.Of > most || len(p.Path) > 32 {
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
	return Mark(fmt.Appendf(nil, "weltentor text 1\nkey %s\n%s", key, text))
}

// Salt is a realm's secret part of its leaf of a turn, in hex.
func Salt(seed []byte, turn, realm int) string {
	h := hmac.New(sha256.New, seed)
	fmt.Fprintf(h, "weltentor salt 1\nturn %d\nrealm %d\n", turn, realm)
	return hex.EncodeToString(h.Sum(nil)[:16])
}
