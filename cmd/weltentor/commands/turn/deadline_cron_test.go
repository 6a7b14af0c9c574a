package turn_test

import (
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// gate is before a server, and lets no connections through while it is shut.
type gate struct {
	ln   net.Listener
	shut atomic.Bool
}

func newGate(t *testing.T, server string) *gate {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	g := &gate{ln: ln}
	go func() {
		for {
			in, err := ln.Accept()
			if err != nil {
				return
			}
			if g.shut.Load() {
				in.Close()
				continue
			}
			out, err := net.Dial("tcp", server)
			if err != nil {
				in.Close()
				continue
			}
			go func() { io.Copy(out, in); out.Close() }()
			go func() { io.Copy(in, out); in.Close() }()
		}
	}()
	return g
}

// gated makes a table whose mailbox is behind a gate, with one realm whose report 0 has left.
func gated(t *testing.T, own map[string]string) (d *clitest.Table, g *gate, identity string) {
	t.Helper()
	d = clitest.NewTable(t)
	identity = d.Join()
	g = newGate(t, d.Post.IMAP())
	d.SettleAt(g.ln.Addr().String(), d.Post.SMTP(), own)
	d.Done("cron", d.Dir)
	return d, g, identity
}

// The mail server is down over the deadline, the player's mail waits elsewhere and
// is delivered half an hour after the server is back: it counts. After three hours,
// from 19:00 to 22:00, the game master is told once; the other letter is the player's.
func TestAServerDownAtTheDeadlineCostsNoTurn(t *testing.T) {
	t.Parallel()
	d, g, identity := gated(t, nil)
	g.shut.Store(true)
	for at := clitest.Friday.Add(-time.Hour); !at.After(clitest.Friday.Add(2 * time.Hour)); at = at.Add(30 * time.Minute) {
		d.Now = at
		if code, _, _ := d.Run("cron", d.Dir); code != complaint.ExitLater {
			t.Errorf("%s: exit %d", at.Format("15:04"), code)
		}
	}
	g.shut.Store(false)
	d.Now = clitest.Friday.Add(2*time.Hour + 5*time.Minute)
	d.CronSays(complaint.ExitDone, "")
	if out := d.Stands(); !strings.Contains(out, "The turn waits because the mailbox could not be read") ||
		!strings.Contains(out, "from 2027-03-05 19:00 UTC to 2027-03-05 22:00 UTC; it works again") ||
		!strings.Contains(out, "the mailbox at "+g.ln.Addr().String()+" cannot be read") {
		t.Errorf("status says\n%s", out)
	}
	d.Mail("late", identity+clitest.Recruits+clitest.SomeOrders)
	d.Now = clitest.Friday.Add(2*time.Hour + 35*time.Minute)
	d.CronSays(complaint.ExitDone, "")
	d.Turn(1)
	d.Now = clitest.Friday.Add(3 * time.Hour)
	d.CronSays(complaint.ExitDone, "")
	d.Turn(2)
	if got := d.Letters(clitest.Master); len(got) != 2 ||
		!strings.Contains(got[0].Text, "seit Freitag, 5. März 2027, 19:00 Uhr (UTC) nicht lesbar") ||
		!strings.Contains(got[1].Text, "Ist hier jemand?") {
		t.Errorf("the late mail did not count: %+v", got)
	}
	if s := d.Status(); s.Realms[0].Missed != 0 || !s.Deadline.Equal(clitest.Friday.AddDate(0, 0, 7)) {
		t.Errorf("%+v", s)
	}
}

// What `poll` alone met, `turn` alone knows, in another process.
func TestATurnByHandKnowsOfTheMailbox(t *testing.T) {
	t.Parallel()
	d, g, _ := gated(t, nil)
	g.shut.Store(true)
	d.Now = clitest.Friday.Add(-10 * time.Minute)
	if code, _, _ := d.Run("poll", d.Dir); code != complaint.ExitLater {
		t.Errorf("poll: exit %d", code)
	}
	g.shut.Store(false)
	d.Now = clitest.Friday.Add(2 * time.Hour)
	if out := d.Done("turn", d.Dir); !strings.Contains(out, "because the mailbox could not be read") {
		t.Errorf("nothing was read since, and turn said %q", out)
	}
	d.Done("poll", d.Dir)
	if out := d.Done("turn", d.Dir); !strings.Contains(out, "Turn 1 is resolved") {
		t.Errorf("turn said %q", out)
	}
	d.Turn(2)
}

// A mailbox that can be read now and then: the turn waits, the game master is
// told once a day, and his hand resolves it.
func TestAMailboxThatFlaps(t *testing.T) {
	t.Parallel()
	d, g, _ := gated(t, nil)
	for at := clitest.Friday.Add(-time.Hour); at.Before(clitest.Friday.Add(32 * time.Hour)); at = at.Add(40 * time.Minute) {
		d.Now = at
		g.shut.Store(true)
		d.Run("cron", d.Dir)
		g.shut.Store(false)
		d.Now = at.Add(5 * time.Minute)
		d.Run("cron", d.Dir)
	}
	d.Turn(1)
	told := 0
	for _, l := range d.Letters(clitest.Master) {
		if strings.Contains(l.Text, "Zug 1 war am Freitag, 5. März 2027, 20:00 Uhr (UTC) fällig und ist noch nicht "+
			"ausgewertet") {
			told++
		}
	}
	if told != 2 {
		t.Errorf("told %d times in a day and a third, want 2", told)
	}
	d.Done("turn", d.Dir, "--force")
	d.Turn(2)
}

// A world without a mailbox, played by `submit` and `turn`, waits for none.
func TestAWorldWithoutAMailboxWaitsForNone(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"imap.host": `""`})
	d.Now = clitest.Friday
	if code, _, _ := d.Run("poll", d.Dir); code != complaint.ExitUsage {
		t.Errorf("poll: exit %d", code)
	}
	d.Done("turn", d.Dir)
	d.Turn(2)
}

