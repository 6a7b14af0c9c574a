package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letters"
)

// questionsCmd lists what players have written to the game master, or puts some of it away.
type questionsCmd struct {
	Dir     string   `arg:""`
	Numbers []uint64 `arg:"" optional:"" name:"number"`
	All     bool
	Dismiss bool
	JSON    bool `name:"json"`
}

// Run prints the letters that await an answer, or those of some numbers, oldest first.
func (k *questionsCmd) Run(c *Call) error {
	if k.Dismiss {
		return k.dismiss(c)
	}
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	list, err := letters.Questions(w.World)
	if err != nil {
		return w.wrong(err)
	}
	shown := []correspondence.Question{}
	for _, q := range list {
		if slices.Contains(k.Numbers, q.Number) || len(k.Numbers) == 0 && (k.All || q.Open()) {
			shown = append(shown, q)
		}
	}
	for _, n := range k.Numbers {
		if !slices.ContainsFunc(shown, func(q correspondence.Question) bool { return q.Number == n }) {
			return no("no-question", phrase.Str("dir", k.Dir), phrase.Num("number", int64(n)))
		}
	}
	switch {
	case k.JSON:
		return c.encode(struct {
			Questions []correspondence.Question `json:"questions"`
		}{shown})
	case len(shown) == 0:
		c.voice.say("questions-none", phrase.Num("n", len(list)))
	}
	for i, q := range shown {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		c.printQuestion(q, w.zone())
	}
	return nil
}

// printQuestion prints a letter: a line of who and when, the subject, the text.
func (c *Call) printQuestion(q correspondence.Question, zone *time.Location) {
	code, at := "question-open", time.Time{}
	switch {
	case !q.Answered.IsZero():
		code, at = "question-answered", q.Answered
	case !q.Ticked.IsZero():
		code, at = "question-ticked", q.Ticked
	}
	fmt.Fprintf(c.out, "#%d  %s  %s  %s\n", q.Number, q.At.In(zone).Format("2006-01-02 15:04"),
		c.voice.book.Say(phrase.P("question-of", phrase.Num("turn", q.Turn), phrase.Num("realm", q.Realm),
			phrase.Str("player", oneCell(q.Player)), phrase.Str("mail", oneCell(q.To)))),
		c.voice.book.Say(phrase.P(code, phrase.Str("time", when(at, zone)))))
	switch {
	case q.Orders:
		fmt.Fprintln(c.out, "    "+c.voice.book.T("question-orders"))
	case q.Subject != "":
		fmt.Fprintln(c.out, "    "+oneCell(q.Subject))
	}
	for line := range strings.Lines(cmp.Or(q.Text, c.voice.book.T("question-textless"))) {
		fmt.Fprintln(c.out, strings.TrimRight("      "+line, " \r\n"))
	}
}

// dismiss puts letters away that need no answer.
func (k *questionsCmd) dismiss(c *Call) error {
	if len(k.Numbers) == 0 {
		return usage("questions-which")
	}
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	if err := letters.Tick(w.World, c.now(), k.Numbers...); err != nil {
		return w.wrong(err)
	}
	if !k.JSON {
		c.voice.say("questions-dismissed", phrase.Num("n", len(k.Numbers)))
		return nil
	}
	return c.encode(struct {
		Dismissed []uint64 `json:"dismissed"`
	}{k.Numbers})
}
