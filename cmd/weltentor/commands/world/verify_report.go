package world

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
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
			return fault.Usage("verify-report-none", phrase.Str("file", name))
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
		return fault.No("verify-reports-wrong", phrase.Num("n", wrong))
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
		return nil, fault.Usage(none, phrase.Str("file", name))
	}
	return c.ReadAll(name)
}
