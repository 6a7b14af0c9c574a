package world

import (
	"bytes"
	"fmt"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/mailer/mime"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/replay"
	"weltentor/resolve/wording"
)

// verifyPublic plays the public file of a game again, and compares it with what letters have brought: seals as they
// were printed, saved receipts, and reports.
func (k *VerifyCmd) verifyPublic(c *call.Call) error {
	raw, err := readSaved(c, k.Public, "verify-public-none")
	if err != nil {
		return err
	}
	claims, err := k.claims(c)
	if err != nil {
		return err
	}
	file, bar := bytes.NewReader(raw), c.Side.Bar(c.Voice.Book.T("work-verify"))
	shown, err := replay.Prove(file, c.Rulebook, chronicle.Retell(claims), func(int) { bar.Show(len(raw)-file.Len(), len(raw)) })
	bar.Clear()
	if err != nil {
		what := phrase.P("verify-public-none", phrase.Str("file", k.Public))
		return &complaint.Complaint{Exit: complaint.ExitUsage, What: what, Cause: err}
	}
	if k.Realm > shown.Realms || k.Turn > shown.Turns {
		return complaint.Usage("verify-told-nowhere", phrase.Str("file", k.Public), phrase.Num("realms", shown.Realms),
			phrase.Num("turns", shown.Turns))
	}
	seals, receipts := k.Seal, k.Receipt
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
		return complaint.No("verify-public-false", phrase.Str("why", c.MachineWords().Say(*shown.False)))
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
	return k.sayForeign(c, claims)
}

// claims are the reader's reports.
func (k *VerifyCmd) claims(c *call.Call) (all []*chronicle.Claim, err error) {
	for _, name := range k.Report {
		raw, err := readSaved(c, name, "verify-told-none")
		if err != nil {
			return nil, err
		}
		text, _, _ := mime.Decode(raw, "", "")
		all = append(all, &chronicle.Claim{Text: text, Realm: k.Realm, Turn: k.Turn})
	}
	return all, nil
}

// sayForeign names the lines of the reader's reports that no report of the file has.
func (k *VerifyCmd) sayForeign(c *call.Call, claims []*chronicle.Claim) error {
	foreign := 0
	for i, claim := range claims {
		file := phrase.Str("file", k.Report[i])
		if claim.Is == nil {
			return complaint.Usage("verify-told-none", file)
		}
		foreign += len(claim.Is.Foreign)
		c.Voice.Say("verify-told", file, phrase.Num("turn", claim.Is.Turn), phrase.Num("realm", claim.Is.Realm),
			phrase.Num("n", len(claim.Is.Foreign)))
		for _, line := range claim.Is.Foreign {
			c.Voice.Say("verify-told-line", phrase.Num("line", line.Line), phrase.Str("text", wording.OneLine(line.Text)))
		}
	}
	if foreign > 0 {
		return complaint.No("verify-told-wrong", phrase.Num("n", foreign))
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
			return nil, nil, complaint.Usage("verify-seal-none", phrase.Str("text", wording.Cut(text)))
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
