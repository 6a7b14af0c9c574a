package resolve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/intake"
	"weltentor/resolve/lessons"
	"weltentor/resolve/letter"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/practice"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/storetest"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// practiceRules are a game in which one can practise. The machine digs three deep.
func practiceRules() worldtest.BotTiny {
	depth := 3
	return worldtest.BotTiny{Tiny: worldtest.Tiny{Starts: true}, Depth: &depth}
}

// drill is a world in which Ann practises, who has no realm in the real game.
type drill struct {
	*worldtest.Game
	code string // of the last letter
}

const learner = "ann@one.example"

// drilled begins Ann's practice game.
func drilled(t *testing.T) *drill {
	d := &drill{Game: worldtest.Found(t, practiceRules(), 2, func(s *world.Settings) { s.Practice, s.Signup = 2, true })}
	d.Sent("", d.ClockAt)
	d.writes("PRACTICE", "")
	d.leaves()
	d.writes("Re: a practice game", "YES "+d.code+"\n")
	return d
}

// writes takes a letter of Ann's in.
func (d *drill) writes(subject, text string) receipt.Acceptance {
	d.T.Helper()
	a, err := intake.Accept(d.World, d.letterOf(subject, text), d.ClockAt)
	must(d.T, err)
	return a
}

func (d *drill) letterOf(subject, text string) letter.Letter {
	l := d.Letter(0, text)
	l.From, l.Subject, l.Arrived = learner, subject, d.ClockAt
	return l
}

// plays lets lessons go on.
func (d *drill) plays() {
	d.T.Helper()
	must(d.T, lessons.Play(d.T.Context(), d.World, d.ClockAt))
}

// leaves returns what leaves for Ann, and notes the last code.
func (d *drill) leaves() (all []outbox.Draft) {
	d.T.Helper()
	for _, l := range d.Sent("", d.ClockAt) {
		if l.To != learner {
			continue
		}
		all = append(all, l)
		if codes := worldtest.TokensIn(l.Text); len(codes) > 0 {
			d.code = codes[0]
		}
	}
	return all
}

// games are the practice games as they are stored.
func (d *drill) games() (all []practice.Game) {
	d.T.Helper()
	must(d.T, d.View(func(tx *store.Tx) (err error) {
		all, err = practice.All(tx)
		return err
	}))
	return all
}

// sound checks every value of the store.
func (d *drill) sound() {
	d.T.Helper()
	must(d.T, d.View(func(tx *store.Tx) error {
		for err := range tx.Wrong() {
			d.T.Error(err)
		}
		return nil
	}))
}

// folders are the folders of practice worlds.
func (d *drill) folders() []string {
	d.T.Helper()
	all, err := filepath.Glob(filepath.Join(d.Dir, "practice", "*"))
	must(d.T, err)
	return all
}

// turnOf opens a practice world, and returns the turn that awaits orders.
func (d *drill) turnOf(dir string) (turn int) {
	d.T.Helper()
	w, err := world.Open(dir, []game.Rulebook{d.Rules}, worldtest.Settings())
	must(d.T, err)
	must(d.T, w.Ask(1, func(c chronicle.Current) { turn = c.Turn }))
	return turn
}

// Of six turns each brings a receipt and a report with the next lesson, and nothing of it is in the real game. The last
// letter says how one joins. Then the world of the practice is gone, and after a week everything.
func TestSixTurnsOfPractice(t *testing.T) {
	t.Parallel()
	d := drilled(t)
	before := d.bytesOfTurn()
	for n := 1; n <= players.PracticeTurns; n++ {
		d.plays()
		all := d.leaves()
		if last := all[len(all)-1]; !strings.Contains(last.Subject, fmt.Sprintf("turn %d of 6", n)) {
			t.Fatalf("turn %d begins with %q", n, last.Subject)
		}
		if a := d.writes("Re: practice", fmt.Sprintf("$I 1 %s\n$A\ndig %d\n", d.code, n)); a.Fate != receipt.Served || !a.Answered {
			t.Fatalf("turn %d: %+v", n, a)
		}
		if s, err := master.StatusOf(d.World, d.ClockAt); err != nil || s.Practice != (master.PracticeStatus{Running: 1, Most: 2}) {
			t.Fatalf("%+v, %v", s.Practice, err)
		}
	}
	d.plays()
	all := d.leaves()
	if len(all) != 2 || !strings.Contains(all[0].Subject, "receipt") || !strings.Contains(all[1].Text, "write SIGNUP") ||
		!strings.Contains(all[1].Text, "you have played 6 turns") {
		t.Fatalf("the end is\n%+v", all)
	}
	if d.bytesOfTurn() != before {
		t.Error("the real game has changed")
	}
	if got := d.games(); len(got) != 1 || !got[0].Over || len(got[0].Letters) != 1+2*6 {
		t.Errorf("stored is %+v", got)
	}
	d.plays()
	if got := d.folders(); len(got) != 0 {
		t.Errorf("left are %v", got)
	}
	d.ClockAt = d.ClockAt.Add(practice.Lasts)
	d.plays()
	rows, err := d.Outbox()
	must(t, err)
	for _, r := range rows {
		if r.Kind == outbox.KindPractice {
			t.Errorf("letter %q is still there", r.Subject)
		}
	}
	if got := d.games(); len(got) != 0 {
		t.Errorf("after a week there is %+v", got)
	}
	d.sound()
}

