package world

import (
	"crypto/ed25519"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/orders/phrase"
	"weltentor/resolve/seal"
)

// verifyReceipts checks saved mails with receipts: that each was signed, and after the seal of the turn before, if there
// is a report of it. A report of the same turn and realm must cover the sheet of the last receipt. It returns how many
// are wrong.
func verifyReceipts(c *call.Call, names []string, reports []sealedFile) (wrong int, err error) {
	last := map[[2]int]seal.Receipt{}
	for _, name := range names {
		r, key, err := readReceipt(c, name)
		if err != nil && key == "" {
			return 0, err
		}
		says := "verify-receipt"
		if err != nil {
			says, wrong = "verify-receipt-forged", wrong+1
		} else if at := [2]int{r.Turn, r.Realm}; r.After(last[at]) {
			last[at] = r
		}
		c.Voice.Say(says, phrase.Str("file", name), phrase.Num("turn", r.Turn), phrase.Num("realm", r.Realm),
			phrase.Num("number", r.Number), phrase.Str("when", call.When(r.At, time.Local)),
			phrase.Str("sheet", seal.Spaced(r.Sheet)), phrase.Str("key", seal.Spaced(key)))
		if err == nil && !follows(r, reports) {
			wrong++
			c.Voice.Say("verify-receipt-breaks", phrase.Num("turn", r.Turn), phrase.Num("realm", r.Realm),
				phrase.Num("number", r.Number), phrase.Str("former", seal.Spaced(r.Former)))
		}
	}
	for _, f := range reports {
		r, has := last[[2]int{f.Turn, f.Realm.Number}]
		if !has {
			continue
		}
		says := "verify-receipt-covered"
		if f.Seal.Leaf.Sheet != r.Sheet {
			says, wrong = "verify-receipt-other", wrong+1
		}
		c.Voice.Say(says, phrase.Num("turn", f.Turn), phrase.Num("realm", f.Realm.Number), phrase.Num("number", r.Number))
	}
	return wrong, nil
}

// follows reports whether a receipt was signed after one of the seals in the reports, if one is of the turn before.
func follows(r seal.Receipt, reports []sealedFile) bool {
	before := false
	for _, f := range reports {
		if seal.Of(f.Seal.Sealed) == r.Former {
			return true
		}
		before = before || f.Turn == r.Turn-1
	}
	return !before
}

// verify checks a signature.
func verify(public, message, signature []byte) bool {
	return ed25519.Verify(public, message, signature)
}

// readReceipt reads the receipt of a saved mail. Together with seal.ErrSignature it returns what the receipt says.
func readReceipt(c *call.Call, name string) (r seal.Receipt, key string, err error) {
	raw, err := readSaved(c, name, "verify-receipt-none")
	if err != nil {
		return r, "", err
	}
	r, key, err = seal.ReadReceipt(seal.FieldIn(string(raw)), verify)
	if err != nil && key == "" {
		err = fault.Usage("verify-receipt-none", phrase.Str("file", name))
	}
	return r, key, err
}
