package world

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/show"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
)

// StatusCmd shows the state of a world, or in a row each of several.
type StatusCmd struct {
	Dirs []string `arg:"" optional:"" name:"dirs"`
	JSON bool     `name:"json"`
}

// Run prints the turn, the deadline, who has sent orders, and the outbox of a world. It takes no lock, so it works
// while another command runs. Of several worlds, or of all in the working directory, it prints a table.
func (k *StatusCmd) Run(c *call.Call) error {
	k.Dirs = folder.Once(k.Dirs)
	if len(k.Dirs) != 1 {
		return k.several(c)
	}
	r, err := looked(c, k.Dirs[0])
	if err != nil {
		return err
	}
	for _, err := range r.of.Settings.Secrets() {
		c.Voice.Complain(err)
	}
	if k.JSON {
		err = c.JSON().Encode(r.answer(c))
	} else {
		if r.still != nil {
			c.PaintText(terminal.Red, r.still.Say(c.Voice.Book))
		}
		if r.stuck != nil {
			c.PaintText(terminal.Red, r.stuck.Complaint(r.of.Settings).Say(c.Voice.Book))
			r.Due = false // nothing resolves it
		}
		err = printStatus(c, r.Status, r.of.Settings.IMAP.Quarantine, r.of.Zone())
		if len(r.waits) > 0 {
			c.Voice.Say("status-waiting", phrase.Str("list", r.waiting(c)))
		}
	}
	return cmp.Or(err, ends(r.exit()))
}

// ends is a run that ends with this exit code, without a word more.
func ends(exit int) error {
	if exit == complaint.ExitDone {
		return nil
	}
	return complaint.Silent(exit)
}

// standing is the state of a world in a folder.
type standing struct {
	gamemaster.Status
	dir   string
	of    *folder.Opened
	still *complaint.Complaint // why it stands still; nil: it does not
	stuck *folder.Stuck        // who keeps all others out; nil: nobody
	waits []phrase.Phrase      // what waits for the game master
}

// exit is the exit code that says how the world stands: no, if something waits, so that a crontab can ask.
func (r standing) exit() int {
	switch {
	case r.still != nil:
		return r.still.Exit
	case len(r.waits) > 0:
		return complaint.ExitNo
	}
	return complaint.ExitDone
}

// looked looks at a world.
func looked(c *call.Call, dir string) (r standing, err error) {
	r.dir = dir
	if r.of, err = folder.Look(c, dir); err != nil {
		return r, err
	}
	if r.Status, err = gamemaster.StatusOf(r.of.World, c.Now()); err != nil {
		return r, r.of.Wrong(err)
	}
	r.still, r.stuck = r.of.Still(), r.of.Stuck(r.Deadline)
	questions, err := notices.Questions(r.of.World)
	r.waits = waits(c, r, len(slices.DeleteFunc(questions, func(q correspondence.Question) bool { return !q.Open() })))
	return r, r.of.Wrong(err)
}

// answer is what a script reads of it.
func (r standing) answer(c *call.Call) statusJSON {
	out := statusJSON{Status: r.Status, Stuck: r.stuck}
	if r.still != nil {
		out.Still = &saidJSON{r.still.What.Code, r.still.Say(c.Voice.Book)}
	}
	for _, w := range r.waits {
		out.ForYou = append(out.ForYou, saidJSON{w.Code, c.Voice.Book.Say(w)})
	}
	return out
}

func printStatus(c *call.Call, s gamemaster.Status, aside string, zone *time.Location) error {
	c.Paint(terminal.Bold, "status-head", phrase.Str("name", s.Name), phrase.Str("title", s.Title),
		phrase.Num("turn", s.Turn))
	sayDeadline(c, s, zone)
	sayUnshown(c, s, aside, zone)
	show.SayClosing(c, s, zone)
	sayWinners(c, s)
	if err := realmTable(c, s, zone); err != nil {
		return err
	}
	for _, told := range s.Told {
		fmt.Fprintln(c.Out, "  "+told.Text)
	}
	show.SaySignups(c, s.Signups, zone)
	if s.Practice.Running > 0 {
		c.Voice.Say("status-practice", phrase.Num("n", s.Practice.Running), phrase.Num("most", s.Practice.Most))
	}
	if n := len(s.Observers.Now); n > 0 {
		var list []string
		for _, o := range s.Observers.Now {
			list = append(list, terminal.OneCell(o.Mail))
		}
		c.Voice.Say("status-observers", phrase.Num("n", n), phrase.Num("most", s.Observers.Most),
			phrase.Str("list", strings.Join(list, ", ")))
	}
	sayLetters(c, s, zone)
	return nil
}

