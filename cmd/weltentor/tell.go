package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// tellCmd writes to players.
type tellCmd struct {
	Dir      string   `arg:""`
	To       []string `arg:"" name:"realm"`
	File     string   `required:"" placeholder:"FILE"`
	InReport bool
	JSON     bool `name:"json"`
}

// everybody is what stands for all players on the command line.
const everybody = "all"

// Run writes to all who are named, or to nobody. The same text again in a turn leaves once, so that
// the command may be run again if nobody knows how it ended.
func (k *tellCmd) Run(c *call) error {
	to, err := k.realms()
	if err != nil {
		return err
	}
	text, err := c.orderText(k.File)
	if err != nil {
		return err
	}
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	told, err := resolve.Aloud(w.World).Tell(to, text, k.InReport, c.now())
	switch {
	case err != nil:
		return w.wrong(err)
	case k.JSON:
		return c.encode(told)
	}
	if len(told.Had) > 0 {
		c.voice.say("told-had", phrase.Num("n", len(told.Had)), phrase.Str("realms", inARow(told.Had)))
	}
	code := "told"
	if k.InReport {
		code = "told-with-report"
	}
	if len(told.Realms) > 0 {
		c.voice.say(code, phrase.Num("n", len(told.Realms)), phrase.Str("realms", inARow(told.Realms)))
	}
	return nil
}

// realms are the numbers that are named; none: all.
func (k *tellCmd) realms() (to []int, err error) {
	if slices.Contains(k.To, everybody) {
		if len(k.To) > 1 {
			return nil, usage("tell-all")
		}
		return nil, nil
	}
	for _, word := range k.To {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil, usage("tell-whom", phrase.Str("value", word))
		}
		to = append(to, n)
	}
	return to, nil
}

// inARow lists numbers of realms.
func inARow(realms []int) string {
	var all []string
	for _, n := range realms {
		all = append(all, strconv.Itoa(n))
	}
	return strings.Join(all, ", ")
}

// Astray mails the operator of mails of a mailbox that are for no world.
func (k crew) Astray(ctx context.Context, mailbox, folder string, a fleet.Astray) error {
	return k.operator(ctx, "astray."+mailbox, a.Since, "fleet-astray", phrase.Str("mailbox", mailbox),
		phrase.Str("folder", folder), phrase.Num("n", a.Mails))
}
