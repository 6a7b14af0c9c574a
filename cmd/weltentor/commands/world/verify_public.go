package world

import (
	"bytes"
	"fmt"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/orders/phrase"
	"weltentor/resolve/replay"
	"weltentor/resolve/wording"
)

// verifyPublic plays the public file of a game again, and compares it with what letters have brought: seals as they
// were printed, and saved receipts.
func verifyPublic(c *call.Call, name string, seals, receipts []string) error {
	raw, err := readSaved(c, name, "verify-public-none")
	if err != nil {
		return err
	}
	file, bar := bytes.NewReader(raw), c.Side.Bar(c.Voice.Book.T("work-verify"))
	shown, err := replay.Prove(file, c.Rulebook, func(int) { bar.Show(len(raw)-file.Len(), len(raw)) })
	bar.Clear()
	if err != nil {
		what := phrase.P("verify-public-none", phrase.Str("file", name))
		return &fault.Complaint{Exit: fault.ExitUsage, What: what, Cause: err}
	}
	var gone []int
	if shown.False == nil && len(seals) > 0 {
		gone, shown.False, err = compareSeals(shown, seals)
	}
	if err == nil && shown.False == nil && len(receipts) > 0 {
		err = compareReceipts(c, &shown, receipts)
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
	for _, note := range shown.Notes {
		fmt.Fprintln(c.Out, c.MachineWords().Say(note))
	}
	for _, turn := range gone {
		c.Voice.Say("verify-public-gone", phrase.Num("turn", turn))
	}
	return nil
}

// compareSeals looks for a reader's seals in the file. gone are the turns of those that were taken back; denied names one
// that the file does not have.
func compareSeals(shown replay.Proven, seals []string) (gone []int, denied *phrase.Phrase, err error) {
	for _, text := range seals {
		s, no, err := shown.CompareSeal(text)
		switch {
		case err != nil:
			return nil, nil, fault.Usage("verify-seal-none", phrase.Str("text", wording.Cut(text)))
		case no != nil:
			return nil, no, nil
		case s.Gone:
			gone = append(gone, s.Turn)
		}
	}
	return gone, nil, nil
}

// compareReceipts checks a reader's saved receipts.
func compareReceipts(c *call.Call, shown *replay.Proven, files []string) error {
	var all []replay.Received
	for _, file := range files {
		r, key, err := readReceipt(c, file)
		if err != nil && key == "" {
			return err
		}
		all = append(all, replay.Received{Receipt: r, File: file, Key: key, Forged: err != nil})
	}
	notes, no := shown.CompareReceipts(all)
	shown.Notes, shown.False = append(shown.Notes, notes...), no
	return nil
}