// A line that is wrong makes the turn wait. The receipt does not say that the others count, since so far none does.
func TestPracticeWaitsForABetterLetter(t *testing.T) {
	t.Parallel()
	d := drilled(t)
	d.plays()
	d.leaves()
	d.writes("Re: practice", fmt.Sprintf("$I 1 %s\n$A\ndig 1\ndig x\n", d.code))
	d.plays()
	all := d.leaves()
	if len(all) != 1 || !strings.HasPrefix(all[0].Text, "1 line good, 1 bad; so far none counts.\n") ||
		strings.Contains(all[0].Text, "The good ones count") || !strings.Contains(all[0].Text, "reply with YES to play without it") {
		t.Errorf("the receipt is\n%+v", all)
	}
	if got := d.games(); len(got) != 1 || got[0].Played != 0 {
		t.Errorf("stored is %+v", got)
	}
}

// bytesOfTurn are turn, state and sheets of the real game.
func (d *drill) bytesOfTurn() (all string) {
	d.T.Helper()
	must(d.T, d.View(func(tx *store.Tx) error {
		c, err := d.Now(tx)
		if err != nil {
			return err
		}
		records, err := d.Shelf.Sheets(tx, c.Turn)
		all = fmt.Sprint(c.Turn, string(c.World.State()), records)
		return err
	}))
	return all
}

// A practice world may be further than the store of the real game knows: lessons were killed between the two, or the
// store comes from a copy. Then no turn is resolved twice, and the report comes, with the next lesson.
func TestPracticeAheadOfItsRecord(t *testing.T) {
	t.Parallel()
	d := drilled(t)
	for n := 1; n <= players.PracticeTurns; n++ {
		back, err := storetest.Keep(d.Dir, filepath.Join(t.TempDir(), "kept"))
		must(t, err)
		d.plays()
		must(t, back()) // nothing of it was stored there
		d.reopenDrill()
		d.plays()
		d.plays() // there is nothing more to do
		if all := d.leaves(); len(all) != 1 || !strings.Contains(all[0].Subject, fmt.Sprintf("turn %d of 6", n)) {
			t.Fatalf("turn %d: %+v", n, all)
		}
		if got := d.turnOf(d.folders()[0]); got != n {
			t.Fatalf("turn %d awaits orders, want %d", got, n)
		}
		d.writes("Re: practice", "$I 1 "+d.code+"\n$A\ndig 1\n")
	}
}

func (d *drill) reopenDrill() {
	was := d.Settings
	d.Reopen(d.Rules, func(s *world.Settings) { *s = was })
}

// A founding that was killed is done again, and one without its realms is completed.
func TestPracticeFoundingKilled(t *testing.T) {
	t.Parallel()
	d := drilled(t)
	dir := filepath.Join(d.Dir, "practice", d.games()[0].ID)
	must(t, os.MkdirAll(dir+".founding", 0o700))
	must(t, players.FoundPractice(dir, d.Rules, nil, &worldtest.Drawn{}, d.ClockAt))
	must(t, os.MkdirAll(filepath.Join(d.Dir, "practice", "0011"), 0o700)) // of another copy of the world
	d.plays()
	if all := d.leaves(); len(all) != 1 || !strings.Contains(all[0].Subject, "turn 1 of 6") {
		t.Errorf("%+v", all)
	}
	if got := d.folders(); len(got) != 1 || got[0] != dir {
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
		d := drilled(t)
		d.plays()
		d.leaves()
		must(t, harm(d.folders()[0]))
		d.writes("Re: practice", "$I 1 "+d.code+"\n$A\ndig 1\n")
		if err := lessons.Play(d.T.Context(), d.World, d.ClockAt); (err != nil) != (name == "damaged") {
			t.Errorf("%s: %v", name, err)
		}
		if all := d.leaves(); len(all) != 1 || !strings.Contains(all[0].Text, "its world is lost") {
			t.Errorf("%s: %+v", name, all)
		}
		d.plays()
		if got := d.folders(); len(got) != 0 {
			t.Errorf("%s: left are %v", name, got)
		}
		d.sound()
	}
}

