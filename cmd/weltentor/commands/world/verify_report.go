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

// verifyReports checks reports as data, without a world: that each is under its turn's seal, and that seals follow each
// other.
func verifyReports(c *call.Call, names []string) error {
	var all []sealedFile
	for _, name := range names {
		f, err := readSealed(name)
		if err != nil {
			return err
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b sealedFile) int { return a.Turn - b.Turn })
	wrong := 0
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
	if wrong > 0 {
		return fault.No("verify-reports-wrong", phrase.Num("n", wrong))
	}
	return nil
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
