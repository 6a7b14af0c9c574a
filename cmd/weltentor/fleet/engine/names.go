package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// ErrRefused says that no engine accepts a name or a size. Nothing was written, and trying again does not help.
var ErrRefused = errors.New("no engine takes this")

// MaxName is the maximum length of names of logs, leases, keys and holders, in bytes.
const MaxName = 200

// CheckName refuses names of logs, leases and keys that are not words of lower-case letters, digits and `-`, joined by
// `/`.
func CheckName(name string) error {
	if err := CheckPrefix(name); err != nil {
		return err
	}
	if name == "" || strings.HasSuffix(name, "/") {
		return badName(name)
	}
	return nil
}

// CheckPrefix refuses what cannot be the beginning of such a name. The empty prefix matches all names.
func CheckPrefix(prefix string) error {
	if len(prefix) > MaxName {
		return fmt.Errorf("%w: the name %q… has %d bytes; at most %d are allowed", ErrRefused, prefix[:20], len(prefix),
			MaxName)
	}
	before := byte('/')
	for _, c := range []byte(prefix) {
		letter := c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-'
		if !letter && (c != '/' || before == '/') {
			return badName(prefix)
		}
		before = c
	}
	return nil
}

func badName(name string) error {
	return fmt.Errorf("%w: the name %q; write words of a-z, 0-9 and -, put together with /", ErrRefused, name)
}

// CheckHolder refuses holders of leases that are empty, too long or not text.
func CheckHolder(holder string) error {
	if holder == "" || len(holder) > MaxName || !utf8.ValidString(holder) || strings.ContainsRune(holder, 0) {
		return fmt.Errorf("%w: a holder of %d bytes; write a text of 1 to %d", ErrRefused, len(holder), MaxName)
	}
	return nil
}

// CheckEntry refuses entries that are too large.
func CheckEntry(head, data []byte) error {
	if err := CheckSize("the head of an entry", head, MaxHead); err != nil {
		return err
	}
	return CheckSize("the data of an entry", data, MaxData)
}

// CheckPart refuses a part that is too large, and one whose sum is not that of its content.
func CheckPart(sum string, data []byte) error {
	if err := CheckSize("a part", data, MaxPart); err != nil {
		return err
	}
	if of := sha256.Sum256(data); hex.EncodeToString(of[:]) != sum {
		return fmt.Errorf("%w: a part under the sum %.64q; its content has %x", ErrRefused, sum, of)
	}
	return nil
}

// CheckSum refuses a sum that is not a SHA-256 in lower-case hex.
func CheckSum(sum string) error {
	if raw, err := hex.DecodeString(sum); err != nil || len(raw) != sha256.Size || strings.ToLower(sum) != sum {
		return fmt.Errorf("%w: the sum %.64q; write a SHA-256 as 64 digits of 0-9 and a-f", ErrRefused, sum)
	}
	return nil
}

// CheckSize refuses data with more bytes than are allowed.
func CheckSize(what string, data []byte, most int) error {
	if len(data) > most {
		return fmt.Errorf("%w: %s has %d bytes; at most %d are allowed", ErrRefused, what, len(data), most)
	}
	return nil
}
