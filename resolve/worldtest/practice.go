package worldtest

import (
	"path/filepath"
	"testing"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/practice"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// PracticeRules are a game in which one can practise. The machine digs three deep.
func PracticeRules() BotTiny {
	depth := 3
	return BotTiny{Tiny: Tiny{Starts: true}, Depth: &depth}
}

// Drill is a world in which Ann practises, who has no realm in the real game.
type Drill struct {
	*Game
	Code string // of the last letter
}

// Learner is Ann's address.
const Learner = "ann@one.example"

// Drilled begins Ann's practice game.
func Drilled(t *testing.T) *Drill {
	d := &Drill{Game: Found(t, PracticeRules(), 2, func(s *world.Settings) { s.Practice, s.Signup = 2, true })}
	d.Sent("", d.ClockAt)
	d.Writes("PRACTICE", "")
	d.Leaves()
	d.Writes("Re: a practice game", "YES "+d.Code+"\n")
	return d
}

// Writes takes a letter of Ann's in.
func (d *Drill) Writes(subject, text string) receipt.Acceptance {
	d.T.Helper()
	a, err := intake.Accept(d.World, d.LetterOf(subject, text), d.ClockAt)
	Must(d.T, err)
	return a
}

// LetterOf returns a letter of Ann's.
func (d *Drill) LetterOf(subject, text string) letter.Letter {
	l := d.Letter(0, text)
	l.From, l.Subject, l.Arrived = Learner, subject, d.ClockAt
	return l
}

// Plays lets lessons go on.
func (d *Drill) Plays() {
	d.T.Helper()
	Must(d.T, practice.Play(d.T.Context(), d.World, d.ClockAt))
}

// Leaves returns what leaves for Ann, and notes the last code.
func (d *Drill) Leaves() (all []outbox.Draft) {
	d.T.Helper()
	for _, l := range d.Sent("", d.ClockAt) {
		if l.To != Learner {
			continue
		}
		all = append(all, l)
		if codes := TokensIn(l.Text); len(codes) > 0 {
			d.Code = codes[0]
		}
	}
	return all
}

// Games are the practice games as they are stored.
func (d *Drill) Games() (all []players.PracticeGame) {
	d.T.Helper()
	Must(d.T, d.View(func(tx *store.Tx) (err error) {
		all = players.PracticeGames(tx)
		return nil
	}))
	return all
}

// Sound checks every value of the store.
func (d *Drill) Sound() {
	d.T.Helper()
	Must(d.T, d.View(func(tx *store.Tx) error {
		for err := range tx.Wrong() {
			d.T.Error(err)
		}
		return nil
	}))
}

// Folders are the folders of practice worlds.
func (d *Drill) Folders() []string {
	d.T.Helper()
	all, err := filepath.Glob(filepath.Join(d.Dir, "practice", "*"))
	Must(d.T, err)
	return all
}

// TurnOf opens a practice world, and returns the turn that awaits orders.
func (d *Drill) TurnOf(dir string) (turn int) {
	d.T.Helper()
	w, err := world.Open(dir, []game.Rulebook{d.Rules}, Settings())
	Must(d.T, err)
	Must(d.T, w.Ask(1, func(c chronicle.Current) { turn = c.Turn }))
	return turn
}

// ReopenDrill opens the world again, as it was set.
func (d *Drill) ReopenDrill() {
	was := d.Settings
	d.Reopen(d.Rules, func(s *world.Settings) { *s = was })
}
