package main

import (
	"fmt"
	"path/filepath"

	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/judged"
	"weltentor/resolve/receipt"
	"weltentor/worlds/game"
)

// submitCmd enters orders by hand.
type submitCmd struct {
	Dir   string   `arg:""`
	File  string   `arg:""`
	Realm number   `required:"" placeholder:"N"`
	With  []string `placeholder:"FILE"`
	JSON  bool     `name:"json"`
}

// submitJSON is the answer of `submit --json`: that of `check`, and whether the orders are in force.
type submitJSON struct {
	checkJSON
	Taken  bool   `json:"taken"`
	Reason string `json:"reason,omitempty"` // why they are not
}

// Run stores the orders as if they had come by mail, and prints their problems
// as `check` does.
func (k *submitCmd) Run(c *Call) error {
	text, err := c.orderText(k.File)
	if err != nil {
		return err
	}
	var files []game.File
	for _, path := range k.With {
		raw, err := c.readAll(path)
		if err != nil {
			return err
		}
		files = append(files, game.File{Name: filepath.Base(path), Data: raw})
	}
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	f := w.World.Rulebook().Language().Parse(text)
	if err := w.refused(int(k.Realm), f.Identity); err != nil {
		return err
	}
	a, err := intake.Submit(w.World, int(k.Realm), text, c.now(), files...)
	if err != nil {
		return w.wrong(err)
	}
	v := verdict{file: k.File, ours: c.voice.book}
	v.by(w.World.Rulebook(), false)
	v.take(judged.Letter{Checked: a.Checked, For: a.For, DroppedErrors: f.DroppedErrors,
		DroppedWarnings: f.DroppedWarnings,
		Lines:           judged.Lines{Good: a.Good, Bad: a.Bad, Partial: a.Partial, NotYet: a.NotYet}})
	if a.Fate == receipt.Known { // nobody has judged them again
		if err := v.seen(w, int(k.Realm), text); err != nil {
			return err
		}
	}
	why, said := k.became(c, a, len(files) > 0)
	if k.JSON {
		out := submitJSON{checkJSON: v.json(), Taken: why.Code == "" && v.later == 0}
		if why.Code != "" {
			out.Reason = c.voice.book.Say(why)
		}
		err = c.encode(out)
	} else if err = v.print(c.out, c.voice); err != nil {
		err = fmt.Errorf("print the answer: %w", err)
	} else if said.Code != "" {
		c.voice.say(said.Code, said.Args...)
	}
	switch {
	case err != nil:
		return err
	case why.Code != "" && !k.JSON:
		return no(why.Code, why.Args...)
	case why.Code != "" || a.Bad > 0:
		return silent(exitNo)
	}
	return nil
}

// became says what became of the orders: why nothing changed, or what is in force or kept now.
func (k *submitCmd) became(c *Call, a receipt.Acceptance, files bool) (why, said phrase.Phrase) {
	here := []phrase.Arg{phrase.Num("turn", a.Turn), phrase.Num("realm", int(k.Realm))}
	switch {
	case a.Fate == receipt.Refused:
		return phrase.P("submit-refused", phrase.Str("why", c.machineWords().Say(a.Reason))), said
	case a.Fate == receipt.Kept:
		return phrase.P("submit-kept"), said
	case a.Fate == receipt.Ahead:
		return why, phrase.P("submit-ahead", phrase.Num("turn", a.For))
	case a.Fate == receipt.Known:
		return why, phrase.P("submit-known")
	case a.Good+a.Partial == 0 && !files:
		return why, phrase.P("submit-taken-empty")
	case k.Realm == 0:
		return why, phrase.P("submit-taken-master", here...)
	}
	return why, phrase.P("submit-taken", here...)
}
