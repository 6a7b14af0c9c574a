package fleet

import (
	"crypto/sha256"
	"encoding/hex"
)

// Mail is how a mail server identifies a mail.
type Mail struct{ Validity, UID uint32 }

// SumOf identifies a mail by its content: the SHA-256 of the raw mail, in hex.
func SumOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}
