package secrets

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"golang.org/x/crypto/argon2"

	"weltentor/resolve/mask"
	"weltentor/resolve/store"
)

// Sealed is what is stored of a secret in a letter. It is the salt from which the secret is made, together with the
// world's seed, whenever the letter is rendered. The letter's text and subject have `***` in its place. Once the
// letter has left, the salt is removed. From then on only the reader has the secret, and the store a hash.
type Sealed struct {
	Salt []byte `json:"salt"`
	Use  string `json:"use"` // AsToken, AsPassword or AsCode
	// key under which a token is stored, also of one beside a password; it stays when the letter has left
	Key []byte `json:"key,omitempty"`
}

// The uses of secrets in letters.
const (
	AsToken    = "token"
	AsPassword = "password"
	AsCode     = "code" // that somebody types: like a password
)

var tokenLetters = base32.StdEncoding.WithPadding(base32.NoPadding)

// Seal draws a new secret for this use from a source of random bytes.
func Seal(source io.Reader, use string) (Sealed, error) {
	s := Sealed{Salt: make([]byte, 16), Use: use}
	if _, err := io.ReadFull(source, s.Salt); err != nil {
		return s, fmt.Errorf("making a %s: %w", use, err)
	}
	return s, nil
}

// Open makes the secret.
func (s Sealed) Open(tx *store.Tx) (string, error) {
	from := s.Stream(tx)
	if s.Use == AsPassword || s.Use == AsCode {
		return MakePassword(from)
	}
	var raw [16]byte
	if _, err := io.ReadFull(from, raw[:]); err != nil {
		return "", err
	}
	return mask.TokenMark + tokenLetters.EncodeToString(raw[:]), nil
}

// Code makes the code that goes with a letter: the secret itself if that is one, otherwise one beside a password, of the
// same salt.
func (s Sealed) Code(tx *store.Tx) (string, error) {
	s.Use = AsToken
	return s.Open(tx)
}

// Stream returns as many bytes as a secret needs, from the seed and the salt.
func (s Sealed) Stream(tx *store.Tx) io.Reader {
	return &keyed{key: store.Seed(tx),
		about: append([]byte("letter "+s.Use+"\x00"), s.Salt...)}
}

// keyed is an endless stream of bytes that nobody can predict without the key.
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

// MakePassword makes a password such as `k7mw-x3pq-hhd42` from a source of random bytes.
func MakePassword(source io.Reader) (string, error) {
	var b strings.Builder
	for n := 0; n < mask.Length; {
		var one [1]byte
		if _, err := io.ReadFull(source, one[:]); err != nil {
			return "", fmt.Errorf("making a password: %w", err)
		}
		if int(one[0]) >= 256/len(mask.Letters)*len(mask.Letters) {
			continue // otherwise the first letters would be more likely
		}
		if n == 4 || n == 8 {
			b.WriteByte('-')
		}
		b.WriteByte(mask.Letters[int(one[0])%len(mask.Letters)])
		n++
	}
	return b.String(), nil
}

// Plain is a password without what a telephone's keyboard changes: capitals at the beginning, other dashes. No two of
// our passwords become equal by that.
func Plain(password string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '-' || r == '\u2010' || r == '\u2011' || r == '\u2013' || r == '\u2014':
			return -1
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, password)
}

// IsCode reports whether a password is a code of ours, whole or not. No realm has such a password.
func IsCode(password string) bool {
	n := len(mask.TokenMark)
	return len(password) > n && strings.EqualFold(password[:n], mask.TokenMark)
}

// Memory is how many KiB hashing a password takes. Only tests change it, since they hash thousands: a store can be
// read only with the value it was written with.
var Memory = memory()

// Cheap is Memory in tests that do not try how dear a guess is.
const Cheap = 64

// cheap is set by the linker in programs that only tests start.
var cheap string

func memory() uint32 {
	if cheap != "" {
		return Cheap
	}
	return 8 << 10
}

// HashPassword is argon2id with t=1 and 8 MiB. A guess costs a server some milliseconds, and the passwords' 64 bits
// are enough for the rest.
func HashPassword(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(Plain(password)), salt, 1, Memory, 1, 32)
}
