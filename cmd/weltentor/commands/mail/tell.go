package mail

import (
	"slices"
	"strconv"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/show"
	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
)

// TellCmd writes to players.
type TellCmd struct {
	Dir      string   `arg:""`
	To       []string `arg:"" name:"realm"`
	File     string   `required:"" placeholder:"FILE"`
	InReport bool
	JSON     bool `name:"json"`
}

// everybody means all players on the command line.
const everybody = "all"

// Run writes to all players named, or to nobody. The same text is sent only once per turn, so the command may be run
// again if its outcome is unknown.
func (k *TellCmd) Run(c *call.Call) error {
	to, err := k.realms()
	if err != nil {
		return err
	}
	text, err := c.OrderText(k.File)
	if err != nil {
		return err
	}
	w, done, err := folder.Write(c, k.Dir)
	if err != nil {
		return err
	}
	defer done()
	told, err := letters.Tell(w.World, to, text, k.InReport, c.Now())
	switch {
	case err != nil:
		return w.Wrong(err)
	case k.JSON:
		return c.JSON().Encode(told)
	}
	if len(told.Had) > 0 {
		c.Voice.Say("told-had", phrase.Num("n", len(told.Had)), phrase.Str("realms", show.InARow(told.Had)))
	}
	code := "told"
	switch {
	case k.InReport:
		code = "told-with-report"
	case w.Apart:
		code = "told-apart"
	}
	if len(told.Realms) > 0 {
		c.Voice.Say(code, phrase.Num("n", len(told.Realms)), phrase.Str("realms", show.InARow(told.Realms)))
	}
	return nil
}

// realms returns the numbers named; none: all realms.
func (k *TellCmd) realms() (to []int, err error) {
	if slices.Contains(k.To, everybody) {
		if len(k.To) > 1 {
			return nil, fault.Usage("tell-all")
		}
		return nil, nil
	}
	for _, word := range k.To {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil, fault.Usage("tell-whom", phrase.Str("value", word))
		}
		to = append(to, n)
	}
	return to, nil
}
