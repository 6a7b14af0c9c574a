package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// reportCmd prints a stored report.
type reportCmd struct {
	Dir   string  `arg:""`
	Realm number  `arg:""`
	Turn  *number `arg:"" optional:""`
}

// Run prints the report as it is stored: UTF-8, LF.
func (k *reportCmd) Run(c *call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	turn := newest
	if k.Turn != nil {
		turn = int(*k.Turn)
	}
	r, err := w.Report(int(k.Realm), turn)
	if errors.Is(err, resolve.ErrReport) {
		return &complaint{exit: exitNo, what: phrase.P("no-report", phrase.Str("dir", k.Dir)), cause: err}
	}
	if err != nil {
		return w.wrong(err)
	}
	_, err = c.raw.Write(r.Text)
	return err
}

// newest asks for the newest report there is.
const newest = -1

// verifyCmd replays a world.
type verifyCmd struct {
	Dir string `arg:""`
}

// Run replays the turns of the present rules and checks the chain of the older
// ones; anything wrong makes the answer no.
func (k *verifyCmd) Run(c *call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	v, err := w.Verify()
	if err != nil {
		return w.wrong(err)
	}
	for _, t := range v.Turns {
		code := "verify-replayed"
		if !t.Replayed {
			code = "verify-chained"
		}
		c.voice.say(code, phrase.Num("turn", t.Turn), phrase.Num("rules", t.Rules), phrase.Str("hash", t.Hash))
	}
	if len(v.Turns)+len(v.Wrong) == 0 {
		c.voice.say("verify-none")
	}
	for _, line := range v.Wrong {
		fmt.Fprintln(c.out, line)
	}
	if v.Cure.Code != "" {
		fmt.Fprintln(c.out, c.machineWords().Say(v.Cure))
	}
	if len(v.Wrong) > 0 {
		return no("verify-wrong", phrase.Str("dir", k.Dir), phrase.Num("wrong", len(v.Wrong)))
	}
	return nil
}

// backupCmd copies the store.
type backupCmd struct {
	Dir  string `arg:""`
	File string `arg:""`
}

// Run writes a whole copy, closed to others; the game goes on meanwhile.
func (k *backupCmd) Run(c *call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	err = w.BackupFile(k.File)
	if errors.Is(err, resolve.ErrExists) {
		return usage("file-exists", phrase.Str("file", k.File))
	}
	if errors.Is(err, resolve.ErrFull) {
		return c.storeError(filepath.Dir(k.File), err)
	}
	if err != nil {
		return w.wrong(err)
	}
	c.voice.say("backed-up", phrase.Str("file", k.File))
	return nil
}