// Reminder, grace and the turn, through cron; each letter once, however often
// cron runs. The calendar's file of the report and of the letter are of one event.
func TestReminderAndGraceThroughCron(t *testing.T) {
	t.Parallel()
	d, g, identity := gated(t, map[string]string{"reminder": "24", "grace": "12"})
	d.Mail("none", "Hallo?\n") // no orders: an answer, but still no sheet
	d.Now = clitest.Friday.Add(-24 * time.Hour)
	g.shut.Store(true)
	d.Run("cron", d.Dir)
	g.shut.Store(false)
	for range 3 {
		d.Now = d.Now.Add(5 * time.Minute)
		d.CronSays(complaint.ExitDone, "")
	}
	d.Now = clitest.Friday
	for range 3 {
		d.CronSays(complaint.ExitDone, "")
		d.Now = d.Now.Add(5 * time.Minute)
	}
	d.Turn(1)
	if out := d.Stands(); !strings.Contains(out, "Deadline: 2027-03-06 08:00 UTC (moved)") ||
		!strings.Contains(out, "no orders yet; reminded") {
		t.Errorf("status says\n%s", out)
	}
	d.Mail("late", identity+clitest.SomeOrders)
	d.CronSays(complaint.ExitDone, "")
	d.Now = clitest.Friday.Add(12 * time.Hour)
	d.CronSays(complaint.ExitDone, "")
	d.Turn(2)

	var subjects []string
	var events [][]string
	for _, l := range d.Post.Letters() {
		if l.To != clitest.Player {
			continue
		}
		opened := stage.OpenLetter(t, l.Raw)
		subjects = append(subjects, opened.Subject)
		if file, ok := opened.Files["Frist.ics"]; ok {
			events = append(events, eventOf(file))
		}
	}
	want := []string{"[Probe] Willkommen: Ihr spielt Moorland", "an die Spielleitung weitergereicht",
		"[Probe Z1] Erinnerung: Befehle bis Freitag, 5. März, 20:00 Uhr",
		"[Probe Z1] Frist verschoben auf Samstag, 6. März, 08:00 Uhr", "[Probe Z1] Befehle angekommen",
		"[Probe Z1] Bericht für Moorland"}
	if len(subjects) != len(want) {
		t.Fatalf("letters %q", subjects)
	}
	for i := range want {
		if !strings.Contains(subjects[i], want[i]) {
			t.Errorf("letter %d is %q, want %q", i, subjects[i], want[i])
		}
	}
	if len(events) != 3 {
		t.Fatalf("events %q", events)
	}
	uid := events[0][0]
	if uid != events[1][0] || uid == events[2][0] || !strings.HasPrefix(uid, "UID:turn-1.") ||
		!strings.HasPrefix(events[2][0], "UID:turn-2.") {
		t.Errorf("events %q", events)
	}
	for i, want := range [][]string{{"DTSTART:20270305T200000Z", "SEQUENCE:0"},
		{"DTSTART:20270306T080000Z", "SEQUENCE:1"}, {"DTSTART:20270312T200000Z", "SEQUENCE:0"}} {
		if events[i][1] != want[0] || events[i][2] != want[1] {
			t.Errorf("event %d is %q, want %q", i, events[i], want)
		}
	}
}

