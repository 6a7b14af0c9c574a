package practice_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/practice"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/storetest"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
)

// Of six turns each brings a receipt and a report with the next lesson, and nothing of it is in the real game. The last
// letter says how one joins. Then the world of the practice is gone, and after a week everything.
func TestSixTurnsOfPractice(t *testing.T) {
	t.Parallel()
	d := worldtest.Drilled(t)
	before := bytesOfTurn(d)
	for n := 1; n <= players.PracticeTurns; n++ {
		d.Plays()
		all := d.Leaves()
		if last := all[len(all)-1]; !strings.Contains(last.Subject, fmt.Sprintf("turn %d of 6", n)) {
			t.Fatalf("turn %d begins with %q", n, last.Subject)
		}
		if a := d.Writes("Re: practice", fmt.Sprintf("$I 1 %s\n$A\ndig %d\n", d.Code, n)); a.Fate != receipt.Served || !a.Answered {
			t.Fatalf("turn %d: %+v", n, a)
		}
		if s, err := gamemaster.StatusOf(d.World, d.ClockAt); err != nil || s.Practice != (gamemaster.PracticeStatus{Running: 1, Most: 2}) {
			t.Fatalf("%+v, %v", s.Practice, err)
		}
	}
	d.Plays()
	all := d.Leaves()
	if len(all) != 2 || !strings.Contains(all[0].Subject, "receipt") || !strings.Contains(all[1].Text, "write SIGNUP") ||
		!strings.Contains(all[1].Text, "you have played 6 turns") {
		t.Fatalf("the end is\n%+v", all)
	}
	if bytesOfTurn(d) != before {
		t.Error("the real game has changed")
	}
	if got := d.Games(); len(got) != 1 || !got[0].Over || len(got[0].Letters) != 1+2*6 {
		t.Errorf("stored is %+v", got)
	}
	d.Plays()
	if got := d.Folders(); len(got) != 0 {
		t.Errorf("left are %v", got)
	}
	d.ClockAt = d.ClockAt.Add(players.Lasts)
	d.Plays()
	rows, err := d.Outbox()
	must(t, err)
	for _, r := range rows {
		if r.Kind == outbox.KindPractice {
			t.Errorf("letter %q is still there", r.Subject)
		}
	}
	if got := d.Games(); len(got) != 0 {
		t.Errorf("after a week there is %+v", got)
	}
	d.Sound()
}

// A line that is wrong makes the turn wait. The receipt does not say that the others count, since so far none does.
func TestPracticeWaitsForABetterLetter(t *testing.T) {
	t.Parallel()
	d := worldtest.Drilled(t)
	d.Plays()
	d.Leaves()
	d.Writes("Re: practice", fmt.Sprintf("$I 1 %s\n$A\ndig 1\ndig x\n", d.Code))
	d.Plays()
	all := d.Leaves()
	if len(all) != 1 || !strings.HasPrefix(all[0].Text, "1 line good, 1 bad; so far none counts.\n") ||
		strings.Contains(all[0].Text, "The good ones count") || !strings.Contains(all[0].Text, "reply with YES to play without it") {
		t.Errorf("the receipt is\n%+v", all)
	}
	if got := d.Games(); len(got) != 1 || got[0].Played != 0 {
		t.Errorf("stored is %+v", got)
	}
}

