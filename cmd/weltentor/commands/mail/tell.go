package mail

import (
	"slices"
	"strconv"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
	"weltentor/resolve/world"
)

// TellCmd writes to players.
type TellCmd struct {
	folder.Writes
	To       []string `arg:"" name:"realm"`
	File     string   `required:"" placeholder:"FILE"`
	InReport bool
	JSON     bool  `name:"json"`
	to       []int // whom To means; none: all realms
	text     string
}

// everybody means all players on the command line.
const everybody = "all"

// Check reads who is written to, and what.
func (k *TellCmd) Check(c *call.Call) (err error) {
	if slices.Contains(k.To, everybody) {
		if len(k.To) > 1 {
			return fault.Usage("tell-all")
		}
		k.To = nil
	}
	for _, word := range k.To {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return fault.Usage("tell-whom", phrase.Str("value", word))
		}
		k.to = append(k.to, n)
	}
	k.text, err = c.OrderText(k.File)
	return err
}

// Run writes to all players named, or to nobody. The same text is sent only once per turn, so the command may be run
// again if its outcome is unknown.
func (k *TellCmd) Run(c *call.Call, w *folder.Opened) error {
	told, err := letters.Tell(w.World, k.to, k.text, k.InReport, c.Now())
	switch {
	case err != nil:
		return err
	case k.JSON:
		return c.JSON().Encode(told)
	}
	if len(told.Had) > 0 {
		c.Voice.Say("told-had", phrase.Num("n", len(told.Had)), phrase.Str("realms", world.NumbersOf(told.Had)))
	}
	code := "told"
	switch {
	case k.InReport:
		code = "told-with-report"
	case w.Apart:
		code = "told-apart"
	}
	if len(told.Realms) > 0 {
		c.Voice.Say(code, phrase.Num("n", len(told.Realms)), phrase.Str("realms", world.NumbersOf(told.Realms)))
	}
	return nil
}