// realmTable prints one line per realm. For scripts the lines are plain; people get column heads and colours.
func realmTable(c *call.Call, s gamemaster.Status, zone *time.Location) error {
	if c.Front.Seen() && len(s.Realms) > 0 {
		book, rows := c.Voice.Book, [][]terminal.Cell{}
		for _, r := range s.Realms {
			rows = append(rows, realmCells(c, r, s, zone))
		}
		c.Front.Table([]string{book.T("status-number"), book.T("status-realm"), book.T("status-player"),
			book.T("status-orders"), book.T("status-good"), book.T("status-bad"), book.T("status-notes")}, rows)
		return nil
	}
	t := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for _, r := range s.Realms {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\n", r.Number, terminal.OneCell(r.Name), terminal.OneCell(r.Player),
			strings.Join(realmStates(c, r, s.Turn, zone), "; "))
	}
	return t.Flush()
}

// realmCells makes a realm's row of the table. Green: the orders are in. Yellow: some lines are bad, or no orders
// have come yet. Red: none came in time. Faint: none are awaited.
func realmCells(c *call.Call, r gamemaster.RealmStatus, s gamemaster.Status, zone *time.Location) []terminal.Cell {
	paint, state, good, bad := terminal.Yellow, c.Voice.Book.T("orders-missing"), "", ""
	switch {
	case !r.Sent.IsZero():
		if paint = terminal.Green; r.Bad > 0 {
			paint = terminal.Yellow
		}
		state, good, bad = call.When(r.Sent, zone), fmt.Sprint(r.Good), fmt.Sprint(r.Bad)
	case r.Fallen:
		paint, state = terminal.Faint, c.Voice.Book.T("fallen")
	case r.Vacant && r.Bot != nil:
		paint, state = terminal.Faint, c.Voice.Book.T("bot-state")
	case r.Vacant && !r.Local():
		paint, state = terminal.Faint, c.Voice.Book.T("vacant")
	case !r.Asked:
		paint, state = terminal.Faint, c.Voice.Book.T("orders-not-asked")
	case !r.Awaited(s.Turn):
		paint = terminal.Faint
	case s.Passed:
		paint = terminal.Red
	}
	var notes []string
	if r.Reminded && r.Sent.IsZero() {
		notes = append(notes, c.Voice.Book.T("reminded"))
	}
	notes = append(notes, unfinished(c, r, zone)...)
	if !r.Vacant || r.Local() {
		notes = append(notes, show.Silence(c, r.RealmRow, s.Turn)...)
	}
	name := terminal.Bare
	if paint == terminal.Faint {
		name = terminal.Faint
	}
	return []terminal.Cell{{Text: fmt.Sprint(r.Number), Paint: name}, {Text: terminal.OneCell(r.Name), Paint: name},
		{Text: terminal.OneCell(r.Player), Paint: name}, {Text: state, Paint: paint}, {Text: good, Paint: paint},
		{Text: bad, Paint: paint}, {Text: strings.Join(notes, "; "), Paint: name}}
}

// unfinished says that a realm has only spoken, that its orders are not final, that it wants more time, and for how many later turns it has
// sent orders.
func unfinished(c *call.Call, r gamemaster.RealmStatus, zone *time.Location) (said []string) {
	if !r.Spoke.IsZero() {
		said = append(said, c.Voice.Book.Say(phrase.P("orders-spoken", phrase.Str("time", call.When(r.Spoke, zone)))))
	}
	if r.Draft {
		said = append(said, c.Voice.Book.T("orders-draft"))
	}
	if r.MoreTime {
		said = append(said, c.Voice.Book.T("wants-time"))
	}
	if r.Ahead > 0 {
		said = append(said, c.Voice.Book.Say(phrase.P("orders-for-later", phrase.Num("n", r.Ahead))))
	}
	return said
}