// What a letter for a practice game says beside its orders reaches nobody, and the receipt shows it. A greeting is no words.
func TestPracticeTellsOfWordsBesideOrders(t *testing.T) {
	t.Parallel()
	d := worldtest.Drilled(t)
	d.Plays()
	d.Leaves()
	for n, c := range []struct{ text, shown string }{
		{"Is my keep in danger?\n\n$I 1 %s\n$A\ndig 1\n$E\n", "  Is my keep in danger?\n"},
		{"$I 1 %s\n$A\ndig 1\n$E\n\nWhom may I ask about walls?\n", "  Whom may I ask about walls?\n"},
		{"Hello,\n\n$I 1 %s\n$A\ndig 1\n$E\n\nBest wishes\nAnn\n", ""},
	} {
		d.Writes("Re: practice", fmt.Sprintf(c.text, d.Code))
		d.Plays()
		all := d.Leaves()
		if len(all) != 2 || strings.Contains(all[0].Text, "which nobody reads") != (c.shown != "") ||
			!strings.Contains(all[0].Text, c.shown) {
			t.Errorf("letter %d:\n%+v", n+1, all)
		}
	}
	d.Writes("Re: practice", fmt.Sprintf("First words, of some length.\n\n$I 1 %s\n$A\ndig 1\n$E\n", d.Code))
	d.Writes("Re: practice", fmt.Sprintf("Second words.\n\n$I 1 %s\n$A\ndig 1\n$E\n", d.Code))
	if g := d.Games()[0]; g.Beside != "First words, of some length.\n\nSecond words." {
		t.Errorf("beside two letters: %q", g.Beside)
	}
	d.Plays()
	last := d.Leaves()
	_, form, _ := strings.Cut(strings.Replace(last[len(last)-1].Text, "dig 3", "dig 2", 1), "===")
	l := d.LetterOf("Re: [Bovistan] Your practice game, turn 4 of 6", "May I dig less?\n")
	l.Form, l.Quoted = "==="+form, "==="+form
	_, err := intake.Accept(d.World, l, d.ClockAt)
	must(t, err)
	d.Plays()
	if all := d.Leaves(); len(all) != 2 || !strings.Contains(all[0].Text, "We dig 2 deep") ||
		!strings.Contains(all[0].Text, "nobody reads. Send it in a letter of its own:\n\n  May I dig less?\n") {
		t.Errorf("orders in a quote:\n%+v", all)
	}
}

// A copy of a letter neither replaces newer orders for a lesson nor plays a later one. Its writer hears of it once a turn.
func TestPracticeIsNotPlayedByACopy(t *testing.T) {
	t.Parallel()
	d := worldtest.Drilled(t)
	d.Plays()
	d.Leaves()
	first := d.LetterOf("Re: practice", fmt.Sprintf("$I 1 %s\n$A\ndig 7\n", d.Code))
	copied := func(copies byte) receipt.Acceptance {
		t.Helper()
		l := first
		l.Hash[0] ^= copies
		a, err := intake.Accept(d.World, l, d.ClockAt)
		must(t, err)
		return a
	}
	copied(0)
	if a := copied(1); a.Fate != receipt.Known || a.Answered {
		t.Errorf("while its orders wait: %+v", a)
	}
	d.Writes("Re: practice", fmt.Sprintf("$I 1 %s\n$A\ndig 2\n", d.Code))
	for n := byte(2); n < 4; n++ {
		if a := copied(n); a.Fate != receipt.Known || a.Answered != (n == 2) {
			t.Errorf("copy %d after newer orders: %+v", n, a)
		}
	}
	d.Plays()
	if all := d.Leaves(); len(all) != 3 || !strings.Contains(all[0].Text, "a copy") || !strings.Contains(all[1].Text, "2 deep") {
		t.Fatalf("the turn brings\n%+v", all)
	}
	if a := copied(4); a.Fate != receipt.Known || !a.Answered {
		t.Errorf("in the next turn: %+v", a)
	}
	d.Plays()
	if got := d.Games(); len(got) != 1 || got[0].Played != 1 {
		t.Errorf("stored is %+v", got)
	}
}

// bytesOfTurn are turn, state and sheets of the real game.
func bytesOfTurn(d *worldtest.Drill) (all string) {
	d.T.Helper()
	must(d.T, d.View(func(tx *store.Tx) error {
		c, err := d.Now(tx)
		if err != nil {
			return err
		}
		records := d.Cache.Sheets(tx, c.Turn)
		all = fmt.Sprint(c.Turn, string(c.World.State()), records)
		return nil
	}))
	return all
}

// A practice world may be further than the store of the real game knows: lessons were killed between the two, or the
// store comes from a copy. Then no turn is resolved twice, and the report comes, with the next lesson.
func TestPracticeAheadOfItsRecord(t *testing.T) {
	t.Parallel()
	d := worldtest.Drilled(t)
	for n := 1; n <= players.PracticeTurns; n++ {
		back, err := storetest.Keep(d.Dir, filepath.Join(t.TempDir(), "kept"))
		must(t, err)
		d.Plays()
		must(t, back()) // nothing of it was stored there
		d.ReopenDrill()
		d.Plays()
		d.Plays() // there is nothing more to do
		if all := d.Leaves(); len(all) != 1 || !strings.Contains(all[0].Subject, fmt.Sprintf("turn %d of 6", n)) {
			t.Fatalf("turn %d: %+v", n, all)
		}
		if got := d.TurnOf(d.Folders()[0]); got != n {
			t.Fatalf("turn %d awaits orders, want %d", got, n)
		}
		d.Writes("Re: practice", "$I 1 "+d.Code+"\n$A\ndig 1\n")
	}
}

