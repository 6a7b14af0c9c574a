package main

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
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
func (k *tellCmd) Run(c *Call) error {
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
	told, err := letters.Tell(w.World, to, text, k.InReport, c.now())
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
	switch {
	case k.InReport:
		code = "told-with-report"
	case w.apart:
		code = "told-apart"
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

// Letters of the fleet's own, to its operator.
