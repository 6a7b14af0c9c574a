package resolve

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"weltentor/resolve/store"
)

// sealed is what of a secret in a letter is stored: the salt it is made from,
// together with the world's seed, whenever the letter is rendered. The letter's
// text and subject have `***` in its place. When the letter has left, the salt
// goes, too: from then on only the reader has the secret, and the store a hash.
type sealed struct {
	Salt []byte `json:"salt"`
	Use  string `json:"use"` // token or password
}

// The uses of secrets in letters.
const (
	asToken    = "token"
	asPassword = "password"
)

// tokenMark begins a token, so that it is found in a mail and masked in the store.
const tokenMark = "WT-"

// tokenLength is of what follows: 128 bits in base 32.
const tokenLength = 26

var tokenLetters = base32.StdEncoding.WithPadding(base32.NoPadding)

// seal draws a fresh secret.
func (k *clerk) seal(use string) (sealed, error) {
	s := sealed{Salt: make([]byte, 16), Use: use}
	if _, err := io.ReadFull(k.random(), s.Salt); err != nil {
		return s, fmt.Errorf("making a %s: %w", use, err)
	}
	return s, nil
}

// random is where secrets come from.
func (k *clerk) random() io.Reader {
	if k.s.Random != nil {
		return k.s.Random
	}
	return rand.Reader
}

// open makes the secret.
func (s sealed) open(tx *store.Tx) (string, error) {
	from := s.stream(tx)
	if s.Use == asPassword {
		return makePassword(from)
	}
	var raw [16]byte
	if _, err := io.ReadFull(from, raw[:]); err != nil {
		return "", err
	}
	return tokenMark + tokenLetters.EncodeToString(raw[:]), nil
}

// stream is as many bytes as a secret needs, from the seed and the salt.
func (s sealed) stream(tx *store.Tx) io.Reader {
	return &keyed{key: tx.Bucket(metaBucket).Get([]byte("seed")), about: append([]byte("letter "+s.Use+"\x00"), s.Salt...)}
}

// keyed is an endless stream of bytes nobody can tell without the key.
type keyed struct {
	key, about, left []byte
	block            uint64
}

// Read never fails.
func (k *keyed) Read(p []byte) (int, error) {
	if len(k.left) == 0 {
		mac := hmac.New(sha256.New, k.key)
		mac.Write(binary.BigEndian.AppendUint64(nil, k.block))
		mac.Write(k.about)
		k.left, k.block = mac.Sum(nil), k.block+1
	}
	n := copy(p, k.left)
	k.left = k.left[n:]
	return n, nil
}

// unsealed puts its secret into a letter that has one.
func unsealed(tx *store.Tx, e entry, d Draft) (Draft, error) {
	if e.Secret == nil {
		return d, nil
	}
	if len(e.Secret.Salt) == 0 {
		return d, fmt.Errorf("letter %d has left, and its %s with it", e.ID, e.Secret.Use)
	}
	secret, err := e.Secret.open(tx)
	if err != nil {
		return d, err
	}
	d.Text, d.Subject = strings.ReplaceAll(d.Text, hidden, secret), strings.ReplaceAll(d.Subject, hidden, secret)
	return d, nil
}

// isSpent tells that the letter had a secret, left, and cannot be written again.
func (e entry) isSpent() bool { return e.Secret != nil && len(e.Secret.Salt) == 0 }

// spent forgets the secret of a letter that has left.
func (e *entry) spent() {
	if e.Secret != nil {
		e.Secret = &sealed{Use: e.Secret.Use}
	}
}
