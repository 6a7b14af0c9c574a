package mail

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/wording"
)

// TellCmd writes to players.
type TellCmd struct {
	folder.Writes
	Whom     []string `arg:"" optional:""`
	File     string   `placeholder:"FILE"`
	InReport bool
	JSON     bool     `name:"json"`
	whom     []string // numbers and names of realms; none: all realms
	text     string
}

// everybody means all players on the command line.
const everybody = "all"

// Check reads who is written to, and what. What the line lacks is asked for at the terminal, before the world is locked.
func (k *TellCmd) Check(c *call.Call) (err error) {
	words := k.Whom
	if len(words) == 0 {
		answer, asked := c.Answered("tell-to")
		if !asked {
			return complaint.Usage("tell-nobody")
		}
		words = strings.FieldsFunc(cmp.Or(answer, everybody), func(r rune) bool { return r == ' ' || r == ',' })
	} else if k.File == "" {
		words = k.addressees()
		k.text = strings.Join(k.Whom[len(words):], " ")
	}
	for _, word := range words {
		k.whom = append(k.whom, strings.FieldsFunc(word, func(r rune) bool { return r == ',' })...)
	}
	if slices.Contains(k.whom, everybody) {
		if len(k.whom) > 1 {
			return complaint.Usage("tell-all")
		}
		k.whom = nil
	}
	switch asked := false; {
	case k.File != "":
		k.text, err = c.OrderText(k.File)
	case k.text == "-":
		k.text, err = c.OrderText("-")
	case k.text == "":
		if k.text, asked = c.Typed("tell-text"); !asked {
			err = complaint.Usage("tell-what")
		}
	}
	return err
}

// addressees are the words of the line before the text: the first, and all numbers behind it.
func (k *TellCmd) addressees() []string {
	n := 1
	for n < len(k.Whom) && number(k.Whom[n]) > 0 {
		n++
	}
	return k.Whom[:n]
}

// number is a realm's number; 0: the word is none.
func number(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// realms are those that were named, by number or name.
func (k *TellCmd) realms(w *folder.Opened) (to []int, err error) {
	all, err := players.Realms(w.World)
	if err != nil {
		return nil, err
	}
	for _, word := range k.whom {
		n := number(word)
		for _, r := range all {
			if strings.EqualFold(r.Name, word) {
				n = r.Number
			}
		}
		if n == 0 {
			return nil, complaint.Usage("tell-whom", phrase.Str("value", word))
		}
		to = append(to, n)
	}
	return to, nil
}

// Run writes to all players named, or to nobody. The same text is sent only once per turn, so the command may be run
// again if its outcome is unknown.
func (k *TellCmd) Run(c *call.Call, w *folder.Opened) error {
	to, err := k.realms(w)
	if err != nil {
		return err
	}
	told, err := notices.Tell(w.World, to, k.text, k.InReport, c.Now())
	switch {
	case err != nil:
		return err
	case k.JSON:
		return c.JSON().Encode(told)
	}
	if len(told.Had) > 0 {
		c.Voice.Say("told-had", phrase.Num("n", len(told.Had)), phrase.Str("realms", wording.NumbersOf(told.Had)))
	}
	code := "told"
	switch {
	case k.InReport:
		code = "told-with-report"
	case w.Apart:
		code = "told-apart"
	}
	if len(told.Realms) > 0 {
		c.Voice.Say(code, phrase.Num("n", len(told.Realms)), phrase.Str("realms", wording.NumbersOf(told.Realms)), phrase.Num("turn", told.Turn))
	}
	return nil
}
