package mailing_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/incoming"
	"weltentor/resolve/store/disk"
)

// guest is a world among those that share an inbox: its table, its player's identity line.
type guest struct {
	*clitest.Table
	address, identity string
}

// sharers are the worlds that share the inbox of spiel@test.example: two with a +, and one with an address of another
// domain that leads to the same mailbox.
var sharers = []struct{ name, address string }{
	{"Nord", "spiel+nord@test.example"}, {"Größe", "spiel+sued@test.example"}, {"West", "west@other.example"},
}

// sharedInbox founds them; the first reports have left.
func sharedInbox(t *testing.T) (all []guest) {
	t.Helper()
	for i, s := range sharers {
		d := clitest.EmptyTable(t)
		if i == 0 {
			d = clitest.NewTable(t)
		} else {
			d.Post, d.Now = all[0].Post, all[0].Now
			d.Done("new", d.Dir, "--seed", fmt.Sprint(7+i), "--size", "40x30")
		}
		w := guest{Table: d, address: s.address}
		w.shares(s.name, nil)
		w.identity = d.Join()
		all = append(all, w)
	}
	cronAll(t, all, complaint.ExitDone, "")
	return all
}

// shares writes world.toml of a world that shares the inbox.
func (w *guest) shares(name string, own map[string]string) {
	w.T.Helper()
	all := map[string]string{"name": settings.Quoted(name), "address": settings.Quoted(w.address), "imap.shared": "true"}
	for k, v := range own {
		all[k] = v
	}
	w.SettleAt(w.Post.IMAP(), w.Post.SMTP(), all)
}

// cronAll runs cron for worlds at the time of the first.
func cronAll(t *testing.T, worlds []guest, want int, says ...string) {
	t.Helper()
	args := []string{"cron"}
	for _, w := range worlds {
		args = append(args, w.Dir)
	}
	code, out, errs := worlds[0].Run(args...)
	if code != want || out != "" || len(says) == 1 && says[0] == "" && errs != "" {
		t.Errorf("exit %d, want %d\n%s%s", code, want, out, errs)
	}
	for _, s := range says {
		if !strings.Contains(errs, s) {
			t.Errorf("cron says %q, want %q", errs, s)
		}
	}
}

// post puts a mail with this head into the shared inbox.
func (w *guest) puts(head, text string) {
	w.T.Helper()
	raw := fmt.Sprintf("%sFrom: Anna <%s>\nMessage-ID: <%x@test.example>\nDate: %s\n\n%s", head, clitest.Player, head+text,
		w.SentAt(), text)
	if err := w.Table.Post.Deliver(clitest.Address, []byte(strings.ReplaceAll(raw, "\n", "\r\n"))); err != nil {
		w.T.Fatal(err)
	}
}

// receipts counts the receipts in the world's outbox.
func (w *guest) receipts() (n int) {
	w.T.Helper()
	for _, r := range rowsOf(w.Table) {
		if r.Kind == "receipt" {
			n++
		}
	}
	return n
}

// marks counts the marks of worlds among the mails that were read. Some are of before, and stay for a while.
func marks(d *clitest.Table) int {
	return d.Post.CountWith(clitest.Address, "Weltentor", "X-Weltentor-Name")
}

// folders counts the mails of the mailbox: in the inbox, read, put aside. Marks are not counted.
func (w *guest) folders() [3]int {
	inbox, _ := w.Table.Post.Count(clitest.Address, "INBOX")
	done, _ := w.Table.Post.Count(clitest.Address, "Weltentor")
	aside, _ := w.Table.Post.Count(clitest.Address, "Weltentor-Quarantine")
	return [3]int{inbox, done - marks(w.Table), aside}
}

