package world

import (
	"bytes"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/seal"
	"weltentor/resolve/wording"
)

// verifyPublic plays the public file of a game again, and compares it with what letters have brought: seals as they
// were printed, and saved receipts.
func verifyPublic(c *call.Call, name string, seals, receipts []string) error {
	raw, err := readSaved(c, name, "verify-public-none")
	if err != nil {
		return err
	}
	shown, err := chronicle.Prove(bytes.NewReader(raw), c.Rulebook, func(int) {})
	if err != nil {
		what := phrase.P("verify-public-none", phrase.Str("file", name))
		return &fault.Complaint{Exit: fault.ExitUsage, What: what, Cause: err}
	}
	var gone []int
	if shown.False == nil && len(seals) > 0 {
		gone, shown.False, err = compareSeals(shown, seals)
	}
	if err == nil && shown.False == nil && len(receipts) > 0 {
		shown.False, err = compareReceipts(c, shown, receipts)
	}
	switch {
	case err != nil:
		return err
	case shown.False != nil:
		return fault.No("verify-public-false", phrase.Str("why", c.MachineWords().Say(*shown.False)))
	}
	c.Voice.Say("verify-public-true", phrase.Num("turns", shown.Turns), phrase.Num("realms", shown.Realms),
		phrase.Num("n", len(seals)+len(receipts)))
	if shown.Value != "" {
		c.Voice.Say("verify-public-value", phrase.Str("value", shown.Value))
	}
	for _, turn := range gone {
		c.Voice.Say("verify-public-gone", phrase.Num("turn", turn))
	}
	return nil
}

// compareSeals looks for a reader's seals in the file. Each may be the whole line of a letter. gone are the turns of
// those that were taken back; denied names one that the file does not have.
func compareSeals(shown chronicle.Proven, seals []string) (gone []int, denied *phrase.Phrase, err error) {
	for _, text := range seals {
		letters := strings.ToUpper(strings.Join(strings.Fields(text[strings.LastIndex(text, ":")+1:]), ""))
		s, there := shown.Seals[letters]
		switch {
		case len(letters) != len(seal.Mark(nil)):
			return nil, nil, fault.Usage("verify-seal-none", phrase.Str("text", wording.Cut(text)))
		case !there:
			no := phrase.P("proven.other-seal", phrase.Str("seal", seal.Spaced(letters)))
			return nil, &no, nil
		case s.Gone:
			gone = append(gone, s.Turn)
		}
	}
	return gone, nil, nil
}

// compareReceipts checks a reader's receipts: that the world of the file has signed them, that it has the seals they
// name, and that it has the orders of the last one for each turn.
func compareReceipts(c *call.Call, shown chronicle.Proven, files []string) (denied *phrase.Phrase, err error) {
	last := map[[2]int]seal.Receipt{}
	for _, file := range files {
		r, key, err := readReceipt(c, file)
		if err != nil && key == "" {
			return nil, err
		}
		if err != nil || key != shown.Key || r.World != shown.World {
			no := phrase.P("proven.other-world", phrase.Str("file", file))
			return &no, nil
		}
		if _, given := shown.Seals[r.Former]; !given {
			no := phrase.P("proven.other-seal", phrase.Str("seal", seal.Spaced(r.Former)))
			return &no, nil
		}
		if at := [2]int{r.Turn, r.Realm}; r.Number >= last[at].Number {
			last[at] = r
		}
	}
	for _, r := range last {
		if shown.Sheet(r.Turn, r.Realm) != r.Sheet {
			no := phrase.P("proven.other-sheet", phrase.Num("turn", r.Turn), phrase.Num("realm", r.Realm),
				phrase.Num("number", r.Number))
			denied = &no
		}
	}
	return denied, nil
}