// sayWinners names the winners of a game that is over.
func sayWinners(c *call.Call, s gamemaster.Status) {
	var names []string
	for _, r := range s.Realms {
		if !slices.Contains(s.Winners, r.Number) {
			continue
		}
		name := fmt.Sprintf("%d %s", r.Number, terminal.OneCell(r.Name))
		if r.Player != "" {
			name += " (" + terminal.OneCell(r.Player) + ")"
		}
		names = append(names, name)
	}
	switch {
	case !s.Over || s.Closing != nil:
	case len(names) == 0:
		c.Voice.Say("status-no-winner")
	default:
		c.Voice.Say("status-winners", phrase.Num("n", len(names)), phrase.Str("names", strings.Join(names, ", ")))
	}
}

// sayOutbox counts letters by their state. States without letters are left out.
func sayOutbox(c *call.Call, o outbox.OutboxCount) {
	var counts []string
	for _, state := range []struct {
		code string
		n    int
	}{
		{"status-outbox-waiting", o.Waiting}, {"status-outbox-held", o.Held}, {"status-outbox-sent", o.Sent},
		{"status-outbox-failed", o.Failed}, {"status-outbox-unclear", o.Unclear}, {"status-outbox-bounced", o.Bounced},
	} {
		if state.n > 0 {
			counts = append(counts, c.Voice.Book.Say(phrase.P(state.code, phrase.Num("n", state.n))))
		}
	}
	if len(counts) == 0 {
		c.Voice.Say("status-outbox-empty")
		return
	}
	c.Voice.Say("status-outbox", phrase.Str("counts", strings.Join(counts, ", ")))
}

// sayLetters counts the letters in the outbox, and names those that did not arrive.
func sayLetters(c *call.Call, s gamemaster.Status, zone *time.Location) {
	sayOutbox(c, s.Outbox)
	if until := s.Outbox.Limited; !until.IsZero() && s.Outbox.Waiting > 0 {
		c.Voice.Say("status-limited", phrase.Str("time", call.When(until, zone)))
	}
	for _, l := range s.Undelivered {
		code := "status-undelivered"
		if l.State == outbox.Unclear {
			code = "status-uncertain"
		}
		c.Paint(terminal.Red, code, phrase.Num("letter", int64(l.ID)), phrase.Num("realm", l.Realm),
			phrase.Str("to", l.To), phrase.Str("subject", l.Subject), phrase.Str("reason", terminal.OneCell(l.Reason)))
	}
	saySilent(c, s.Silent)
	for _, n := range s.Notices {
		c.Voice.Say("status-notice", phrase.Str("time", call.When(n.At, zone)), phrase.Str("subject", n.Subject))
		for line := range strings.Lines(n.Text) {
			fmt.Fprintf(c.Out, "    %s\n", strings.TrimRight(line, " \r\n"))
		}
	}
}

// saySilent counts the letters that were put aside without telling anybody, by reason.
func saySilent(c *call.Call, put []logbook.SilentStatus) {
	if len(put) == 0 {
		return
	}
	all, reasons := 0, []string{}
	for _, s := range put {
		all += s.Count
		reason := terminal.OneCell(s.Reason)
		if code := "silent." + reason; c.Voice.Book.Has(code) {
			reason = c.Voice.Book.T(code)
		}
		reasons = append(reasons, fmt.Sprintf("%d %s", s.Count, reason))
	}
	c.Voice.Say("status-silent", phrase.Num("n", all), phrase.Str("reasons", strings.Join(reasons, ", ")))
}

