package secrets

import (
	"bytes"
	"compress/gzip"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"

	"weltentor/resolve/store"
)

// A table by link: a web server has a realm's data as a file that only the link opens. The link has the key behind its
// `#`, which browsers never send. Who sees the server learns neither the key nor whose file it is.

// linkSecret is what all keys of a world's links are made from: 32 random bytes.
const linkSecret store.Slot[[]byte] = "table secret"

// LinkKey opens one file. It is AES-256.
type LinkKey [32]byte

// linkUse separates these keys and names from anything else that is ever made from the same bytes.
const linkUse = "weltentor table 1"

// MakeLinkSecret draws a world's secret, unless it has one.
func MakeLinkSecret(tx *store.Tx, source io.Reader) error {
	if _, found := linkSecret.Get(tx); found {
		return nil
	}
	secret := make([]byte, 32)
	if _, err := io.ReadFull(source, secret); err != nil {
		return fmt.Errorf("making the secret of tables: %w", err)
	}
	linkSecret.Put(tx, secret)
	return nil
}

// Link is what somebody may see of a realm in a turn: the key that opens its file, and the one by which the page seals what
// it keeps in the browser. This one is in the file, and the same in each turn, so that drafts and notes outlive a link.
type Link struct{ Opens, Keeps LinkKey }

// LinkFor returns the link to a realm's table of a turn; found is false if the world has no secret yet. salt is that of
// the reader's password (16 random bytes). So a new password ends all keys from before, and so does whatever gives the
// realm another player or none. Without a salt there is no link.
func LinkFor(tx *store.Tx, realm, turn int, salt []byte) (l Link, found bool, err error) {
	if len(salt) == 0 {
		return l, false, nil
	}
	if l.Opens, found, err = linkKey(tx, salt, fmt.Sprintf(linkUse+" key %d %d", realm, turn)); found && err == nil {
		l.Keeps, found, err = linkKey(tx, salt, fmt.Sprintf(linkUse+" keep %d", realm))
	}
	return l, found, err
}

// BlankKey returns a key that nobody has: to a file that is there so that the number of files says nothing. place tells
// such files of a realm in a turn apart.
func BlankKey(tx *store.Tx, realm, turn, place int) (k LinkKey, err error) {
	k, _, err = linkKey(tx, nil, fmt.Sprintf(linkUse+" blank %d %d %d", realm, turn, place))
	return k, err
}

// HasLinks reports whether the world has a secret: before its first link it has none.
func HasLinks(tx *store.Tx) bool { return linkSecret.Raw(tx) != nil }

// DoorFor returns the key of a realm's door for whoever plays it by a password with this salt; found is false if there
// is none. It opens the newest table in each turn, and what it seals counts as sent by that player. Nothing is stored
// about it: whatever ends links ends doors, but for a new turn.
func DoorFor(tx *store.Tx, realm int, salt []byte) (k LinkKey, found bool, err error) {
	if len(salt) == 0 {
		return k, false, nil
	}
	return linkKey(tx, salt, fmt.Sprintf("weltentor door 1 key %d", realm))
}

// CopyKey returns the key by which the world seals what it puts into its mailbox for itself; found is false if it has
// never made a link, and so never got a letter from the page.
func CopyKey(tx *store.Tx) (k LinkKey, found bool, err error) {
	return linkKey(tx, nil, "weltentor copy 1")
}

// CarryLinks takes the secret of links over from a later store of the world, if a copy of it was made before the first
// link: what is sealed with it opens again.
func CarryLinks(tx, later *store.Tx) {
	if secret, found := linkSecret.Get(later); found && !HasLinks(tx) {
		linkSecret.Put(tx, secret)
	}
}

// linkKey makes a key from the world's secret, for one use.
func linkKey(tx *store.Tx, salt []byte, use string) (k LinkKey, found bool, err error) {
	secret, found := linkSecret.Get(tx)
	if !found {
		return k, false, nil
	}
	raw, err := hkdf.Key(sha256.New, secret, salt, use, len(k))
	if err != nil {
		return k, false, fmt.Errorf("the key of a table: %w", err)
	}
	return LinkKey(raw), true, nil
}

// String returns the key as links have it: 43 letters of base64url. The last one is never a sign, which mail programs
// might take for the end of a sentence.
func (k LinkKey) String() string { return base64.RawURLEncoding.EncodeToString(k[:]) }

// File returns the name of the file that the key opens. The key cannot be found from it.
func (k LinkKey) File() string {
	sum := sha256.Sum256(append([]byte(linkUse+" file "), k[:]...))
	return hex.EncodeToString(sum[:16]) + ".bin"
}

// linkHead begins each file. It is sealed together with the data, so that nobody can pass them off as another format.
const linkHead = "WTT1"

// linkStep is the least size of a file. Larger ones double: a size says next to nothing about a realm.
const linkStep = 64 << 10

// Packed packs data for Seal.
func Packed(data []byte) []byte { return gzipped(data, nil) }

// PackedFor packs a reader's data for Seal, with the key by which their page keeps things: an extra field of gzip
// (RFC 1952, 2.3.1.1), the two letters WK and the 32 bytes.
func PackedFor(data []byte, keeps LinkKey) []byte {
	return gzipped(data, append([]byte{'W', 'K', byte(len(keeps)), 0}, keeps[:]...))
}

func gzipped(data, extra []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Extra = extra
	_, _ = w.Write(data) // into memory: it cannot fail
	_ = w.Close()
	return b.Bytes()
}

// SealedSize returns how many bytes a file has that has room for so many packed ones.
func SealedSize(packed int) (size int) {
	for size = linkStep; !Fits(packed, size); size *= 2 {
	}
	return size
}

// Fits reports whether a file of this size has room for so many packed bytes.
func Fits(packed, size int) bool {
	const around = len(linkHead) + 12 + 4 + 16 // nonce, length, tag
	return packed+around <= size
}

// Seal returns a file of this size with packed data. The file is: WTT1; a random nonce of 12 bytes; and by AES-256-GCM,
// with WTT1 as additional data: the length of the packed data (u32, big-endian), these, zeros. Two files never have the
// same nonce, so a key may seal as often as its realm's data change.
func (k LinkKey) Seal(packed []byte, size int) ([]byte, error) {
	block, err := aes.NewCipher(k[:])
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, err
	}
	plain := make([]byte, size-len(linkHead)-gcm.Overhead())
	binary.BigEndian.PutUint32(plain, uint32(len(packed)))
	copy(plain[4:], packed)
	return gcm.Seal([]byte(linkHead), nil, plain, []byte(linkHead)), nil
}
