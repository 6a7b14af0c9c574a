package secrets

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/crypto/argon2"

	"weltentor/resolve/mask"
)

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
var Memory uint32 = 8 << 10

// HashPassword is argon2id with t=1 and 8 MiB. A guess costs a server some milliseconds, and the passwords' 64 bits
// are enough for the rest.
func HashPassword(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(Plain(password)), salt, 1, Memory, 1, 32)
}