// eventOf returns UID, DTSTART and SEQUENCE of a calendar file.
func eventOf(file string) (lines []string) {
	for line := range strings.SplitSeq(file, "\r\n") {
		for _, name := range []string{"UID:", "DTSTART:", "SEQUENCE:"} {
			if strings.HasPrefix(line, name) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// The game master pauses the game, sees the pause, and ends it. Players are told once each time, and not at all if the
// game master makes a mistake.
func TestPause(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Done("cron", d.Dir)
	for _, c := range []struct{ args, says string }{
		{"--until yesterday", `"yesterday" is not a date`}, {"--until 2027-02-28", "is over already"},
		{"--until 2027-04-01 --off", "do not go together"},
	} {
		if code, _, errs := d.Run(append([]string{"pause", d.Dir}, strings.Fields(c.args)...)...); code != complaint.ExitUsage ||
			!strings.Contains(errs, c.says) {
			t.Errorf("%s: exit %d, %s", c.args, code, errs)
		}
	}
	if out := d.Done("pause", d.Dir, "--off"); out != "There was no pause.\n" {
		t.Errorf("%q", out)
	}
	// Thursday 18 March, 00:00: Friday is too near, so it is the 26th.
	if out := d.Done("pause", d.Dir, "--yes", "--until", "2027-03-18"); !strings.HasPrefix(out,
		"Paused until 2027-03-18 00:00 UTC.\nDeadline: 2027-03-26 20:00 UTC\n") {
		t.Errorf("%q", out)
	}
	if out := d.Done("pause", d.Dir, "--yes", "--until", "2027-03-18"); out != "This pause is already set.\n" {
		t.Errorf("%q", out)
	}
	d.Now = clitest.Friday
	d.CronSays(complaint.ExitDone, "")
	d.Turn(1)
	if out := d.Stands(); !strings.Contains(out,
		"Paused since 2027-03-01 12:00 UTC, until 2027-03-18 00:00 UTC\nThe game is paused; nothing is resolved.\n") {
		t.Errorf("status says\n%s", out)
	}
	// On Monday the 8th he changes his mind: Friday the 12th is more than half a week away.
	d.Now = time.Date(2027, 3, 8, 12, 0, 0, 0, time.UTC)
	if out := d.Done("pause", d.Dir, "--off"); !strings.HasPrefix(out,
		"The game goes on.\nDeadline: 2027-03-12 20:00 UTC\n") {
		t.Errorf("%q", out)
	}
	d.CronSays(complaint.ExitDone, "")
	d.Now = time.Date(2027, 3, 12, 20, 0, 0, 0, time.UTC)
	d.CronSays(complaint.ExitDone, "")
	d.Turn(2)
	got := d.Letters(clitest.Player)
	if len(got) != 4 || !strings.Contains(got[1].Subject, "Das Spiel macht Pause") ||
		!strings.Contains(got[2].Subject, "Das Spiel geht weiter") {
		t.Errorf("%d letters: %+v", len(got), got)
	}
	d.Done("pause", d.Dir, "--yes")
	if out := d.Stands(); !strings.Contains(out,
		"Paused since 2027-03-12 20:00 UTC, until `weltentor pause DIR --off`\n") || strings.Contains(out, "Deadline") {
		t.Errorf("status says\n%s", out)
	}
}

// With two mail phases per round, those who have not sent what a phase asks for are reminded in each.
func TestRemindersInEachMailPhase(t *testing.T) {
	t.Parallel()
	p := stage.NewPlay(t, clitest.InProcess(duel.Rules()), "rounds = 1\n", map[string]string{"reminder": "24"},
		stage.EmbeddedFor(t))
	p.Join("Anna", "anna@demo.test", "de", game.UTF8)
	p.Join("Bob", "bob@demo.test", "en", game.PC)
	p.Cron()
	p.Begun(stage.Anna)
	p.One(stage.Bob)
	p.Mail(stage.Anna, "$A\nhoch 4\n")
	p.Now = time.Date(2026, 3, 5, 19, 0, 0, 0, time.UTC) // Thursday, 20:00 in Berlin
	p.Cron()
	p.Says("Anna's receipt", p.One(stage.Anna).Subject, "Befehle angekommen")
	p.Says("Bob's reminder", p.One(stage.Bob).Subject, "[Probe T1] Reminder: deadline Friday, 6 March, 20:00")
	p.Now = p.Now.AddDate(0, 0, 1)
	p.Cron()
	p.One(stage.Anna)
	p.One(stage.Bob)
	p.Now = p.Now.AddDate(0, 0, 6)
	p.Cron()
	p.Cron()
	reminder := p.One(stage.Anna)
	p.Says("Anna's reminder", reminder.Subject, "[Probe Z2] Erinnerung: Frist Freitag, 13. März, 20:00 Uhr")
	p.Says("Anna's reminder", reminder.Body, "Ergebnisse. Von Reich 1 Anna liegt noch nichts vor.")
	p.One(stage.Bob)
}

// oneByOne is a game in which one realm after the other plays.
func oneByOne(t *testing.T) game.Rulebook {
	t.Helper()
	for _, rb := range worlds.Rulebooks() {
		if _, is := clitest.Fresh(t, rb).(game.Successive); is {
			return rb
		}
	}
	t.Fatal("there is none")
	return nil
}

// If players move one after the other, only the one who is asked is reminded, or waited for.
func TestReminderAndGraceInTurn(t *testing.T) {
	t.Parallel()
	p := stage.NewPlay(t, clitest.InProcess(oneByOne(t)), "", map[string]string{"reminder": "24", "grace": "6"},
		stage.EmbeddedFor(t))
	p.Join("Anna", "anna@demo.test", "de", game.UTF8)
	p.Join("Bob", "bob@demo.test", "en", game.PC)
	p.Cron()
	p.Begun(stage.Anna)
	p.One(stage.Bob)
	p.Now = time.Date(2026, 3, 5, 19, 0, 0, 0, time.UTC)
	p.Cron()
	p.Says("Anna's reminder", p.One(stage.Anna).Subject, "Erinnerung")
	p.None(stage.Bob)
	p.Now = p.Now.AddDate(0, 0, 1)
	p.Cron()
	p.Says("Anna's grace", p.One(stage.Anna).Subject, "Frist verschoben auf Samstag, 7. März, 02:00 Uhr")
	p.None(stage.Bob)
	p.Now = p.Now.Add(6 * time.Hour)
	p.Cron()
	p.Says("Anna's report", p.One(stage.Anna).Body, "Ihr habt keine Befehle geschickt")
	p.Says("Bob's report", p.One(stage.Bob).Subject, "Report for Bob")
}

// A turn is played when its player's letter is in without errors, and at its deadline without one. Nothing is played as
// long as there is nobody to play with.
func TestOneAfterTheOther(t *testing.T) {
	t.Parallel()
	p := stage.NewPlay(t, clitest.InProcess(oneByOne(t)), "", map[string]string{"early": "true"}, stage.EmbeddedFor(t))
	p.Join("Anna", "anna@demo.test", "de", game.UTF8)
	p.Cron()
	p.One(stage.Anna)
	p.Now = p.Now.AddDate(0, 0, 14)
	p.Cron()
	p.None(stage.Anna)
	p.Join("Bob", "bob@demo.test", "en", game.PC)
	p.Join("Cilli", "cilli@demo.test", "de", game.Amiga)
	p.Cron()
	p.Says("that it begins", p.One(stage.Anna).Body, "Das Spiel beginnt", "Befehle bis Freitag, 20. März 2026")
	p.One(stage.Bob)
	p.One(stage.Cilli)

	p.Mail(stage.Bob, "$R\nSchuh\n")
	p.Cron()
	p.Says("Bob's receipt", p.One(stage.Bob).Body, "It is not your realm's turn now.") // and nobody else hears of it
	p.None(stage.Anna, stage.Cilli)

	// A bad line holds the turn back, although early turns are allowed.
	p.Mail(stage.Anna, "$R\nSchuh\nvielleicht\n")
	p.Cron()
	p.Says("Anna's receipt", p.One(stage.Anna).Body, "vielleicht")
	p.None(stage.Bob, stage.Cilli)
	p.Mail(stage.Anna, "$R\nSchuh\n")
	p.Cron()
	if got := p.Fresh(stage.Anna); len(got) != 2 {
		t.Fatalf("Anna got %d letters, want a receipt and a report", len(got))
	}
	p.Says("Bob's report", p.One(stage.Bob).Body, "Round 1, the turn of Anna", "It is your turn: turn 2")
	p.One(stage.Cilli)

	// Bob misses his turn, and is passed over at the deadline.
	p.Cron()
	p.None(stage.Anna, stage.Bob, stage.Cilli)
	p.Now = p.Now.AddDate(0, 0, 14)
	p.Cron()
	for _, r := range []int{stage.Anna, stage.Cilli} {
		p.Says("a report", p.One(r).Body, "Runde 1, Zug von Bob", "Cilli ist am Zug")
	}
	p.One(stage.Bob)
	p.Done("verify", p.Dir)
}