// sayDeadline says when the turn will be resolved, and what it waits for.
func sayDeadline(c *call.Call, s gamemaster.Status, zone *time.Location) {
	at := phrase.Str("time", call.When(s.Deadline, zone))
	switch {
	case s.Failed: // below
	case s.Due && s.Setup:
		c.Paint(terminal.Yellow, "status-due-setup")
	case s.Due && s.Deadline.After(c.Now()):
		c.Paint(terminal.Yellow, "status-due-early", at)
	case s.Due:
		c.Paint(terminal.Yellow, "status-due", at)
	case s.ByHand && !s.Deadline.IsZero():
		c.Voice.Say("status-planned", at)
	case s.Moved:
		c.Voice.Say("status-moved", at)
	case !s.Deadline.IsZero():
		c.Voice.Say("status-deadline", at)
	}
	if !s.Reminder.IsZero() && !c.Voice.Here {
		c.Voice.Say("status-reminder", phrase.Str("time", call.When(s.Reminder, zone)))
	}
	if p := s.Paused; p != nil && p.Until.IsZero() {
		c.Paint(terminal.Yellow, "status-paused", phrase.Str("time", call.When(p.From, zone)))
	} else if p != nil {
		c.Paint(terminal.Yellow, "status-paused-until", phrase.Str("time", call.When(p.From, zone)),
			phrase.Str("until", call.When(p.Until, zone)))
	}
	if s.Failed {
		c.PaintText(terminal.Red, c.MachineWords().Say(s.Waits))
	} else if s.Waits.Code != "" {
		fmt.Fprintln(c.Out, c.MachineWords().Say(s.Waits))
	}
	if s.Full != "" {
		c.Paint(terminal.Red, "status-full", phrase.Str("reason", terminal.OneCell(s.Full)))
	}
	if m := s.Mailbox; m != nil && !m.Failed.IsZero() {
		code := "status-mailbox"
		if !m.Unread {
			code = "status-mailbox-read"
		}
		c.Paint(terminal.Red, code, phrase.Str("since", call.When(m.Since, zone)),
			phrase.Str("time", call.When(m.Failed, zone)), phrase.Str("reason", terminal.OneCell(m.Reason)))
	} else if m != nil {
		c.Paint(terminal.Red, "status-unread", phrase.Str("since", call.When(m.Since, zone)),
			phrase.Str("reason", terminal.OneCell(m.Reason)))
	}
}

// sayUnshown names the mails that the server does not show, and those put into this folder for that.
func sayUnshown(c *call.Call, s gamemaster.Status, folder string, zone *time.Location) {
	for _, m := range s.Unshown {
		code := "status-unshown"
		if !m.Aside.IsZero() {
			code = "status-unshown-aside"
		}
		c.Paint(terminal.Red, code, append(m.Named(), phrase.Num("n", m.Polls), phrase.Str("folder", folder),
			phrase.Str("since", call.When(m.Since, zone)), phrase.Str("time", call.When(m.Aside, zone)))...)
	}
}

// orderState describes a realm's orders.
func orderState(c *call.Call, r gamemaster.RealmStatus, zone *time.Location) string {
	code := "orders-missing"
	switch {
	case r.Fallen:
		code = "fallen"
	case !r.Asked:
		code = "orders-not-asked"
	case !r.Sent.IsZero():
		code = "orders-in"
	}
	return c.Voice.Book.Say(phrase.P(code, phrase.Str("time", call.When(r.Sent, zone)), phrase.Num("good", r.Good),
		phrase.Num("bad", r.Bad)))
}

// realmStates describes a realm's orders, and what is known about its player's silence.
func realmStates(c *call.Call, r gamemaster.RealmStatus, turn int, zone *time.Location) []string {
	if r.Vacant && !r.Local() && !r.Fallen && r.Sent.IsZero() {
		return show.Silence(c, r.RealmRow, turn)
	}
	states := []string{orderState(c, r, zone)}
	if r.Reminded && r.Sent.IsZero() {
		states = append(states, c.Voice.Book.T("reminded"))
	}
	return append(append(states, unfinished(c, r, zone)...), show.Silence(c, r.RealmRow, turn)...)
}

// statusJSON is the answer of `status --json`. It begins with whether the world stands still, or a process
// keeps all others out, and what waits for the game master.
type statusJSON struct {
	Still  *saidJSON     `json:"still,omitempty"` // why it takes in no mail and sends none: is-copy, is-old, in-fleet
	Stuck  *folder.Stuck `json:"stuck,omitempty"`
	ForYou []saidJSON    `json:"for_you,omitempty"`
	gamemaster.Status
}

// saidJSON is a sentence, and the code by which a script knows it.
type saidJSON struct {
	Code string `json:"code"`
	Text string `json:"text"` // including what to do
}
