package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
)

// statusCmd shows where a world stands.
type statusCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// Run prints turn, deadline, who has sent, and the outbox. It takes no lock,
// so it works while another command runs.
func (k *statusCmd) Run(c *Call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	for _, err := range w.settings.Secrets() {
		c.voice.complain(err)
	}
	s, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	still := w.still()
	if k.JSON {
		err = c.encode(statusJSON{stillOf(still, c.voice.book), s})
	} else {
		if still != nil {
			c.paintText(terminal.Red, still.Say(c.voice.book))
		}
		err = c.printStatus(s, w.zone())
	}
	if err != nil || still == nil {
		return err
	}
	return silent(still.Exit)
}

func (c *Call) printStatus(s master.Status, zone *time.Location) error {
	c.paint(terminal.Bold, "status-head", phrase.Str("name", s.Name), phrase.Str("title", s.Title),
		phrase.Num("turn", s.Turn))
	c.sayDeadline(s, zone)
	c.sayClosing(s, zone)
	c.sayWinners(s)
	if err := c.realmTable(s, zone); err != nil {
		return err
	}
	for _, told := range s.Told {
		fmt.Fprintln(c.out, "  "+told.Text)
	}
	c.saySignups(s.Signups, zone)
	c.sayLetters(s, zone)
	return nil
}

// realmTable has a line a realm. Lines for a script stay as they are; people get heads and colours.
func (c *Call) realmTable(s master.Status, zone *time.Location) error {
	if c.front.Seen() && len(s.Realms) > 0 {
		book, rows := c.voice.book, [][]terminal.Cell{}
		for _, r := range s.Realms {
			rows = append(rows, c.realmCells(r, s, zone))
		}
		c.front.Table([]string{book.T("status-number"), book.T("status-realm"), book.T("status-player"),
			book.T("status-orders"), book.T("status-good"), book.T("status-bad"), book.T("status-notes")}, rows)
		return nil
	}
	t := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, r := range s.Realms {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\n", r.Number, oneCell(r.Name), oneCell(r.Player),
			strings.Join(c.realmStates(r, s.Turn, zone), "; "))
	}
	return t.Flush()
}

// realmCells is a realm's row of the table: green where the orders are in, yellow where some of their lines
// are bad or none have come yet, red where none came in time, faint where none are awaited.
func (c *Call) realmCells(r master.RealmStatus, s master.Status, zone *time.Location) []terminal.Cell {
	paint, state, good, bad := terminal.Yellow, c.voice.book.T("orders-missing"), "", ""
	awaited := r.Asked && !r.Fallen && !r.Vacant && !r.Absent(s.Turn)
	switch {
	case !r.Sent.IsZero():
		if paint = terminal.Green; r.Bad > 0 {
			paint = terminal.Yellow
		}
		state, good, bad = when(r.Sent, zone), fmt.Sprint(r.Good), fmt.Sprint(r.Bad)
	case r.Fallen:
		paint, state = terminal.Faint, c.voice.book.T("fallen")
	case r.Vacant:
		paint, state = terminal.Faint, c.voice.book.T("vacant")
	case !r.Asked:
		paint, state = terminal.Faint, c.voice.book.T("orders-not-asked")
	case !awaited:
		paint = terminal.Faint
	case s.Passed:
		paint = terminal.Red
	}
	var notes []string
	if r.Reminded && r.Sent.IsZero() {
		notes = append(notes, c.voice.book.T("reminded"))
	}
	notes = append(notes, c.unfinished(r)...)
	if !r.Vacant {
		notes = append(notes, c.silence(r.RealmRow, s.Turn)...)
	}
	name := terminal.Bare
	if paint == terminal.Faint {
		name = terminal.Faint
	}
	return []terminal.Cell{{Text: fmt.Sprint(r.Number), Paint: name}, {Text: oneCell(r.Name), Paint: name},
		{Text: oneCell(r.Player), Paint: name}, {Text: state, Paint: paint}, {Text: good, Paint: paint},
		{Text: bad, Paint: paint}, {Text: strings.Join(notes, "; "), Paint: name}}
}

// unfinished says that a realm's orders are not final, that it wants more time, and for how many turns
// to come it has sent orders.
func (c *Call) unfinished(r master.RealmStatus) (said []string) {
	if r.Draft {
		said = append(said, c.voice.book.T("orders-draft"))
	}
	if r.MoreTime {
		said = append(said, c.voice.book.T("wants-time"))
	}
	if r.Ahead > 0 {
		said = append(said, c.voice.book.Say(phrase.P("orders-for-later", phrase.Num("n", r.Ahead))))
	}
	return said
}

// sayWinners names who has won a game that is over.
func (c *Call) sayWinners(s master.Status) {
	var names []string
	for _, r := range s.Realms {
		if !slices.Contains(s.Winners, r.Number) {
			continue
		}
		name := fmt.Sprintf("%d %s", r.Number, oneCell(r.Name))
		if r.Player != "" {
			name += " (" + oneCell(r.Player) + ")"
		}
		names = append(names, name)
	}
	switch {
	case !s.Over || s.Closing != nil:
	case len(names) == 0:
		c.voice.say("status-no-winner")
	default:
		c.voice.say("status-winners", phrase.Num("n", len(names)), phrase.Str("names", strings.Join(names, ", ")))
	}
}

// sayOutbox counts letters by their state; a state without letters is left out.
func (c *Call) sayOutbox(o outbox.OutboxCount) {
	var counts []string
	for _, state := range []struct {
		code string
		n    int
	}{
		{"status-outbox-waiting", o.Waiting}, {"status-outbox-held", o.Held}, {"status-outbox-sent", o.Sent},
		{"status-outbox-failed", o.Failed}, {"status-outbox-unclear", o.Unclear}, {"status-outbox-bounced", o.Bounced},
	} {
		if state.n > 0 {
			counts = append(counts, c.voice.book.Say(phrase.P(state.code, phrase.Num("n", state.n))))
		}
	}
	if len(counts) == 0 {
		c.voice.say("status-outbox-empty")
		return
	}
	c.voice.say("status-outbox", phrase.Str("counts", strings.Join(counts, ", ")))
}

