package secrets

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/crypto/argon2"

	"weltentor/resolve/mask"
)

func MakePassword(source io.Reader) (string, error) {
	var b strings.Builder
	for n := 0; n < mask.Length; {
		var one [1]byte
		if _, err := io.ReadFull(source, one[:]); err != nil {
			return "", fmt.Errorf("making a password: %w", err)
		}
		if int(one[0]) >= 256/len(mask.Letters)*len(mask.Letters) {
			continue // would make the first letters likelier
		}
		if n == 4 || n == 8 {
			b.WriteByte('-')
		}
		b.WriteByte(mask.Letters[int(one[0])%len(mask.Letters)])
		n++
	}
	return b.String(), nil
}

// Plain is a password without what a telephone's keyboard changes: capitals at
// the beginning, other dashes. No two passwords we make become one by it.
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

// Memory is how many KiB a password's hash takes. Only tests change it, which hash thousands: a store is read only with
// what it was written with.
var Memory uint32 = 8 << 10

// HashPassword is argon2id with t=1 and 8 MiB: a guess costs a server some
// milliseconds, and the passwords' 64 bits do the rest.
func HashPassword(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(Plain(password)), salt, 1, Memory, 1, 32)
}
