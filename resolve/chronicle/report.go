package chronicle

import (
	"slices"

	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Writer writes the reports of an outcome for one goroutine: each is good until the next. It counts them against what the
// realm was shown before, as Shown returns it, and returns what it was shown then. seed is the world's.
func Writer(seed game.Seed, outcome game.Outcome) func(realm int, before []byte) (rep game.Report, shown []byte) {
	write := outcome.Report
	if s, ok := outcome.(game.ManyReports); ok {
		write = s.ReportWriter()
	}
	return func(realm int, before []byte) (game.Report, []byte) { return counted(seed, write, realm, before) }
}

// counted writes a report against what the realm was shown before. A record that cannot be read is none.
func counted(seed game.Seed, write func(realm int, shown *game.Shown) game.Report, realm int,
	before []byte) (game.Report, []byte) {
	shown, _ := game.ReadShown(seed, realm, before)
	rep := write(realm, shown)
	return rep, shown.Bytes()
}

// Welcome is a realm's report 0 as it is stored, with the story of the world. seed is the world's.
func Welcome(seed game.Seed, world game.World, realm int) (w WrittenReport, err error) {
	err = store.Guarded(func() {
		rep, shown := counted(seed, world.Welcome, realm, nil)
		w = WrittenReport{Report: store.Pack(AppendReport(nil, Opened(rep))), Shown: shown}
	})
	return w, err
}

// Tales are what the chronicler of the world has told each realm up to a turn. They are stored with the turn and taken
// back with it; its record has their sum.
type Tales map[int]game.Heard

var turnTales = store.PackedAt[Tales](turns.Part("tales"))

// TalesAfter reads them. They are nil if nobody kept them then.
func TalesAfter(tx *store.Tx, turn int) (tales Tales) {
	if turn == 0 {
		return Tales{}
	}
	tales, _ = turnTales.Get(tx, store.U32(turn))
	return tales
}

// Chronicler tells realms about a turn.
type Chronicler struct {
	Before Tales        // what he had told before
	Untold map[int]bool // realms that do without him; he remembers what they would have heard
	turn   int
	seed   game.Seed
	realms map[int]game.Realm // after the turn
}

// Tell puts his lines into a report, in the room of its text. A reader whose language has changed gets the story of the
// world anew.
func (c *Chronicler) Tell(rep game.Report) (game.Report, game.Heard) {
	heard := c.Before[rep.Realm]
	heard.Late = heard.Late || c.Before == nil
	lines, now := rep.Tale.Told(c.seed, c.turn, rep.Realm, heard)
	if now.Lang = c.realms[rep.Realm].Lang; heard.Lang != "" && heard.Lang != now.Lang {
		lines = rep.Tale.Opened()
	}
	if c.Untold[rep.Realm] {
		lines = nil
	}
	rep.Text = slices.Insert(rep.Text, rep.Tale.At, lines...)
	for i := range rep.Cuts { // those before it are cuts no less where they are then
		rep.Cuts[i] += len(lines)
	}
	return rep, now
}

// Opened is a report for whoever begins to read: with the story of the world.
func Opened(rep game.Report) game.Report { return rep.With(rep.Tale.Opened()) }
