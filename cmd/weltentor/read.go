package main

import (
	"fmt"

	"weltentor/cmd/weltentor/reading"
	"weltentor/mailer/incoming"
	"weltentor/mailer/proof"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// readCmd shows what an intake takes from one mail.
type readCmd struct {
	Mail     string `arg:""`
	Rulebook string `placeholder:"NAME"`
	World    string `placeholder:"DIR"`
}

// Run prints the order text, password line included, and on the side from
// which part and charset it came. No orders: exit 1; a machine's mail: exit 3.
func (k *readCmd) Run(c *Call) error {
	raw, err := c.readAll(k.Mail)
	if err != nil {
		return err
	}
	rb, o, w, err := k.eyes(c)
	if err != nil {
		return err
	}
	r, err := incoming.Read(c.ctx, raw, o)
	if err != nil {
		return &complaint{Exit: exitNo, What: phrase.P("not-a-mail", phrase.Str("file", k.Mail)), Cause: err}
	}
	if r.Machine != "" {
		c.voice.warn("machine", phrase.Str("why", r.Machine))
		return silent(exitMachine)
	}
	if r.Marked != "" && r.Absence {
		c.voice.warn("machine", phrase.Str("why", r.Marked))
		return silent(exitMachine)
	}
	if r.Marked != "" {
		c.voice.warn("marked", phrase.Str("why", r.Marked))
	}
	if w != nil {
		w.sayProof(raw, r)
	}
	for _, n := range r.Notes {
		fmt.Fprintln(c.voice.err, letter.SayNote(c.machineWords(), reading.Note(n)))
	}
	if form, filled := letter.FormOrders(rb.Language(), r.Text, r.Filled); filled {
		fmt.Fprintln(c.voice.err, c.machineWords().Say(phrase.P("note.filled")))
		r.Text = form
	} else if r.Score == 0 {
		return no("none-found", phrase.Str("file", k.Mail))
	}
	f := rb.Language().Parse(r.Text)
	n := len(f.Lines) + len(f.Settings)
	c.voice.warn("read-from", phrase.Str("part", r.Part), phrase.Str("charset", r.Charset), phrase.Num("orders", n))
	if _, err = fmt.Fprint(c.raw, r.Text); err == nil && n == 0 {
		return silent(exitNo)
	}
	return err
}

// eyes are how the mail is read: by a rulebook alone, or as a world's intake would.
func (k *readCmd) eyes(c *Call) (game.Rulebook, incoming.ReadOptions, *opened, error) {
	if k.World == "" {
		rb, err := c.rulebook(k.Rulebook)
		if err != nil {
			return nil, incoming.ReadOptions{}, nil, err
		}
		return rb, reading.Options(rb.Language(), ""), nil, nil
	}
	if k.Rulebook != "" {
		return nil, incoming.ReadOptions{}, nil, usage("rulebook-or-world")
	}
	w, err := c.open(k.World)
	if err != nil {
		return nil, incoming.ReadOptions{}, nil, err
	}
	o := reading.Options(w.World.Rulebook().Language(), w.settings.Address)
	o.Sender = mailOf(w).sentBy
	return w.World.Rulebook(), o, w, nil
}

// sayProof tells what proves the sender by the world's settings, also before its
// auth asks for that: so they can be tried. A proof does not speak for others'
// words unless the password has to be right, too.
func (w *opened) sayProof(raw []byte, r incoming.Reading) {
	if w.settings.Server == "" && !w.settings.Verify {
		return
	}
	p := mailOf(w).proof(w.call.ctx, raw, r.From)
	if p.Domain != "" && r.Others && w.settings.Auth != string(world.ByBoth) {
		p = proof.Proof{Why: "quoted"}
	}
	if p.Domain != "" {
		w.call.voice.warn("proven", phrase.Str("domain", p.Domain))
		return
	}
	why := w.call.machineWords().Say(phrase.P("proof."+string(p.Why), phrase.Str("signer", p.Signer)))
	w.call.voice.warn("not-proven", phrase.Str("why", why))
}