// sayLetters counts the outbox and names what did not reach its reader.
func (c *Call) sayLetters(s master.Status, zone *time.Location) {
	c.sayOutbox(s.Outbox)
	if until := s.Outbox.Limited; !until.IsZero() && s.Outbox.Waiting > 0 {
		c.voice.say("status-limited", phrase.Str("time", when(until, zone)))
	}
	for _, l := range s.Undelivered {
		code := "status-undelivered"
		if l.State == outbox.Unclear {
			code = "status-uncertain"
		}
		c.paint(terminal.Red, code, phrase.Num("letter", int64(l.ID)), phrase.Num("realm", l.Realm),
			phrase.Str("to", l.To), phrase.Str("subject", l.Subject), phrase.Str("reason", oneCell(l.Reason)))
	}
	c.saySilent(s.Silent)
	for _, n := range s.Notices {
		c.voice.say("status-notice", phrase.Str("time", when(n.At, zone)), phrase.Str("subject", n.Subject))
		for line := range strings.Lines(n.Text) {
			fmt.Fprintf(c.out, "    %s\n", strings.TrimRight(line, " \r\n"))
		}
	}
}

// saySilent counts the letters that were put away without a word to anybody, by reason.
func (c *Call) saySilent(put []logbook.SilentStatus) {
	if len(put) == 0 {
		return
	}
	all, reasons := 0, []string{}
	for _, s := range put {
		all += s.Count
		reason := oneCell(s.Reason)
		if code := "silent." + reason; c.voice.book.Has(code) {
			reason = c.voice.book.T(code)
		}
		reasons = append(reasons, fmt.Sprintf("%d %s", s.Count, reason))
	}
	c.voice.say("status-silent", phrase.Num("n", all), phrase.Str("reasons", strings.Join(reasons, ", ")))
}

// sayDeadline tells when the turn is resolved and what it waits for.
func (c *Call) sayDeadline(s master.Status, zone *time.Location) {
	at := phrase.Str("time", when(s.Deadline, zone))
	switch {
	case s.Due && s.Deadline.After(c.now()):
		c.paint(terminal.Yellow, "status-due-early", at)
	case s.Due:
		c.paint(terminal.Yellow, "status-due", at)
	case s.Waits.Code == "waits-master" && !s.Deadline.IsZero():
		c.voice.say("status-planned", at)
	case s.Moved:
		c.voice.say("status-moved", at)
	case !s.Deadline.IsZero():
		c.voice.say("status-deadline", at)
	}
	if !s.Reminder.IsZero() {
		c.voice.say("status-reminder", phrase.Str("time", when(s.Reminder, zone)))
	}
	if p := s.Paused; p != nil && p.Until.IsZero() {
		c.paint(terminal.Yellow, "status-paused", phrase.Str("time", when(p.From, zone)))
	} else if p != nil {
		c.paint(terminal.Yellow, "status-paused-until", phrase.Str("time", when(p.From, zone)),
			phrase.Str("until", when(p.Until, zone)))
	}
	if s.Waits.Code != "" {
		fmt.Fprintln(c.out, c.machineWords().Say(s.Waits))
	}
	if m := s.Mailbox; m != nil && !m.Failed.IsZero() {
		code := "status-mailbox"
		if !m.Unread {
			code = "status-mailbox-read"
		}
		c.paint(terminal.Red, code, phrase.Str("since", when(m.Since, zone)), phrase.Str("time", when(m.Failed, zone)),
			phrase.Str("reason", oneCell(m.Reason)))
	} else if m != nil {
		c.paint(terminal.Red, "status-unread", phrase.Str("since", when(m.Since, zone)),
			phrase.Str("reason", oneCell(m.Reason)))
	}
}

// orderState tells of one realm's orders.
func (c *Call) orderState(r master.RealmStatus, zone *time.Location) string {
	code := "orders-missing"
	switch {
	case r.Fallen:
		code = "fallen"
	case !r.Asked:
		code = "orders-not-asked"
	case !r.Sent.IsZero():
		code = "orders-in"
	}
	return c.voice.book.Say(phrase.P(code, phrase.Str("time", when(r.Sent, zone)), phrase.Num("good", r.Good),
		phrase.Num("bad", r.Bad)))
}

// realmStates tells of one realm's orders, and of what the machine knows about
// its player's silence.
func (c *Call) realmStates(r master.RealmStatus, turn int, zone *time.Location) []string {
	if r.Vacant && !r.Fallen && r.Sent.IsZero() {
		return c.silence(r.RealmRow, turn)
	}
	states := []string{c.orderState(r, zone)}
	if r.Reminded && r.Sent.IsZero() {
		states = append(states, c.voice.book.T("reminded"))
	}
	return append(append(states, c.unfinished(r)...), c.silence(r.RealmRow, turn)...)
}

// statusJSON is the answer of `status --json`: first of all, whether the world stands still.
type statusJSON struct {
	Still *stillJSON `json:"still,omitempty"`
	master.Status
}

// stillJSON is why a world takes in no mail and sends none.
type stillJSON struct {
	Code string `json:"code"` // is-copy, is-old, in-fleet
	Text string `json:"text"` // with the way out
}

func stillOf(why *complaint, book *phrase.Book) *stillJSON {
	if why == nil {
		return nil
	}
	return &stillJSON{why.What.Code, why.Say(book)}
}
