package belagerung

import (
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// daily are the events that are daily business: what units do.
var daily = []string{
	"bank-empty", "builds", "builds-with", "counter-on", "fortress-values", "income", "mans", "recruited", "storms",
	"walks",
}

// TestConformance holds the rulebook to the laws that all games obey: on a drawn
// board with two players, and on the example battlefield with three.
func TestConformance(t *testing.T) {
	conformance.Run(t, Rules(), example("[rules]\nrounds = 12\n", 2, 24))
}

func TestConformanceOfThree(t *testing.T) {
	conformance.Run(t, Rules(), example("[rules]\nrounds = 10\nboard = \"example\"\n", 3, 30))
}

func example(tables string, players, turns int) conformance.Example {
	return conformance.Example{
		Daily:    daily,
		Fights:   []string{"blow-fell", "blow-held"},
		Founding: game.Founding{Seed: game.Seed{3}, Tables: []byte(tables)},
		Joinings: gametest.Three[:players],
		Turns:    turns,
		Ends:     true,
		Hidden:   othersLetters(players),
		Unseen:   unseen,
		Reckoned: []string{"damage"}, // of the hits on castle and walls
		Edits:    sensibleEdits,
		Bots:     machineGames,
		Sheet: func(w game.World, whose int, d *game.Dice) string {
			return gametest.SensibleSheet(w.(*World).at, d)
		},
	}
}

// machineGames are games to their end: the winner is ahead, or who is hit less.
var machineGames = &conformance.Bots{
	Founding: game.Founding{Tables: []byte("[rules]\nrounds = 20\n")},
	Turns:    40,
	Ahead: func(w game.World, whose, other int) bool {
		if winners := w.Asked().Winners; len(winners) > 0 {
			return winners[0] == whose
		}
		s := w.(*World).at.State
		return s.Realm(whose).Damage() < s.Realm(other).Damage()
	},
	Maps: []conformance.Map{{Realms: 2}, {Realms: 3}, {Realms: 4}, {Realms: 6}},
}

// What the styles are worth against each other; docs/balance.md has the table.
func TestTournamentOfStyles(t *testing.T) { conformance.Tournament(t, Rules(), machineGames) }

// Of two players no style of the machine wins much more than another. The besieger won 43 of a hundred games once.
func TestNoStyleWinsTooMuch(t *testing.T) {
	games, most := 12, 60 // few games tell only what is far off
	if conformance.Whole() {
		games, most = 60, 40
	}
	conformance.Even(t, Rules(), machineGames, conformance.Map{Realms: 2}, games, most)
}

// othersLetters writes letters between others, and to the game master. All else is
// public; of two players nobody is left to write to.
func othersLetters(players int) func(game.World, []game.Sheet, int, *game.Dice) (game.World, []game.Sheet) {
	if players < 3 {
		return nil
	}
	return func(w game.World, sheets []game.Sheet, viewer int, d *game.Dice) (game.World, []game.Sheet) {
		for i, sheet := range sheets {
			if to := 6 - sheet.Realm - viewer; sheet.Realm != viewer {
				sheets[i].Text += fmt.Sprintf("$N\n#%d\nNur für dich: %d\n#M\nEbenso: %d\n#E\n", to, d.N(1000),
					d.N(1000))
			}
		}
		return w, sheets
	}
}

// unseen changes who plays another realm, how letters are read there, or how many turns in a row
// were missed. All else is public.
func unseen(w game.World, whose int, d *game.Dice) game.World {
	was := w.(*World)
	next := *was
	next.at.State = was.at.State.Clone()
	others := int64(len(next.at.State.Realms) - 1)
	r := &next.at.State.Realms[(whose+int(d.N(others)))%(int(others)+1)]
	switch d.N(4) {
	case 0:
		r.Player += "x"
	case 1:
		r.Lang, r.Computer = map[phrase.Lang]phrase.Lang{phrase.De: phrase.En, phrase.En: phrase.De}[r.Lang], game.UTF8
	case 2:
		r.Zip = !r.Zip
	default:
		r.Missed += int(d.Between(1, 9))
	}
	return &next
}

// sensibleEdits are changes by hand of realms, units and buildings; buildings are there for the most part
// in later turns.
func sensibleEdits(w game.World, d *game.Dice) []string {
	s := w.(*World).at.State
	out := []string{fmt.Sprint("set realm 1 treasury ", d.N(9)), fmt.Sprint("set castle 2 hits ", d.Between(1, 2)),
		fmt.Sprint("set wall 1 ", d.Between(1, 6), " hits 1")}
	field := func(p game.Place) string {
		x, y := realm.Column(s.Grid, p)
		return fmt.Sprint(x, "/", y)
	}
	for range 5 {
		free := field(game.Place(d.N(int64(len(s.Terrain)))))
		out = append(out, "give new bow to 2 at "+free)
		for _, u := range s.Units {
			out = append(out, "move unit "+u.Name()+" to "+free)
		}
	}
	for _, u := range s.Units {
		out = append(out, fmt.Sprint("give unit ", u.Name(), " to ", 3-min(u.Realm, 2)), "remove unit "+u.Name())
	}
	for _, b := range s.Buildings {
		out = append(out, "set building "+field(b.At)+" hits 1", "remove building "+field(b.At),
			fmt.Sprint("set building ", field(b.At), " owner ", d.Between(1, 2)))
	}
	return out
}
