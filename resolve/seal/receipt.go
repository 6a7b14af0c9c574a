package seal

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
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

// Sign makes the field's text, in the form of a media type (RFC 2045): the receipt, the public key that checks it, and
// its signature, which sign makes by Ed25519 (RFC 8032). The package knows no cryptography but hashes: a page has it in
// its browser.
func (r Receipt) Sign(public []byte, sign func(message []byte) []byte) string {
	raw := base64.RawURLEncoding
	return fmt.Sprintf(
		"receipt-1; at=%s; former=%s; key=%s; number=%d; realm=%d; sheet=%s; signature=%s; turn=%d; world=%s",
		r.At.UTC().Format(at), r.Former, raw.EncodeToString(public), r.Number, r.Realm, r.Sheet,
		raw.EncodeToString(sign(r.signed())), r.Turn, r.World)
}

// KeySize is how many bytes a public key has.
const KeySize = 32

// weak are the y of all points of small order on the curve, in hex. The sign of x, the highest bit of a key, is not in
// them.
var weak = []string{
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
}

// SoundKey reports whether a public key can be one of receipts. With a key of small order one signature fits all of
// them, so whoever has chosen it can say that they are not theirs. Numbers above the field's are refused, too: they are
// other names of such keys (RFC 8032, section 5.1.3).
func SoundKey(public []byte) bool {
	if len(public) != KeySize {
		return false
	}
	y := slices.Clone(public)
	y[KeySize-1] &= 0x7f
	as := hex.EncodeToString(y)
	return !slices.Contains(weak, as) && (as[2:] != weak[4][2:] || y[0] < 0xed)
}

// The two ways in which a field is no receipt.
var (
	ErrNoReceipt = errors.New("not a signed receipt")
	ErrSignature = errors.New("the signature is not of this receipt")
)

// ReadReceipt reads a field's text, which must be as Sign makes it: the signature is over what it says, and not over how.
// A mail may have folded it. key is the mark of the key that has signed it, see KeyMark. The error is ErrNoReceipt or,
// together with what the field says, ErrSignature. verify checks a signature by Ed25519.
func ReadReceipt(field string, verify func(public, message, signature []byte) bool) (r Receipt, key string, err error) {
	says := map[string]string{}
	for part := range strings.SplitSeq(field, ";") {
		name, value, _ := strings.Cut(part, "=")
		says[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	r = Receipt{World: says["world"], Sheet: says["sheet"], Former: says["former"]}
	for name, to := range map[string]*int{"turn": &r.Turn, "realm": &r.Realm, "number": &r.Number} {
		if *to, err = strconv.Atoi(says[name]); err != nil || *to < 1 {
			return r, "", ErrNoReceipt
		}
	}
	if r.At, err = time.Parse(at, says["at"]); err != nil {
		return r, "", ErrNoReceipt
	}
	public, err := base64.RawURLEncoding.DecodeString(says["key"])
	signature, bad := base64.RawURLEncoding.DecodeString(says["signature"])
	again := r.Sign(public, func([]byte) []byte { return signature })
	if err != nil || bad != nil || !SoundKey(public) || strings.Join(strings.Fields(field), " ") != again {
		return r, "", ErrNoReceipt
	}
	if !verify(public, r.signed(), signature) {
		return r, KeyMark(public), ErrSignature
	}
	return r, KeyMark(public), nil
}

// Last returns those receipts of a world that count, by turn and realm: the last of each. Of two with the same number that
// is the later one, since orders that were taken back leave their number to the next ones.
func Last(all []Receipt) []Receipt {
	all = slices.SortedFunc(slices.Values(all), func(a, b Receipt) int {
		return cmp.Or(a.Turn-b.Turn, a.Realm-b.Realm, b.Number-a.Number, b.At.Compare(a.At))
	})
	return slices.CompactFunc(all, func(a, b Receipt) bool { return a.Turn == b.Turn && a.Realm == b.Realm })
}

// FieldIn returns the field's text from the header of a saved mail; "": it has none, or several, and nobody knows which
// counts. What is quoted below the header is not in it.
func FieldIn(mail string) string {
	var field strings.Builder
	fields, inside := 0, false
	for line := range strings.Lines(strings.TrimLeft(mail, "\r\n")) {
		if strings.TrimSpace(line) == "" {
			break
		}
		if folded := line[0] == ' ' || line[0] == '\t'; !folded {
			name, value, named := strings.Cut(line, ":")
			if inside = named && strings.EqualFold(strings.TrimSpace(name), Field); inside {
				fields++
			}
			line = value
		}
		if inside {
			field.WriteString(" " + strings.TrimSpace(line))
		}
	}
	if fields > 1 {
		return ""
	}
	return strings.TrimSpace(field.String())
}

// KeyMark is the mark of a world's key, as report 0 shows it.
func KeyMark(public []byte) string {
	return Mark(append([]byte("weltentor key 1\n"), public...))
}