// A founding that was killed is done again, and one without its realms is completed.
func TestPracticeFoundingKilled(t *testing.T) {
	t.Parallel()
	d := worldtest.Drilled(t)
	dir := filepath.Join(d.Dir, "practice", d.Games()[0].ID)
	must(t, os.MkdirAll(dir+".founding", 0o700))
	must(t, players.FoundPractice(dir, d.Rules, nil, phrase.En, &worldtest.Drawn{}, d.ClockAt))
	must(t, os.MkdirAll(filepath.Join(d.Dir, "practice", "0011"), 0o700)) // of another copy of the world
	d.Plays()
	if all := d.Leaves(); len(all) != 1 || !strings.Contains(all[0].Subject, "turn 1 of 6") {
		t.Errorf("%+v", all)
	}
	if got := d.Folders(); len(got) != 1 || got[0] != dir {
		t.Errorf("there are %v", got)
	}
}

// The world of a practice may be missing, as in a backup on another machine, or damaged. The game is then over, its
// player hears so and can begin another one.
func TestPracticeLost(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(dir string) error{
		"gone": os.RemoveAll,
		"damaged": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, disk.FileName), make([]byte, 5000), 0o600)
		},
	} {
		d := worldtest.Drilled(t)
		d.Plays()
		d.Leaves()
		must(t, harm(d.Folders()[0]))
		d.Writes("Re: practice", "$I 1 "+d.Code+"\n$A\ndig 1\n")
		if err := practice.Play(d.T.Context(), d.World, d.ClockAt); (err != nil) != (name == "damaged") {
			t.Errorf("%s: %v", name, err)
		}
		if all := d.Leaves(); len(all) != 1 || !strings.Contains(all[0].Text, "its world is lost") {
			t.Errorf("%s: %+v", name, all)
		}
		d.Plays()
		if got := d.Folders(); len(got) != 0 {
			t.Errorf("%s: left are %v", name, got)
		}
		d.Sound()
	}
}

// A turn of the real game that is resolved and taken back, or held, touches no practice game: its letters leave, and it
// goes on.
func TestPracticeOutlivesUndo(t *testing.T) {
	t.Parallel()
	d := worldtest.Drilled(t)
	d.Plays()
	d.Leaves()
	d.Writes("Re: practice", "$I 1 "+d.Code+"\n$A\ndig 1\n")
	d.Plays() // and its letters wait
	d.ClockAt = worldtest.Friday
	d.Advance(worldtest.Friday)
	_, err := turns.Undo(d.World, turns.UndoOptions{Why: "x"}, worldtest.Friday)
	must(t, err)
	if all := d.Leaves(); len(all) != 2 {
		t.Errorf("%d letters leave", len(all))
	}
	d.Writes("Re: practice", "$I 1 "+d.Code+"\n$A\ndig 1\n")
	d.Plays()
	if all := d.Leaves(); len(all) != 2 || !strings.Contains(all[1].Subject, "turn 3 of 6") {
		t.Errorf("%+v", all)
	}
}

// The size of orders is bounded, and that of a practice world: one that is larger ends with its turn. So is the number
// of games: one that is over makes room, and no other.
func TestPracticeIsBounded(t *testing.T) {
	t.Parallel()
	d := worldtest.Drilled(t)
	d.Plays()
	d.Leaves()
	d.Writes("Re: practice", "$I 1 "+d.Code+"\n$A\n"+strings.Repeat("; long\n", 10_000))
	if all := d.Leaves(); len(all) != 1 || !strings.Contains(all[0].Text, "more than 64 KB") || d.Games()[0].Orders != "" {
		t.Errorf("%+v", all)
	}
	for range 3 {
		for range 30 { // none of their lines counts
			d.Writes("Re: practice", "$I 1 "+d.Code+"\n$A\ndug 1\n")
			d.Plays()
			d.Leaves() // with another code
		}
		d.ClockAt = d.ClockAt.Add(time.Hour)
	}
	if g := d.Games()[0]; len(g.Letters) < 40 || len(g.Letters) > 60 {
		t.Errorf("%d letters are stored", len(g.Letters))
	}
	d.Sent("", d.ClockAt)
	must(t, os.WriteFile(filepath.Join(d.Folders()[0], "large"), make([]byte, 17<<20), 0o600))
	d.Writes("Re: practice", "$I 1 "+d.Code+"\n$A\ndig 1\n")
	d.Plays()
	if got := d.Games(); len(got) != 1 || !got[0].Over {
		t.Errorf("%+v", got)
	}
	d.Sent("", d.ClockAt)
	for n := range 4 {
		who := fmt.Sprintf("p%d@two.example", n)
		l := d.Letter(0, "")
		l.From, l.Subject = who, "PRACTICE"
		_, err := intake.Accept(d.World, l, d.ClockAt)
		must(t, err)
		code := ""
		for _, sent := range d.Sent("", d.ClockAt) {
			code = worldtest.TokensIn(sent.Text)[0]
		}
		l = d.Letter(0, "YES "+code+"\n")
		l.From, l.Subject = who, "Re: practice"
		_, err = intake.Accept(d.World, l, d.ClockAt)
		must(t, err)
		if got := d.Games(); len(got) > 2 || n >= 2 && players.RunningPractice(got) != 2 {
			t.Errorf("after %d there are %+v", n, got)
		}
		for _, sent := range d.Sent("", d.ClockAt) {
			if full := strings.Contains(sent.Text, "No practice game is free: 2 run already."); full != (n >= 2) {
				t.Errorf("%d: %s", n, sent.Text)
			}
		}
	}
}

