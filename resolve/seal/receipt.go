package seal

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"mime"
	"strconv"
	"time"
)

// Field is the field in the header of a receipt's mail that has the signed receipt.
const Field = "Weltentor-Receipt"

// Receipt is what a host signs when a sheet has come into force.
type Receipt struct {
	World  string // as in Founding
	Turn   int
	Realm  int
	Number int       // of the realm's sheets for this turn, from 1
	Sheet  string    // the sheet's mark, as in its leaf
	At     time.Time // seconds count
	Former string    // the seal that was given out last
}

// at is how a receipt writes its time, in UTC.
const at = "20060102T150405Z"

// signed is what the signature is over.
func (r Receipt) signed() []byte {
	return fmt.Appendf(nil, "weltentor receipt 1\nworld %s\nturn %d\nrealm %d\nnumber %d\nsheet %s\nat %s\nformer %s\n",
		r.World, r.Turn, r.Realm, r.Number, r.Sheet, r.At.UTC().Format(at), r.Former)
}

// Sign makes the field's text: the receipt, the key that checks it, and its signature (RFC 8032).
func (r Receipt) Sign(key ed25519.PrivateKey) string {
	raw := base64.RawURLEncoding
	return mime.FormatMediaType("receipt-1", map[string]string{
		"world": r.World, "turn": strconv.Itoa(r.Turn), "realm": strconv.Itoa(r.Realm), "number": strconv.Itoa(r.Number),
		"sheet": r.Sheet, "at": r.At.UTC().Format(at), "former": r.Former,
		"key": raw.EncodeToString(key.Public().(ed25519.PublicKey)), "signature": raw.EncodeToString(ed25519.Sign(key, r.signed())),
	})
}

// The two ways in which a field is no receipt.
var (
	ErrNoReceipt = errors.New("not a signed receipt")
	ErrSignature = errors.New("the signature is not of this receipt")
)

// ReadReceipt reads a field's text. key is the mark of the key that has signed it, see KeyMark. The error is ErrNoReceipt
// or, together with what the field says, ErrSignature.
func ReadReceipt(field string) (r Receipt, key string, err error) {
	kind, says, err := mime.ParseMediaType(field)
	if err != nil || kind != "receipt-1" {
		return r, "", ErrNoReceipt
	}
	r = Receipt{World: says["world"], Sheet: says["sheet"], Former: says["former"]}
	for name, to := range map[string]*int{"turn": &r.Turn, "realm": &r.Realm, "number": &r.Number} {
		if *to, err = strconv.Atoi(says[name]); err != nil {
			return r, "", ErrNoReceipt
		}
	}
	if r.At, err = time.Parse(at, says["at"]); err != nil {
		return r, "", ErrNoReceipt
	}
	public, err := base64.RawURLEncoding.DecodeString(says["key"])
	signature, bad := base64.RawURLEncoding.DecodeString(says["signature"])
	if err != nil || bad != nil || len(public) != ed25519.PublicKeySize {
		return r, "", ErrNoReceipt
	}
	if !ed25519.Verify(public, r.signed(), signature) {
		return r, KeyMark(public), ErrSignature
	}
	return r, KeyMark(public), nil
}

// KeyMark is the mark of a world's key, as report 0 shows it.
func KeyMark(public ed25519.PublicKey) string {
	return Mark(append([]byte("weltentor key 1\n"), public...))
}
