package mail

import (
	"fmt"
	"path/filepath"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/verdict"
	"weltentor/worlds/game"
)

// SubmitCmd enters orders by hand.
type SubmitCmd struct {
	sheet
	With []string `placeholder:"FILE"`
	Back bool
	JSON bool `name:"json"`

	orders string      // of File
	files  []game.File // of With
}

// submitJSON is the answer of `submit --json`: that of `check`, and whether the orders are in force.
type submitJSON struct {
	checkJSON
	Taken  bool   `json:"taken"`
	Reason string `json:"reason,omitempty"` // why they are not in force
}

// Check reads the orders and the files with them. To take orders back needs none.
func (k *SubmitCmd) Check(c *call.Call) (err error) {
	switch {
	case k.Back && (k.File != "" || len(k.With) > 0):
		return complaint.Usage("back-file")
	case k.Back:
		return nil
	}
	if k.orders, err = k.text(c); err != nil {
		return err
	}
	for _, path := range k.With {
		raw, err := c.ReadAll(path)
		if err != nil {
			return err
		}
		k.files = append(k.files, game.File{Name: filepath.Base(path), Data: raw})
	}
	return nil
}

// Open opens the world for what the orders bring about.
func (k *SubmitCmd) Open(c *call.Call) (*folder.Opened, func(), error) { return folder.Write(c, k.Dir) }

// Run stores the orders as if they had come by mail, and prints their problems as `check` does.
func (k *SubmitCmd) Run(c *call.Call, w *folder.Opened) error {
	if k.Back {
		return k.takeBack(c, w)
	}
	parts, err := k.parts(w, k.orders)
	if err != nil {
		return err
	}
	all := true
	for _, p := range parts {
		taken, err := k.enter(c, w, p)
		if err != nil {
			return err
		}
		all, k.files = all && taken, nil // files belong to the first part, as in a mail
	}
	if !all {
		return complaint.Silent(complaint.ExitNo)
	}
	return nil
}

// enter stores the orders of one realm, and reports whether they were taken.
func (k *SubmitCmd) enter(c *call.Call, w *folder.Opened, p part) (taken bool, err error) {
	a, err := intake.Submit(w.World, p.realm, p.text, c.Now(), k.files...)
	if err != nil {
		return false, err
	}
	v := k.judged(c, w, a, p)
	if a.Fate == receipt.Known { // known orders were not judged again
		if err := v.seen(w, p); err != nil {
			return false, err
		}
	}
	why, said := became(c, a, p.realm, len(k.files) > 0)
	return k.tell(c, w, p.realm, v, why, said)
}

// takeBack takes the realm's last sheet back.
func (k *SubmitCmd) takeBack(c *call.Call, w *folder.Opened) error {
	k.File = "--back" // for whoever has named no realm
	realm, err := k.realm(w, nil)
	if err != nil {
		return err
	}
	k.File = ""
	a, err := intake.Former(w.World, realm, c.Now())
	if err != nil {
		return err
	}
	why, said := became(c, a, realm, true)
	taken, err := k.tell(c, w, realm, k.judged(c, w, a, part{}), why, said)
	if err == nil && !taken {
		return complaint.Silent(complaint.ExitNo)
	}
	return err
}

// judged is what became of the orders, line by line.
func (k *SubmitCmd) judged(c *call.Call, w *folder.Opened, a receipt.Acceptance, p part) fileVerdict {
	v, f := k.verdict(c, w.World.Rulebook(), p), w.World.Rulebook().Language().Parse(p.text)
	v.take(verdict.Verdict{Checked: a.Checked, For: a.For, DroppedErrors: f.DroppedErrors,
		DroppedWarnings: f.DroppedWarnings, Lines: a.Lines})
	return v
}

// tell prints the answer: what is wrong in the orders, and what is now in force, or why nothing has changed. It reports
// whether the orders were taken.
func (k *SubmitCmd) tell(c *call.Call, w *folder.Opened, realm int, v fileVerdict, why, said phrase.Phrase) (taken bool,
	err error) {
	switch {
	case k.JSON:
		out := submitJSON{checkJSON: v.json(), Taken: why.Code == "" && v.later == 0}
		if why.Code != "" {
			out.Reason = c.Voice.Book.Say(why)
		}
		err = c.JSON().Encode(out)
	case !k.Back:
		err = v.print(c.Out, c.Voice)
	}
	if err != nil {
		return false, fmt.Errorf("print the answer: %w", err)
	}
	if !k.JSON && said.Code != "" {
		c.Voice.Say(said.Code, said.Args...)
	}
	if realm > 0 { // if nobody plays it, perhaps another one was meant
		r, err := players.RealmOf(w.World, realm)
		if err != nil {
			return false, err
		}
		if r.Vacant && !r.Local() {
			c.Voice.Warn("submit-vacant", phrase.Num("realm", realm))
		}
	}
	if why.Code != "" && !k.JSON {
		c.Voice.Warn(why.Code, why.Args...)
	}
	return why.Code == "", nil
}

// became says why nothing has changed, or what is now in force or kept.
func became(c *call.Call, a receipt.Acceptance, realm int, files bool) (why, said phrase.Phrase) {
	here := []phrase.Arg{phrase.Num("turn", a.Turn), phrase.Num("realm", realm),
		phrase.Num("good", a.Good+a.Partial), phrase.Num("bad", a.Bad)}
	switch {
	case a.Fate == receipt.Refused:
		return phrase.P("submit-refused", phrase.Str("why", c.MachineWords().Say(a.Reason))), said
	case a.Fate == receipt.Kept:
		return phrase.P("submit-kept"), said
	case a.Fate == receipt.Ahead:
		return why, phrase.P("submit-ahead", phrase.Num("turn", a.For))
	case a.Fate == receipt.Known:
		return why, phrase.P("submit-known")
	case a.Withdrawn:
		return why, phrase.P("submit-withdrawn", here...)
	case a.Former:
		return why, phrase.P("submit-former", here...)
	case a.Good+a.Partial == 0 && !files:
		return why, phrase.P("submit-taken-empty", here...)
	case realm == 0:
		return why, phrase.P("submit-taken-master", here...)
	}
	if a.Bad > 0 {
		return why, phrase.P("submit-taken-bad", here...)
	}
	return why, phrase.P("submit-taken", here...)
}