// A game that nobody has played for two days gives way to whoever asks while none is free, and no sooner. Orders keep it.
func TestPracticeThatRestsGivesWay(t *testing.T) {
	t.Parallel()
	d := worldtest.Drilled(t) // Ann's; two may run
	d.Plays()
	d.Leaves()
	asks := func(who string) {
		t.Helper()
		l := d.Letter(0, "")
		l.From, l.Subject = who, "PRACTICE digging" // the name of a game beside the word does no harm
		a, err := intake.Accept(d.World, l, d.ClockAt)
		must(t, err)
		code := ""
		for _, sent := range d.Sent("", d.ClockAt) {
			if sent.To == who {
				code = worldtest.TokensIn(sent.Text)[0]
			}
		}
		if code == "" || !a.Answered {
			t.Fatalf("%s asks, and gets no code: %+v", who, a)
		}
		l = d.Letter(0, "YES "+code+"\n")
		l.From, l.Subject = who, "Re: practice"
		_, err = intake.Accept(d.World, l, d.ClockAt)
		must(t, err)
		d.Plays()
		d.Sent("", d.ClockAt)
	}
	runs := func(want ...string) {
		t.Helper()
		var got []string
		for _, g := range d.Games() {
			got = append(got, g.Mail)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || len(d.Folders()) != len(want) {
			t.Errorf("the games of %v run in %d folders, want %v", got, len(d.Folders()), want)
		}
	}
	asks("bea@two.example")
	asks("cem@three.example") // too soon
	runs(worldtest.Learner, "bea@two.example")
	d.ClockAt = d.ClockAt.Add(players.Rests - time.Hour)
	d.Writes("Re: practice", fmt.Sprintf("$I 1 %s\n$A\ndig 1\n", d.Code))
	d.Plays()
	d.Sent("", d.ClockAt)
	d.ClockAt = d.ClockAt.Add(time.Hour)
	asks("cem@three.example")
	runs(worldtest.Learner, "cem@three.example")
	asks("dan@four.example")
	runs(worldtest.Learner, "cem@three.example")
}

// A practice game is among what is stored about a player, and is forgotten with it.
func TestPracticeForgotten(t *testing.T) {
	t.Parallel()
	d := worldtest.Drilled(t)
	must(t, d.Update(func(tx *store.Tx) error {
		g := gamesIn(d, tx)[0]
		g.Mail = "r1@example.org"
		g.Save(tx)
		return nil
	}))
	d.Plays()
	if data, err := gamemaster.PlayerOf(d.World, 1).Data(); err != nil || len(data.Practice) != 1 ||
		!strings.Contains(data.Print(worldtest.Berlin), "Übungsspiele:") {
		t.Errorf("%+v, %v", data.Practice, err)
	}
	if _, err := gamemaster.PlayerOf(d.World, 1).Forget(true, d.ClockAt); err != nil {
		t.Fatal(err)
	}
	if got := d.Games(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	d.Plays()
	if _, err := os.Stat(d.Dir + "/practice"); err != nil && !errors.Is(err, fs.ErrNotExist) || len(d.Folders()) != 0 {
		t.Errorf("%v, %v", d.Folders(), err)
	}
}

func gamesIn(d *worldtest.Drill, tx *store.Tx) []players.PracticeGame {
	all := players.PracticeGames(tx)
	return all
}
