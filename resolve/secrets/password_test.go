package secrets

import (
	"encoding/hex"
	"testing"
)

// The hashes of passwords in stores never change: argon2id by RFC 9106 with one pass over 8 MiB, one lane, 32 bytes.
// The sum is from the reference program: `printf abcdefghjkmnp | argon2 0123456789abcdef -id -t 1 -k 8192 -p 1 -l 32
// -r`.
func TestHashPassword(t *testing.T) {
	const want = "0375f5d500fab79dc68137dbc0c9feaf6d55468a36b6d326133407bcb40f2d24"
	if got := hex.EncodeToString(HashPassword("abcd-efgh-jkmnp", []byte("0123456789abcdef"))); got != want {
		t.Errorf("HashPassword = %s, want %s", got, want)
	}
}
