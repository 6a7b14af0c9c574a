package secrets

import (
	"bytes"
	"compress/gzip"
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"io"
	"strings"
	"testing"
)

// A file is opened by the description of its format, with crypto/aes alone. Two files of the same data have no byte
// block in common, and one changed bit opens nothing.
func TestLinkKeySeals(t *testing.T) {
	key := LinkKey(bytes.Repeat([]byte{7}, 32))
	data := []byte(strings.Repeat(`{"world":"Bovistan"}`, 9))
	packed := Packed(data)
	one, err := key.Seal(packed, SealedSize(len(packed)))
	must(t, err)
	two, err := key.Seal(packed, SealedSize(len(packed)))
	must(t, err)
	if len(one) != 64<<10 || len(two) != len(one) || string(one[:4]) != "WTT1" || bytes.Equal(one[4:16], two[4:16]) ||
		bytes.Equal(one[16:32], two[16:32]) {
		t.Errorf("%d bytes: %x, %d bytes: %x", len(one), one[:32], len(two), two[:32])
	}
	open := func(file []byte) ([]byte, error) {
		block, err := aes.NewCipher(key[:])
		must(t, err)
		gcm, err := cipher.NewGCM(block)
		must(t, err)
		return gcm.Open(nil, file[4:16], file[16:], file[:4])
	}
	plain, err := open(one)
	must(t, err)
	z, err := gzip.NewReader(bytes.NewReader(plain[4 : 4+binary.BigEndian.Uint32(plain)]))
	must(t, err)
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%q %v", got, err)
	}
	for _, at := range []int{0, 5, 40, len(one) - 1} {
		bad := bytes.Clone(one)
		bad[at] ^= 1
		if _, err := open(bad); err == nil {
			t.Errorf("a bit of byte %d is changed, and the file opens", at)
		}
	}
}

// Sizes double from 64 KB, and 36 bytes are around the data: 65500 fit, 65501 do not.
func TestSealedSize(t *testing.T) {
	for packed, want := range map[int]int{0: 65536, 65500: 65536, 65501: 131072, 131036: 131072, 200_000: 262144} {
		if got := SealedSize(packed); got != want {
			t.Errorf("%d: %d, want %d", packed, got, want)
		}
	}
}

// In a link the key has 43 letters, of which the last is never a sign. Its file's name is 32 digits of SHA-256 over
// `weltentor table 1 file ` and the key, as `(printf 'weltentor table 1 file '; head -c32 /dev/zero) | sha256sum` says.
func TestLinkKeyIsWritten(t *testing.T) {
	for last := range 256 {
		text := LinkKey(append(bytes.Repeat([]byte{255}, 31), byte(last))).String()
		if len(text) != 43 || strings.ContainsAny(text[42:], "-_") {
			t.Errorf("%d: %s", last, text)
		}
	}
	if got, want := (LinkKey{}).File(), "d5548be09a527e22c2bc1225438d8438.bin"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
