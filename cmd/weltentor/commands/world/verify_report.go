package world

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/mailer/mime"
	"weltentor/orders/phrase"
	"weltentor/resolve/seal"
	"weltentor/worlds/game"
)

// sealedFile is a report as data, with the proof in it.
type sealedFile struct {
	name  string
	Turn  int `json:"turn"`
	Realm struct {
		Number int `json:"number"`
	} `json:"realm"`
	Seal *game.Proof `json:"seal"`
}

// mostReport is how many bytes a report may have: more than any letter has.
const mostReport = 64 << 20

// verifyFiles checks what letters have brought, without a world: reports as data and as texts, and receipts.
func verifyFiles(c *call.Call, names, receipts []string) error {
	var reports []sealedFile
	texts := map[string][]byte{}
	for _, name := range names {
		raw, err := readSaved(c, name, "verify-report-none")
		if err != nil {
			return err
		}
		f := sealedFile{name: name}
		switch {
		case !bytes.HasPrefix(raw, []byte("{")):
			texts[name] = raw
		case json.Unmarshal(raw, &f) != nil || f.Seal == nil:
			return complaint.Usage("verify-report-none", phrase.Str("file", name))
		default:
			reports = append(reports, f)
		}
	}
	wrong := verifyReports(c, reports) + verifyTexts(c, texts, reports)
	more, err := verifyReceipts(c, receipts, reports)
	if err != nil {
		return err
	}
	if wrong += more; wrong > 0 {
		return complaint.No("verify-reports-wrong", phrase.Num("n", wrong))
	}
	return nil
}

// verifyTexts checks that each text is that of a report in the reports as data. It returns how many are not.
func verifyTexts(c *call.Call, texts map[string][]byte, reports []sealedFile) (wrong int) {
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		at := slices.IndexFunc(reports, func(f sealedFile) bool { return f.tells(texts[name]) })
		if at < 0 {
			wrong++
			c.Voice.Say("verify-text-other", phrase.Str("file", name))
			continue
		}
		f := reports[at]
		c.Voice.Say("verify-text", phrase.Str("file", name), phrase.Num("turn", f.Turn), phrase.Num("realm", f.Realm.Number))
	}
	return wrong
}

// tells reports whether a text is the one under the report's seal, in any charset that reports are sent in.
func (f sealedFile) tells(raw []byte) bool {
	for _, charset := range []mime.Charset{mime.UTF8, mime.CP437, mime.Latin1} {
		text, _, _ := mime.Decode(raw, charset.Label(), "")
		text = strings.ReplaceAll(text, "\r\n", "\n")
		if seal.Blind(f.Seal.Key, []byte(text)) == f.Seal.Leaf.Report {
			return true
		}
	}
	return false
}

// verifyReports checks that each report is under its turn's seal, and that seals follow each other. It returns how many
// do not.
func verifyReports(c *call.Call, all []sealedFile) (wrong int) {
	slices.SortFunc(all, func(a, b sealedFile) int { return a.Turn - b.Turn })
	for i, f := range all {
		says, bad := "verify-report", false
		switch former := all[max(0, i-1)]; {
		case seal.Check(*f.Seal) != nil || f.Seal.Leaf.Realm != f.Realm.Number || f.Seal.Sealed.Turn != f.Turn:
			says, bad = "verify-report-not-sealed", true
		case i == 0 || f.Turn > former.Turn+1: // what lies between is not known
		case f.Turn == former.Turn && f.Seal.Sealed == former.Seal.Sealed: // another realm's
		case f.Seal.Sealed.Former != seal.Of(former.Seal.Sealed):
			says, bad = "verify-report-breaks", true
		}
		c.Voice.Say(says, phrase.Str("file", f.name), phrase.Num("turn", f.Turn), phrase.Num("realm", f.Realm.Number),
			phrase.Str("seal", seal.Spaced(seal.Of(f.Seal.Sealed))), phrase.Str("former", seal.Spaced(f.Seal.Sealed.Former)))
		if bad {
			wrong++
		}
	}
	return wrong
}

// readSaved reads a file that a player has saved from a letter. none is the complaint about one that is too large.
func readSaved(c *call.Call, name, none string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && info.Size() > mostReport {
		return nil, complaint.Usage(none, phrase.Str("file", name))
	}
	return c.ReadAll(name)
}

// verifyReceipts checks saved mails with receipts: that each was signed, and after the seal of the turn before, if there
// is a report of it. A report of the same turn and realm must cover the sheet of the last receipt. If none of the reports
// is, it says so. It returns how many are wrong.
func verifyReceipts(c *call.Call, names []string, reports []sealedFile) (wrong int, err error) {
	given := map[string][]seal.Receipt{} // by the key that has signed them: other worlds have others
	for _, name := range names {
		r, key, err := readReceipt(c, name)
		if err != nil && key == "" {
			return 0, err
		}
		says := "verify-receipt"
		if err != nil {
			says, wrong = "verify-receipt-forged", wrong+1
		} else {
			given[key] = append(given[key], r)
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
	last := []seal.Receipt{}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		last = append(last, seal.Last(given[key])...)
	}
	for _, f := range reports {
		for _, r := range last {
			says := "verify-receipt-covered"
			switch {
			case !f.isOf(r):
				continue
			case f.Seal.Leaf.Sheet == r.Sheet:
			case f.Seal.Sealed.Former == r.Former:
				says, wrong = "verify-receipt-other", wrong+1
			default:
				says, wrong = "verify-receipt-apart", wrong+1
			}
			c.Voice.Say(says, phrase.Num("turn", f.Turn), phrase.Num("realm", f.Realm.Number), phrase.Num("number", r.Number),
				phrase.Str("former", seal.Spaced(r.Former)))
		}
	}
	for _, r := range last {
		if len(reports) > 0 && !slices.ContainsFunc(reports, func(f sealedFile) bool { return f.isOf(r) }) {
			c.Voice.Say("verify-receipt-uncovered", phrase.Num("turn", r.Turn), phrase.Num("realm", r.Realm),
				phrase.Num("number", r.Number))
		}
	}
	return wrong, nil
}

// isOf reports whether a report is of the turn and realm of a receipt. Perhaps it is another world's.
func (f sealedFile) isOf(r seal.Receipt) bool { return f.Turn == r.Turn && f.Realm.Number == r.Realm }

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
		err = complaint.Usage("verify-receipt-none", phrase.Str("file", name))
	}
	return r, key, err
}
