package world

import (
	"encoding/json"
	"os"
	"slices"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
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

// mostReport is how many bytes a report as data may have: more than any letter has.
const mostReport = 64 << 20

// verifyFiles checks what letters have brought, without a world: reports as data, and receipts.
func verifyFiles(c *call.Call, names, receipts []string) error {
	var reports []sealedFile
	for _, name := range names {
		f, err := readSealed(name)
		if err != nil {
			return err
		}
		reports = append(reports, f)
	}
	wrong := verifyReports(c, reports)
	more, err := verifyReceipts(c, receipts, reports)
	if err != nil {
		return err
	}
	if wrong += more; wrong > 0 {
		return fault.No("verify-reports-wrong", phrase.Num("n", wrong))
	}
	return nil
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

// readSealed reads a report as data that has a seal.
func readSealed(name string) (f sealedFile, err error) {
	f.name = name
	info, err := os.Stat(name)
	if err == nil && info.Size() > mostReport {
		return f, fault.Usage("verify-report-none", phrase.Str("file", name))
	}
	var raw []byte
	if err == nil {
		raw, err = os.ReadFile(name)
	}
	if err != nil {
		return f, err
	}
	if json.Unmarshal(raw, &f) != nil || f.Seal == nil {
		return f, fault.Usage("verify-report-none", phrase.Str("file", name))
	}
	return f, nil
}
