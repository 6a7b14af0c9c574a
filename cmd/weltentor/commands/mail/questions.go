package mail

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/notices"
	"weltentor/resolve/requests"
)

// QuestionsCmd lists what players have written to the game master, or puts some of it away.
type QuestionsCmd struct {
	folder.Reads
	Numbers []uint64 `arg:"" optional:"" name:"number"`
	All     bool
	Dismiss bool
	JSON    bool `name:"json"`
}

// Check refuses to put away letters without their numbers.
func (k *QuestionsCmd) Check(*call.Call) error {
	if k.Dismiss && len(k.Numbers) == 0 {
		return complaint.Usage("questions-which")
	}
	return nil
}

// Open opens the world to put letters away, or to list them.
func (k *QuestionsCmd) Open(c *call.Call) (*folder.Opened, func(), error) {
	if k.Dismiss {
		return folder.Change(c, k.Dir)
	}
	return folder.Read(c, k.Dir)
}

// Run prints the letters that await an answer, or those with the numbers given, oldest first.
func (k *QuestionsCmd) Run(c *call.Call, w *folder.Opened) error {
	if k.Dismiss {
		return k.dismiss(c, w)
	}
	list, err := notices.Questions(w.World)
	if err != nil {
		return err
	}
	shown := []correspondence.Question{}
	for _, q := range list {
		if slices.Contains(k.Numbers, q.Number) || len(k.Numbers) == 0 && (k.All || q.Open()) {
			shown = append(shown, q)
		}
	}
	for _, n := range k.Numbers {
		if !slices.ContainsFunc(shown, func(q correspondence.Question) bool { return q.Number == n }) {
			return complaint.No("no-question", phrase.Str("dir", k.Dir), phrase.Num("number", int64(n)))
		}
	}
	switch {
	case k.JSON:
		return c.JSON().Encode(struct {
			Questions []correspondence.Question `json:"questions"`
		}{shown})
	case len(shown) == 0:
		c.Voice.Say("questions-none", phrase.Num("n", len(list)))
	}
	for i, q := range shown {
		if i > 0 {
			fmt.Fprintln(c.Out)
		}
		printQuestion(c, q, w.Zone())
	}
	return nil
}

// printQuestion prints a letter: a line with sender and time, the subject, the text.
func printQuestion(c *call.Call, q correspondence.Question, zone *time.Location) {
	code, at := "question-open", time.Time{}
	switch {
	case !q.Answered.IsZero():
		code, at = "question-answered", q.Answered
	case !q.Ticked.IsZero():
		code, at = "question-ticked", q.Ticked
	}
	fmt.Fprintf(c.Out, "#%d  %s  %s  %s\n", q.Number, q.At.In(zone).Format("2006-01-02 15:04"),
		c.Voice.Book.Say(phrase.P("question-of", phrase.Num("turn", q.Turn), phrase.Num("realm", q.Realm),
			phrase.Str("player", terminal.OneCell(q.Player)), phrase.Str("mail", terminal.OneCell(q.To)))),
		c.Voice.Book.Say(phrase.P(code, phrase.Str("time", call.When(at, zone)))))
	switch {
	case q.Orders:
		fmt.Fprintln(c.Out, "    "+c.Voice.Book.T("question-orders"))
	case q.Subject != "":
		fmt.Fprintln(c.Out, "    "+terminal.OneCell(q.Subject))
	}
	for line := range strings.Lines(cmp.Or(q.Text, c.Voice.Book.T("question-textless"))) {
		fmt.Fprintln(c.Out, strings.TrimRight("      "+line, " \r\n"))
	}
}

// dismiss puts away letters that need no answer.
func (k *QuestionsCmd) dismiss(c *call.Call, w *folder.Opened) error {
	if err := notices.Tick(w.World, c.Now(), k.Numbers...); err != nil {
		return err
	}
	if !k.JSON {
		c.Voice.Say("questions-dismissed", phrase.Num("n", len(k.Numbers)))
		return nil
	}
	return c.JSON().Encode(struct {
		Dismissed []uint64 `json:"dismissed"`
	}{k.Numbers})
}

// AnswerCmd answers a letter from a player.
type AnswerCmd struct {
	folder.Writes
	Number uint64 `arg:""`
	File   string `required:"" placeholder:"FILE"`
	JSON   bool   `name:"json"`
	text   string
}

// Check reads the answer.
func (k *AnswerCmd) Check(c *call.Call) (err error) {
	k.text, err = c.OrderText(k.File)
	return err
}

// Run queues the answer in the player's conversation. Running it again with the same answer does nothing.
func (k *AnswerCmd) Run(c *call.Call, w *folder.Opened) error {
	to, err := requests.AnswerQuestion(w.World, k.Number, k.text, c.Now())
	number := phrase.Num("number", int64(k.Number))
	switch {
	case err != nil:
		return err
	case k.JSON:
		return c.JSON().Encode(struct {
			Number uint64 `json:"number"`
			To     string `json:"to,omitempty"`
		}{k.Number, to})
	case to == "":
		c.Voice.Say("answered-already", number)
	default:
		c.Voice.Say("answered", number, phrase.Str("mail", to))
	}
	return nil
}
