package mail

import (
	"fmt"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/reading"
	"weltentor/mailer/incoming"
	"weltentor/mailer/proof"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// ReadCmd shows what the game reads from one mail.
type ReadCmd struct {
	Mail     string `arg:""`
	Rulebook string `placeholder:"NAME"`
	World    string `placeholder:"DIR"`
}

// Run prints the order text, including the password line, and on stderr the part and charset that it came from.
// Without orders the exit code is 1, for an automatic mail it is 3.
func (k *ReadCmd) Run(c *call.Call) error {
	raw, err := c.ReadAll(k.Mail)
	if err != nil {
		return err
	}
	rb, o, w, err := k.eyes(c)
	if err != nil {
		return err
	}
	r, err := incoming.Read(c.Ctx, raw, o)
	if err != nil {
		return &complaint.Complaint{Exit: complaint.ExitNo, What: phrase.P("not-a-mail", phrase.Str("file", k.Mail)), Cause: err}
	}
	if r.Machine != "" {
		c.Voice.Warn("machine", phrase.Str("why", r.Machine))
		return complaint.Silent(complaint.ExitMachine)
	}
	if r.Marked != "" && r.Absence {
		c.Voice.Warn("machine", phrase.Str("why", r.Marked))
		return complaint.Silent(complaint.ExitMachine)
	}
	if r.Marked != "" {
		c.Voice.Warn("marked", phrase.Str("why", r.Marked))
	}
	if w != nil {
		sayProof(w, raw, r)
	}
	for _, n := range r.Notes {
		fmt.Fprintln(c.Voice.Err, letter.SayNote(c.MachineWords(), reading.Note(n)))
	}
	if form, filled := letter.FormOrders(rb.Language(), r.Text, r.Filled); filled {
		fmt.Fprintln(c.Voice.Err, c.MachineWords().Say(phrase.P("note.filled")))
		r.Text = form
	} else if r.Score == 0 {
		return complaint.No("none-found", phrase.Str("file", k.Mail))
	}
	f := rb.Language().Parse(r.Text)
	n := len(f.Lines) + len(f.Settings)
	c.Voice.Warn("read-from", phrase.Str("part", r.Part), phrase.Str("charset", r.Charset), phrase.Num("orders", n))
	if _, err = fmt.Fprint(c.Raw, r.Text); err == nil && n == 0 {
		return complaint.Silent(complaint.ExitNo)
	}
	return err
}

// eyes returns how the mail is read: by a rulebook alone, or as in a world.
func (k *ReadCmd) eyes(c *call.Call) (game.Rulebook, incoming.ReadOptions, *folder.Opened, error) {
	if k.World == "" {
		rb, err := c.Rulebook(k.Rulebook)
		if err != nil {
			return nil, incoming.ReadOptions{}, nil, err
		}
		return rb, reading.Options(rb.Language(), ""), nil, nil
	}
	if k.Rulebook != "" {
		return nil, incoming.ReadOptions{}, nil, complaint.Usage("rulebook-or-world")
	}
	w, err := folder.Open(c, k.World)
	if err != nil {
		return nil, incoming.ReadOptions{}, nil, err
	}
	o := reading.Options(w.World.Rulebook().Language(), w.Settings.Address)
	o.Sender = mailing.NewMailer(w).SentBy
	return w.World.Rulebook(), o, w, nil
}

// sayProof says what proves the sender by the world's settings, even if auth does not require proof yet, so that they
// can be tried. A proof does not cover text quoted from others, unless the password must be right too.
func sayProof(w *folder.Opened, raw []byte, r incoming.Reading) {
	if w.Settings.Server == "" && !w.Settings.Verify {
		return
	}
	p := mailing.NewMailer(w).Proof(w.Call.Ctx, raw, r.From)
	if p.Domain != "" && r.Others && w.Settings.Auth != string(world.ByBoth) {
		p = proof.Proof{Why: "quoted"}
	}
	if p.Domain != "" {
		w.Call.Voice.Warn("proven", phrase.Str("domain", p.Domain))
		return
	}
	why := w.Call.MachineWords().Say(phrase.P("proof."+string(p.Why), phrase.Str("signer", p.Signer)))
	w.Call.Voice.Warn("not-proven", phrase.Str("why", why))
}