// A turn of the real game that is resolved and taken back, or held, touches no practice game: its letters leave, and it
// goes on.
func TestPracticeOutlivesUndo(t *testing.T) {
	t.Parallel()
	d := drilled(t)
	d.plays()
	d.leaves()
	d.writes("Re: practice", "$I 1 "+d.code+"\n$A\ndig 1\n")
	d.plays() // and its letters wait
	d.ClockAt = worldtest.Friday
	d.Advance(worldtest.Friday)
	_, err := turns.Undo(d.World, turns.UndoOptions{Why: "x"}, worldtest.Friday)
	must(t, err)
	if all := d.leaves(); len(all) != 2 {
		t.Errorf("%d letters leave", len(all))
	}
	d.writes("Re: practice", "$I 1 "+d.code+"\n$A\ndig 1\n")
	d.plays()
	if all := d.leaves(); len(all) != 2 || !strings.Contains(all[1].Subject, "turn 3 of 6") {
		t.Errorf("%+v", all)
	}
}

// practiseAt plays the practice games of a world, once, and waits to be killed.
func practiseAt(dir, at string) error {
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return err
	}
	lock, err := disk.Lock(dir)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	s := worldtest.Settings()
	s.Practice, s.Signup = 2, true
	w, err := world.Open(dir, []game.Rulebook{practiceRules()}, s)
	if err != nil {
		return err
	}
	fmt.Println("locked")
	if err := lessons.Play(context.Background(), w, time.Unix(seconds, 0).UTC()); err != nil {
		return err
	}
	time.Sleep(time.Minute)
	return nil
}

// Lessons may be killed at any instant.
func TestPracticeKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	d := drilled(t)
	for n := 1; n <= players.PracticeTurns; n++ {
		for range worldtest.Bouts(2, 20) {
			c := start(t, d.Dir, fmt.Sprint("practise ", d.ClockAt.Unix()))
			time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
			kill(t, c)
		}
		d.reopenDrill()
		d.plays()
		want := 2
		if n == 1 {
			want = 1
		}
		if all := d.leaves(); len(all) != want {
			t.Fatalf("turn %d: %d letters, want %d", n, len(all), want)
		}
		if got := d.turnOf(d.folders()[0]); got != n {
			t.Fatalf("turn %d awaits orders, want %d", got, n)
		}
		d.sound()
		d.writes("Re: practice", "$I 1 "+d.code+"\n$A\ndig 1\n")
	}
}

// The size of orders is bounded, and that of a practice world: one that is larger ends with its turn. So is the number
// of games: one that is over makes room, and no other.
func TestPracticeIsBounded(t *testing.T) {
	t.Parallel()
	d := drilled(t)
	d.plays()
	d.leaves()
	d.writes("Re: practice", "$I 1 "+d.code+"\n$A\n"+strings.Repeat("; long\n", 10_000))
	if all := d.leaves(); len(all) != 1 || !strings.Contains(all[0].Text, "more than 64 KB") || d.games()[0].Orders != "" {
		t.Errorf("%+v", all)
	}
	for range 3 {
		for range 30 { // none of their lines counts
			d.writes("Re: practice", "$I 1 "+d.code+"\n$A\ndug 1\n")
			d.plays()
			d.leaves() // with another code
		}
		d.ClockAt = d.ClockAt.Add(time.Hour)
	}
	if g := d.games()[0]; len(g.Letters) < 40 || len(g.Letters) > 60 {
		t.Errorf("%d letters are stored", len(g.Letters))
	}
	d.Sent("", d.ClockAt)
	must(t, os.WriteFile(filepath.Join(d.folders()[0], "large"), make([]byte, 17<<20), 0o600))
	d.writes("Re: practice", "$I 1 "+d.code+"\n$A\ndig 1\n")
	d.plays()
	if got := d.games(); len(got) != 1 || !got[0].Over {
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
		if got := d.games(); len(got) > 2 || n >= 2 && practice.Running(got) != 2 {
			t.Errorf("after %d there are %+v", n, got)
		}
		for _, sent := range d.Sent("", d.ClockAt) {
			if full := strings.Contains(sent.Text, "No practice game is free: 2 run already."); full != (n >= 2) {
				t.Errorf("%d: %s", n, sent.Text)
			}
		}
	}
}

// A practice game is among what is stored about a player, and is forgotten with it.
func TestPracticeForgotten(t *testing.T) {
	t.Parallel()
	d := drilled(t)
	must(t, d.Update(func(tx *store.Tx) error {
		g := d.gamesIn(tx)[0]
		g.Mail = "r1@example.org"
		g.Save(tx)
		return nil
	}))
	d.plays()
	if data, err := master.PlayerOf(d.World, 1).Data(); err != nil || len(data.Practice) != 1 ||
		!strings.Contains(data.Print(worldtest.Berlin), "Übungsspiele:") {
		t.Errorf("%+v, %v", data.Practice, err)
	}
	if _, err := master.PlayerOf(d.World, 1).Forget(true, d.ClockAt); err != nil {
		t.Fatal(err)
	}
	if got := d.games(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	d.plays()
	if _, err := os.Stat(d.Dir + "/practice"); err != nil && !errors.Is(err, fs.ErrNotExist) || len(d.folders()) != 0 {
		t.Errorf("%v, %v", d.folders(), err)
	}
}

func (d *drill) gamesIn(tx *store.Tx) []practice.Game {
	all, err := practice.All(tx)
	must(d.T, err)
	return all
}
