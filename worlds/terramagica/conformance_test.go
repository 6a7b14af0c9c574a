package terramagica

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/tables"
)

var threeRealms = []game.Joining{
	{Name: "Aland", Player: "A. Adler", Lang: phrase.De, Computer: game.UTF8},
	{Name: "Beria", Player: "B. Bear", Lang: phrase.En, Computer: game.PC},
	{Name: "Cetos", Player: "C. Chamois", Lang: phrase.De, Computer: game.Amiga},
}

// daily are the events that are daily business: what armies do, and the course of a battle.
var daily = []string{
	"built", "mana-back", "mana-given", "marched", "merged", "recruited", "rows", "split", "wall-fallen",
}

// TestConformance holds the rulebook to the laws that all games obey, in a small
// world in which three realms recruit, march and fight at random: in a game as the
// rules have it, and in one of a hundred weeks that nobody can win before.
func TestConformance(t *testing.T) {
	conformance.Run(t, Rules(), example("[rules]\nturns = 30\n", 30))
}

// A long game, to its end: of a hundred weeks where the whole is asked for.
func TestConformanceOfAHundredWeeks(t *testing.T) {
	weeks := 30
	if conformance.Whole() {
		weeks = 100
	} else if testing.Short() {
		weeks = 20
	}
	conformance.Run(t, Rules(), example(fmt.Sprintf("[rules]\nturns = %d\nmost_provinces = 1000\nhome_mana = 0\n"+
		"[avatar]\nhp = 20000\n", weeks), weeks))
}

func example(tables string, turns int) conformance.Example {
	return conformance.Example{
		Daily:    daily,
		Fights:   []string{"battle"},
		Founding: game.Founding{Seed: game.Seed{7}, Width: 5, Height: 4, Tables: []byte(tables)},
		Joinings: threeRealms,
		Turns:    turns,
		Hidden:   othersAffairs,
		Unseen:   unseen,
		Apart:    apart,
		Edits:    sensibleEdits,
		Ends:     true,
		Bots:     machineGames,
		// What the orders of others, or the luck of battle, can change in the week.
		Unforeseen: []string{
			"recruit-not-own", "build-not-own", // somebody marched into a province that nobody holds
			"recruit-gold", "build-gold", // a province that paid taxes was lost
			"home-not-own", // the province was lost
		},
		Sheet: func(w game.World, whose int, d *game.Dice) string {
			return sensibleSheet(w.(*World), whose, d)
		},
	}
}

// machineGames are games of two on the usual map. Who has more provinces is ahead, or of equals more people (§16.1).
var machineGames = &conformance.Bots{
	Founding: game.Founding{},
	Turns:    20,
	Ahead: func(w game.World, whose, other int) bool {
		s := w.(*World).at.State
		return cmp.Or(cmp.Compare(s.Owned(whose), s.Owned(other)), cmp.Compare(s.PeopleOf(whose), s.PeopleOf(other))) > 0
	},
	Capital: func(w game.World, whose int) bool { return w.(*World).at.State.Realm(whose).Home != 0 },
}

// What the styles are worth against each other; docs/balance.md has the table.
func TestTournamentOfStyles(t *testing.T) { conformance.Tournament(t, Rules(), machineGames) }

// othersAffairs changes others' mana and what they write to each other.
func othersAffairs(w game.World, sheets []game.Sheet, viewer int, d *game.Dice) (game.World, []game.Sheet) {
	was := w.(*World)
	s := was.at.State.Clone()
	for r := 1; r < len(s.Realms); r++ {
		if r != viewer && s.Realms[r].Home != 0 {
			s.Realms[r].Mana += d.Between(1, 9)
		}
	}
	for i, sheet := range sheets {
		if to := 1 + sheet.Realm%3; sheet.Realm != viewer && to != viewer {
			sheets[i].Text += fmt.Sprintf("$N\n#%d\nNur für dich: %d\n#M\nEbenso: %d\n#E\n", to, d.N(1000), d.N(1000))
		}
	}
	return &World{at: was.at.With(s)}, sheets
}

// sensibleSheet writes orders a player might give: most of them can be done.
func sensibleSheet(w *World, whose int, d *game.Dice) string {
	s := w.at.State
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("$A")
	for _, a := range s.Armies[whose] {
		p := s.Province(a.At)
		switch {
		case p.Owner == whose && d.Chance(300):
			line("%s %d\n%s erobere", a.Name, p.Ways[d.N(int64(len(p.Ways)))], a.Name)
			continue
		case p.Owner != whose && p.Terrain != tables.Sea:
			line("%s %s", a.Name, []string{"erobere", "erobere", "pluendere"}[d.N(3)])
		case d.Chance(300) && a.Men() > 20:
			line("%s teile %d %s Neu%d", a.Name, 1+a.Stacks[0].Number/3, a.Stacks[0].Unit, d.N(20))
		}
		for range d.N(3) {
			line("%s %s %d", a.Name, []string{"angriff", "gemeinsam"}[d.N(2)], 1+whose%3)
		}
		if d.Chance(700) {
			line("%s %d", a.Name, p.Ways[d.N(int64(len(p.Ways)))])
		}
	}
	for i, a := range s.Armies[whose] {
		for _, other := range s.Armies[whose][:i] {
			if a.At == other.At && s.Turn%4 == 0 {
				line("%s vereine %s", other.Name, a.Name)
			}
		}
	}
	line("$K")
	for _, a := range s.Armies[whose] {
		line("%s %s %d %s", a.Name, a.Stacks[0].Unit, d.Between(1, 10), order.TacticWords[d.N(4)][0])
	}
	line("$R")
	for _, a := range s.Armies[whose] {
		line("%s %d %s", w.at.Tables.Unit[d.N(int64(len(w.at.Tables.Unit)))].Unit, d.Between(1, 30), a.Name)
	}
	line("Soldat %d Wacht%d %d", d.Between(1, 9), d.N(9), d.Between(1, int64(len(s.Provinces))))
	if len(s.Armies[whose]) > 0 && s.Realms[whose].Mana > 0 {
		line("$H\nMana %s %d", s.Armies[whose][0].Name, d.Between(1, min(22, s.Realms[whose].Mana)))
	}
	line("$B\n%d %s", d.Between(1, int64(len(s.Provinces))), w.at.Tables.Wall[d.N(3)].Wall)
	line("$H\nProvinz %d", d.Between(1, int64(len(s.Provinces))))
	line("$N\n#%d\nMein Gruß zum Zug %d.\n#E", 1+whose%3, s.Turn)
	return b.String()
}

// sensibleEdits are changes by hand of realms, provinces and armies.
func sensibleEdits(w game.World, d *game.Dice) []string {
	s := w.(*World).at.State
	out := []string{fmt.Sprint("set realm 1 treasury ", d.N(900)), fmt.Sprint("set realm 2 mana ", d.N(90)),
		fmt.Sprint("give gold ", d.Between(1, 99), " to 2"), "give new Neue Soldat 30 to 3 at 1"}
	for n := range s.Provinces {
		out = append(out, fmt.Sprint("set province ", n+1, " owner ", d.N(4)))
	}
	for number := 1; number < len(s.Realms); number++ {
		for _, a := range s.Armies[number] {
			name := fmt.Sprint(" army ", number, " ", a.Name)
			out = append(out, fmt.Sprint("set", name, " ", a.Stacks[0].Unit, " strength ", d.Between(1, 300)),
				fmt.Sprint("move", name, " to ", d.Between(1, 20)), fmt.Sprint("give", name, " to ", 1+number%3),
				"remove"+name)
		}
	}
	return out
}