// letterOf reads a letter of ours. It calls itself a machine's, and as such is not read further.
func letterOf(t *testing.T, raw []byte) incoming.Reading {
	t.Helper()
	r, err := incoming.Read(t.Context(), bytes.Replace(raw, []byte("Auto-Submitted:"), []byte("X-Was-Auto:"), 1),
		incoming.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const passed = "Received: from a by b; Mon, 1 Mar 2027 12:00:00 +0000\n"

// Three worlds share an inbox. Each takes its mails, whichever way they name it, and answers from its own address.
// Mail that names none or two is put aside, and the first world tells its game master.
func TestWorldsShareAnInbox(t *testing.T) {
	t.Parallel()
	all := sharedInbox(t)
	nord, sued, west := all[0], all[1], all[2]
	before := len(nord.Post.Letters())
	nord.puts("Delivered-To: spiel+nord@test.example\n"+passed+"To: list@test.example\nSubject: 1\n",
		nord.identity+clitest.SomeOrders)
	nord.puts("To: Spiel+Sued@test.example\nSubject: 2\n", sued.identity+clitest.SomeOrders)
	nord.puts("To: west@other.example\nSubject: 3\n", west.identity+clitest.SomeOrders)
	nord.puts("To: spiel@test.example\nSubject: AW: =?utf-8?q?=5BGr=C3=B6=C3=9Fe_Z1=5D?= 4\n",
		sued.identity+clitest.SomeOrders+"; again\n")
	nord.puts("To: spiel@test.example\nSubject: 5\n", nord.identity+clitest.SomeOrders)                          // none
	nord.puts("To: spiel+nord@test.example, west@other.example\nSubject: 6\n", nord.identity+clitest.SomeOrders) // two
	nord.puts(passed+"Delivered-To: west@other.example\nTo: spiel+nord@test.example\nSubject: 7\n",
		nord.identity+clitest.SomeOrders+"; forged\n")
	nord.Now = nord.Now.Add(time.Minute)
	cronAll(t, all, complaint.ExitDone, "")
	for i, want := range []int{2, 2, 1} {
		if n := all[i].receipts(); n != want {
			t.Errorf("%s has %d receipts, want %d", sharers[i].name, n, want)
		}
	}
	if got := nord.folders(); got != [3]int{0, 5, 2} {
		t.Errorf("inbox, read, put aside: %v", got)
	}
	var receipts, asides []string
	for _, l := range nord.Post.Letters()[before:] {
		r := letterOf(t, l.Raw)
		switch {
		case l.To == clitest.Player:
			if strings.Contains(string(l.Raw), "\r\nReply-To:") || l.From != "" {
				t.Errorf("an answer to it goes elsewhere:\n%.600s", l.Raw)
			}
			receipts = append(receipts, r.From)
		case l.To == clitest.Master && strings.Contains(r.Text, "den mehrere Welten teilen"):
			asides = append(asides, r.From+": "+r.Text)
		}
	}
	want := "spiel+nord@test.example spiel+nord@test.example spiel+sued@test.example spiel+sued@test.example " +
		"west@other.example"
	if got := strings.Join(receipts, " "); got != want {
		t.Errorf("receipts come from %s", got)
	}
	if len(asides) != 2 || !strings.HasPrefix(asides[0], "spiel+nord@test.example: ") ||
		!strings.Contains(asides[0], "ist für keine von ihnen") ||
		!strings.Contains(asides[1], "ist für mehr als eine: Nord, West. Sie liegt im Ordner Weltentor-Quarantine") {
		t.Errorf("to the game master: %q", asides)
	}
	nord.Now = nord.Now.Add(time.Minute)
	cronAll(t, all, complaint.ExitDone, "")
	if nord.receipts()+sued.receipts()+west.receipts() != 5 || nord.folders() != [3]int{0, 5, 2} {
		t.Error("a second cron takes something again")
	}
}

// Hostile mails are put aside or go to a world, and delay nothing. One has a header that is too long. One the server
// cannot show: it may be for any world, so each waits for it, for an hour. One is in the name of another world's
// letters, and one looks like a mark.
func TestHostileMailsInASharedInbox(t *testing.T) {
	t.Parallel()
	all := sharedInbox(t)
	nord := all[0]
	long := strings.Repeat("X-Y: "+strings.Repeat("z", 900)+"\n", 400)
	nord.puts("To: spiel+nord@test.example\n"+long, nord.identity+clitest.SomeOrders)
	nord.puts("no line of a head\nTo: spiel+nord@test.example\n", nord.identity+clitest.SomeOrders)
	nord.puts("To: "+strings.Repeat("a@b.example, ", 600)+"spiel+nord@test.example\nSubject: [Größe]\n",
		nord.identity+clitest.SomeOrders)
	nord.puts("X-Weltentor-World: ffff\nX-Weltentor-Inbox: INBOX\nX-Weltentor-Shared: spiel+nord@test.example\n"+
		"To: west@other.example\n", all[2].identity+clitest.SomeOrders)
	for n := range 8 {
		nord.puts(fmt.Sprintf("To: nobody%d@test.example\n", n), "Hallo\n")
	}
	nord.Now = nord.Now.Add(time.Minute)
	before := len(nord.Post.Letters())
	cronAll(t, all, complaint.ExitDone, "")
	cronAll(t, all, complaint.ExitDone, "")
	if nord.receipts() != 1 || all[1].receipts() != 0 || all[2].receipts() != 1 {
		t.Errorf("%d, %d and %d receipts", nord.receipts(), all[1].receipts(), all[2].receipts())
	}
	if got := nord.folders(); got != [3]int{1, 2, 9} {
		t.Errorf("inbox, read, put aside: %v", got)
	}
	for _, d := range all {
		if n := len(d.Status().Unshown); n != 1 {
			t.Errorf("%d mails hold up %s", n, d.Dir)
		}
	}
	var told []string
	for _, l := range nord.Post.Letters()[before:] {
		if text := letterOf(t, l.Raw).Text; l.To == clitest.Master && strings.Contains(text, "Weltentor-Quarantine") {
			told = append(told, text)
		}
	}
	if len(told) != 6 || !strings.Contains(told[0], "Kopf, der sich nicht lesen lässt") ||
		!strings.Contains(told[1], "keinen Namen einer Welt") || !strings.Contains(told[5], "mehr als 5") {
		t.Errorf("told %d: %q", len(told), told)
	}
	nord.Now = nord.Now.Add(time.Hour)
	cronAll(t, all, complaint.ExitDone, "")
	if got := nord.folders(); got != [3]int{0, 2, 10} {
		t.Errorf("an hour later: inbox, read, put aside: %v", got)
	}
}

// A world that is called alone leaves the mails of those that share the inbox, since it has seen their marks.
func TestAWorldTakesItsOwnMails(t *testing.T) {
	t.Parallel()
	all := sharedInbox(t)
	nord, sued := all[0], all[1]
	nord.puts("To: spiel+sued@test.example\n", sued.identity+clitest.SomeOrders)
	nord.puts("To: spiel+nord@test.example\n", nord.identity+clitest.SomeOrders)
	nord.puts("To: x@test.example\nSubject: [West Z1]\n", "$I 1 x\n")
	for _, command := range []string{"poll", "cron"} {
		nord.Done(command, nord.Dir)
		if got := nord.folders(); got != [3]int{2, 1, 0} || nord.receipts() != 1 {
			t.Errorf("%s: inbox, read, put aside: %v, %d receipts", command, got, nord.receipts())
		}
	}
	all[2].shares("West", map[string]string{"imap.aliases": `["Alt@West.Example"]`})
	all[2].Done("poll", all[2].Dir) // its mark says so
	nord.puts("To: alt@west.example\n", "$I 1 y\n")
	nord.Done("poll", nord.Dir)
	nord.puts("To: nobody@test.example\n", "Hallo\n")
	sued.Done("poll", sued.Dir)
	if got := nord.folders(); got != [3]int{1, 3, 1} || sued.receipts() != 1 {
		t.Errorf("inbox, read, put aside: %v, %d receipts", got, sued.receipts())
	}
	all[2].Done("poll", all[2].Dir)
	if got := nord.folders(); got != [3]int{0, 4, 1} {
		t.Errorf("inbox, read, put aside: %v", got)
	}
}

// A world may take no mail now: its turn is held, another command is at work, or its settings are wrong. The others
// still get theirs, and its own mail waits for it.
func TestASharerKeepsNoneFromTheOthers(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(w guest) (again func()){
		"locked": func(w guest) func() {
			lock, err := disk.Lock(w.Dir)
			if err != nil {
				t.Fatal(err)
			}
			return func() { lock.Unlock() }
		},
		"held": func(w guest) func() {
			w.Done("turn", "--force", "--yes", "--hold", w.Dir)
			return func() { w.Done("turn", "--release", w.Dir) }
		},
		"wrong settings": func(w guest) func() {
			w.shares("Nord", map[string]string{"deadline": `"someday"`})
			return func() { w.shares("Nord", nil) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := sharedInbox(t)
			nord, sued := all[0], all[1]
			again := stop(nord)
			for range 3 {
				nord.puts("To: spiel+nord@test.example\nSubject: "+name+"\n", nord.identity+clitest.SomeOrders)
			}
			nord.puts("To: spiel+sued@test.example\n", sued.identity+clitest.SomeOrders)
			nord.puts("To: nobody@test.example\n", "Hallo\n")
			args := []string{"cron", nord.Dir, sued.Dir, all[2].Dir}
			sued.Run(args...)
			if got := nord.folders(); got != [3]int{3, 1, 1} || sued.receipts() != 1 {
				t.Errorf("inbox, read, put aside: %v, %d receipts", got, sued.receipts())
			}
			again()
			sued.Run(args...)
			if got := nord.folders(); got[0] != 0 || got[1] != 4 {
				t.Errorf("then: %v", got)
			}
		})
	}
}

// If a mailbox cannot be read, the turns of all its worlds wait.
func TestASharedMailboxThatCannotBeRead(t *testing.T) {
	t.Parallel()
	all := sharedInbox(t)
	for i := range all {
		all[i].puts("To: "+all[i].address+"\n", all[i].identity+clitest.SomeOrders)
		all[i].shares(sharers[i].name, map[string]string{"imap.port": clitest.ClosedPort(t)})
	}
	due := all[0].Status().Deadline.Add(time.Minute)
	for i := range all {
		all[i].Now = due
	}
	cronAll(t, all, complaint.ExitLater)
	for i, w := range all {
		if w.Status().Turn != 1 || w.receipts() != 0 {
			t.Errorf("%s: turn %d, %d receipts", sharers[i].name, w.Status().Turn, w.receipts())
		}
		w.shares(sharers[i].name, nil)
		all[i].Now = due.Add(2 * time.Hour)
	}
	cronAll(t, all, complaint.ExitDone, "")
	cronAll(t, all, complaint.ExitDone, "")
	for i, w := range all {
		if w.Status().Turn != 2 || w.receipts() != 1 {
			t.Errorf("%s: turn %d, %d receipts", sharers[i].name, w.Status().Turn, w.receipts())
		}
	}
}

// Two crons at once, for the same worlds in another order, take each mail once.
func TestTwoCronsAtASharedInbox(t *testing.T) {
	t.Parallel()
	all := sharedInbox(t)
	for n := range 5 {
		for _, w := range all {
			w.puts("To: "+w.address+"\n", fmt.Sprint(w.identity, clitest.SomeOrders, "; ", n, "\n"))
		}
		all[0].puts("To: nobody@test.example\n", fmt.Sprint("Hallo ", n))
		var both sync.WaitGroup
		for _, order := range [][]guest{{all[0], all[1], all[2]}, {all[2], all[1], all[0]}} {
			both.Go(func() { // a world that the other serves is left out
				order[0].Run("cron", "--jobs", "3", order[0].Dir, order[1].Dir, order[2].Dir)
			})
		}
		both.Wait()
	}
	cronAll(t, all, complaint.ExitDone, "")
	for i, w := range all {
		if w.receipts() != 5 {
			t.Errorf("%s has %d receipts, want 5", sharers[i].name, w.receipts())
		}
	}
	if got := all[0].folders(); got != [3]int{0, 15, 5} {
		t.Errorf("inbox, read, put aside: %v", got)
	}
}

// Worlds that could be meant by one mail, or that put mails elsewhere, are not served, and each names the other.
func TestCronRefusesSharersThatClash(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		own  map[string]string // of the second
		says string
	}{
		"address":    {map[string]string{"address": settings.Quoted("Spiel+NORD@test.example")}, "spiel+nord@test.example"},
		"alias":      {map[string]string{"imap.aliases": `["spiel+nord@test.example"]`}, "spiel+nord@test.example"},
		"name":       {map[string]string{"name": settings.Quoted(" NORD")}, "is called [nord] as well"},
		"detail":     {map[string]string{"address": settings.Quoted("x+nord@other.example")}, "is called [nord] as well"},
		"done":       {map[string]string{"imap.done": settings.Quoted("Old")}, "imap.quarantine must be the same"},
		"quarantine": {map[string]string{"imap.quarantine": settings.Quoted("Old")}, "must be the same in both"},
		"not shared": {map[string]string{"imap.shared": "false"}, "let all share it (imap.shared)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := sharedInbox(t)
			all[1].shares("Größe", c.own)
			all[0].puts("To: spiel+nord@test.example\n", all[0].identity+clitest.SomeOrders)
			all[2].puts("To: west@other.example\n", all[2].identity+clitest.SomeOrders)
			cronAll(t, all, complaint.ExitUsage, c.says, all[0].Dir+": "+all[1].Dir, all[1].Dir+": "+all[0].Dir)
			if all[0].receipts()+all[1].receipts() != 0 || all[2].receipts() != 1 {
				t.Error("a world was served that was not to be, or the other way round")
			}
			// By itself each world finds the other's mark, which is there the longer the less it was renewed.
			if name != "done" && name != "quarantine" {
				code, _, errs := all[1].Run("poll", all[1].Dir)
				if code != complaint.ExitUsage || !strings.Contains(errs, "Nord") {
					t.Errorf("exit %d, %s", code, errs)
				}
			}
		})
	}
}

