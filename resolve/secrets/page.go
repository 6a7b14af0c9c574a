package secrets

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"strings"
)

// What the page sends and gets goes through a file, sealed for the key that opens it, a link's or a door's. Letters
// and answers have keys of their own, made from that one. A letter opens only at its file, and an answer only for its
// letter.

// use is what a key made from a file's key seals.
type use struct{ head, info string }

var (
	letters = use{"WTL1", "weltentor letter 1"}
	answers = use{"WTA1", "weltentor answer 1"}
)

// OpenLetter opens a letter that was sealed for the key's file; ok is false if it was not, or was changed. A letter is:
// WTL1; a nonce of 12 bytes; and by AES-256-GCM the text, with WTL1 and the name of the file without `.bin` as
// additional data.
func (k LinkKey) OpenLetter(sealed []byte) (text []byte, ok bool) {
	return letters.open(k, sealed, []byte(k.name()))
}

// SealLetter seals a letter for the key's file, as the page does, or one of the world's own copies.
func (k LinkKey) SealLetter(text []byte) []byte { return letters.seal(k, text, []byte(k.name())) }

// SealAnswer seals the answer to a sealed letter with this SHA-256. An answer is: WTA1; a random nonce of 12 bytes; and
// by AES-256-GCM the text, with WTA1 and that hash as additional data.
func (k LinkKey) SealAnswer(text []byte, letter [sha256.Size]byte) []byte {
	return answers.seal(k, text, letter[:])
}

func (k LinkKey) name() string { return strings.TrimSuffix(k.File(), ".bin") }

func (u use) open(k LinkKey, sealed, about []byte) (text []byte, ok bool) {
	rest, ok := strings.CutPrefix(string(sealed), u.head)
	if !ok {
		return nil, false
	}
	text, err := u.gcm(k).Open(nil, nil, []byte(rest), append([]byte(u.head), about...))
	return text, err == nil
}

func (u use) seal(k LinkKey, text, about []byte) []byte {
	return u.gcm(k).Seal([]byte(u.head), nil, text, append([]byte(u.head), about...))
}

// gcm seals with a random nonce and puts it in front.
func (u use) gcm(k LinkKey) cipher.AEAD {
	key, err := hkdf.Key(sha256.New, k[:], nil, u.info, len(k))
	var block cipher.Block
	if err == nil {
		block, err = aes.NewCipher(key)
	}
	var gcm cipher.AEAD
	if err == nil {
		gcm, err = cipher.NewGCMWithRandomNonce(block)
	}
	if err != nil {
		panic(err) // only a wrong length of the key could be one
	}
	return gcm
}
