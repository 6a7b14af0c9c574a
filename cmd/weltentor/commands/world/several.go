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
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
)

// several prints a row for each world: first those where something waits for the game master, then by deadline. If
// something waits, the answer is no, so that a crontab can ask. A world that cannot be read is complained about.
func (k *StatusCmd) several(c *call.Call) error {
	dirs := k.Dirs
	if len(dirs) == 0 {
		if dirs = folder.Here(); len(dirs) == 0 {
			return complaint.Usage("status-nowhere")
		}
	}
	var rows []standing
	exit := complaint.ExitDone
	for _, dir := range dirs {
		r, err := looked(c, dir)
		if err != nil {
			exit = max(exit, c.Voice.Complain(err))
			continue
		}
		exit = max(exit, r.exit())
		rows = append(rows, r)
	}
	slices.SortStableFunc(rows, func(a, b standing) int {
		return cmp.Or(cmp.Compare(min(len(b.waits), 1), min(len(a.waits), 1)), a.next(c).Compare(b.next(c)))
	})
	return cmp.Or(k.print(c, rows), ends(exit))
}

// print prints the rows, or the list for scripts.
func (k *StatusCmd) print(c *call.Call, rows []standing) error {
	if k.JSON {
		list := []statusJSON{}
		for _, r := range rows {
			list = append(list, r.answer(c))
		}
		return c.JSON().Encode(list)
	}
	if len(rows) == 0 {
		return nil // all are complained about
	}
	book := c.Voice.Book
	heads := []string{book.T("status-world"), book.T("status-game"), book.T("status-turn"), book.T("status-next"),
		book.T("status-orders"), book.T("status-waits")}
	players, letters, table := 0, 0, [][]terminal.Cell{}
	for _, r := range rows {
		for _, realm := range r.Realms {
			if !realm.Vacant {
				players++
			}
		}
		letters += r.Outbox.Waiting
		table = append(table, r.cells(c))
	}
	if err := printTable(c, heads, table); err != nil {
		return err
	}
	c.Voice.Say("status-several", phrase.Num("n", len(rows)), phrase.Num("players", players), phrase.Num("letters", letters))
	return nil
}

// printTable prints a table with heads, in colours for people.
func printTable(c *call.Call, heads []string, rows [][]terminal.Cell) error {
	if c.Front.Seen() {
		c.Front.Table(heads, rows)
		return nil
	}
	t := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(heads, "\t"))
	for _, cells := range rows {
		texts := make([]string, len(cells))
		for i, cell := range cells {
			texts[i] = cell.Text
		}
		fmt.Fprintln(t, strings.Join(texts, "\t"))
	}
	return t.Flush()
}

// next is when the next turn of a world is due, far in the future if it goes by no deadline.
func (r standing) next(c *call.Call) time.Time {
	if r.Over || r.Paused != nil || r.Deadline.IsZero() {
		return c.Now().AddDate(1000, 0, 0)
	}
	return r.Deadline
}

// cells makes the row of a world.
func (r standing) cells(c *call.Call) []terminal.Cell {
	book, zone := c.Voice.Book, r.of.Zone()
	next, waits, paint := "–", "–", terminal.Green
	switch {
	case r.Over:
		next = book.T("status-over")
	case r.Paused != nil:
		next = book.T("status-pausing")
	case r.Passed:
		next = book.Say(phrase.P("status-past", phrase.Str("time", call.When(r.Deadline, zone))))
	case !r.Deadline.IsZero():
		next = call.When(r.Deadline, zone)
	}
	if len(r.waits) > 0 {
		waits, paint = r.waiting(c), terminal.Red
	}
	return []terminal.Cell{{Text: r.dir}, {Text: r.of.World.Rules.Words(book.Lang).T("game")}, {Text: fmt.Sprint(r.Turn)}, {Text: next},
		{Text: r.sent(c)}, {Text: waits, Paint: paint}}
}

// sent says how many players of those asked have sent orders. If only one of several realms is asked, it is named until then.
func (r standing) sent(c *call.Call) string {
	asked, sent, name := 0, 0, ""
	for _, realm := range r.Realms {
		if realm.Vacant || !realm.Awaited(r.Turn) && realm.Sent.IsZero() {
			continue
		}
		asked++
		if realm.Sent.IsZero() {
			name = terminal.OneCell(realm.Name)
		} else {
			sent++
		}
	}
	switch {
	case r.Over || asked == 0:
		return "–"
	case asked == 1 && sent == 0 && len(r.Realms) > 1:
		return name
	}
	return c.Voice.Book.Say(phrase.P("status-sent", phrase.Num("n", sent), phrase.Num("of", asked)))
}

// overdue is how long after its deadline a turn is due in vain.
const overdue = 15 * time.Minute

// waits lists what waits for the game master, with so many questions that are open.
func waits(c *call.Call, r standing, questions int) (list []phrase.Phrase) {
	say := func(is bool, code string, args ...phrase.Arg) {
		if is {
			list = append(list, phrase.P(code, args...))
		}
	}
	since := func(at time.Time) phrase.Arg { return phrase.Str("time", call.When(at, r.of.Zone())) }
	idle, runs := r.of.Idle(), r.still == nil && !r.Over
	say(r.still != nil, "waits-still")
	say(r.stuck != nil, "waits-stuck")
	say(runs && !idle.IsZero(), "waits-cron", since(idle))
	say(runs && idle.IsZero() && r.Due && !r.Failed && c.Now().Sub(r.Deadline) > overdue && r.Deadline.Before(c.Now()), "waits-due", since(r.Deadline))
	say(r.LongPast, "waits-long")
	say(runs && r.of.Settings.Serves() && c.Linked == nil && !disk.Served(r.of.Settings.Dir), "waits-web")
	if r.Held != nil {
		say(true, "waits-held", phrase.Num("turn", r.Held.Turn))
	}
	say(r.Failed, "waits-failed")
	hosted, err := r.of.Hosted()
	say(err == nil && hosted != nil && hosted.Outdated(), "waits-program")
	say(r.Mailbox != nil && r.Mailbox.Unread || r.Full != "", "waits-mailbox")
	say(questions > 0, "waits-questions", phrase.Num("n", questions))
	say(len(r.Notices) > 0, "waits-notices", phrase.Num("n", len(r.Notices)))
	say(len(r.Undelivered) > 0, "waits-letters", phrase.Num("n", len(r.Undelivered)))
	return list
}

// waiting is what waits for the game master, in a line.
func (r standing) waiting(c *call.Call) string {
	var list []string
	for _, w := range r.waits {
		list = append(list, c.Voice.Book.Say(w))
	}
	return strings.Join(list, "; ")
}