// Adopting says what it did, also where another world has its mark in the mailbox.
func TestAdoptAtAnotherWorldsMark(t *testing.T) {
	t.Parallel()
	all := sharedInbox(t)
	all[1].shares("Größe", map[string]string{"imap.shared": "false"})
	code, out, errs := all[1].Run("adopt", all[1].Dir, "--yes")
	if code != complaint.ExitUsage || !strings.Contains(errs, "Nord") ||
		!strings.Contains(out, "from now on the game goes on here") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
}

// A copy of a world that shares its inbox stands still until it is adopted. Then the original stands still.
func TestACopyOfASharer(t *testing.T) {
	t.Parallel()
	all := sharedInbox(t)
	nord := all[0]
	copied := nord
	copied.Table = &clitest.Table{Probe: nord.Probe, Post: nord.Table.Post}
	copied.Dir = copyOf(nord.Table, "cp", "-a")
	nord.puts("To: spiel+nord@test.example\n", nord.identity+clitest.SomeOrders)
	code, _, errs := copied.Run("poll", copied.Dir)
	if code != complaint.ExitUsage || !strings.Contains(errs, "weltentor adopt") {
		t.Errorf("poll in a copy: exit %d, %q", code, errs)
	}
	copied.Done("adopt", copied.Dir)
	copied.Done("poll", copied.Dir)
	if copied.receipts() != 1 || nord.folders()[0] != 0 {
		t.Errorf("%d receipts, %v", copied.receipts(), nord.folders())
	}
	nord.puts("To: spiel+nord@test.example\n", nord.identity+clitest.SomeOrders+"; more\n")
	all[1].puts("To: spiel+sued@test.example\n", all[1].identity+clitest.SomeOrders)
	cronAll(t, all, complaint.ExitUsage, "this is an older state of the world")
	if nord.receipts() != 0 || all[1].receipts() != 1 || nord.folders()[0] != 1 {
		t.Errorf("%d and %d receipts, %v", nord.receipts(), all[1].receipts(), nord.folders())
	}
}

// A backup of a world that shares its inbox reads its letters again, and no other world's.
func TestASharerIsRestored(t *testing.T) {
	t.Parallel()
	all := sharedInbox(t)
	nord, sued := all[0], all[1]
	backup := filepath.Join(t.TempDir(), "backup.db")
	nord.Done("backup", nord.Dir, backup)
	nord.puts("To: spiel+nord@test.example\n", nord.identity+clitest.SomeOrders)
	sued.puts("To: spiel+sued@test.example\n", sued.identity+clitest.SomeOrders)
	nord.puts("To: x@test.example\nSubject: [West Z1]\n", all[2].identity+clitest.SomeOrders)
	cronAll(t, all, complaint.ExitDone, "")
	for _, lost := range []bool{false, true} { // what the store knew; and nothing, where it cannot be read
		if lost {
			if err := os.Remove(filepath.Join(nord.Dir, "world.db")); err != nil {
				t.Fatal(err)
			}
		}
		nord.Done("restore", nord.Dir, backup, "--yes")
		nord.Done("poll", nord.Dir)
		if n := nord.receipts(); n != 1 {
			t.Errorf("store lost: %t: %d receipts", lost, n)
		}
	}
}
