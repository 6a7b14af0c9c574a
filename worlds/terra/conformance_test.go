package terra

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

var joinings = []game.Joining{
	{Name: "Sturmland", Player: "A. Adler", Lang: phrase.De, Computer: game.UTF8},
	{Name: "Highmoor", Player: "B. Bear", Lang: phrase.En, Computer: game.PC},
	{Name: "Nordmark", Player: "C. Chamois", Lang: phrase.De, Computer: game.Amiga},
	{Name: "Rhun", Player: "D. Drake", Kind: realm.King, Lang: phrase.De, Computer: game.UTF8},
}

// daily are the events that are daily business: what armies do, and how a battle was counted.
var daily = []string{
	"battlefield", "bonus", "delayed", "drawn", "gives-up", "lapsed", "limit-characters", "limit-mounted",
	"list-missing", "moved", "nothing-to-tell", "plays-not", "relief-none", "relieved", "side-army", "side-field",
	"side-mercenaries-led", "side-player", "side-strengths", "side-supported", "side-wild", "side-wild-led",
	"staked", "stopped", "supports",
}

// TestConformance holds the rulebook to the laws that all games obey.
func TestConformance(t *testing.T) {
	conformance.Run(t, Rules(), conformance.Example{
		Daily: daily,
		Fights: []string{"paired-table", "paired-computed", "paired-mercenaries", "result", "result-wild", "result-mercenaries",
			"result-mercenaries-wild", "result-computed", "result-computed-wild"},
		Founding: game.Founding{Seed: game.Seed{5}, Width: 16, Height: 16},
		Joinings: joinings,
		Turns:    24,
		Ends:     true,
		Lacks:    []string{"common map"},
		Hidden:   farAway,
		Unseen:   unseen,
		Apart:    apart,
		Edits:    sensibleEdits,
		Bots:     machineGames,
		Sheet:    func(w game.World, realm int, d *game.Dice) string { return sensible(w.(*World), realm, d) },
	})
}

// machineGames are campaigns of two to their end: who then has more fields is ahead, and of equals who has more points.
var machineGames = &conformance.Bots{
	Turns: 24, // with a phase of results in each round
	Ahead: func(w game.World, whose, other int) bool {
		s := w.(*World).at.State
		return cmp.Or(cmp.Compare(s.FieldsOf(whose), s.FieldsOf(other)),
			cmp.Compare(s.Realm(whose).Treasury, s.Realm(other).Treasury)) > 0
	},
	Capital: func(w game.World, nation int) bool {
		s := w.(*World).at.State
		at := s.Realm(nation).Capital
		return at != game.Nowhere && s.Fields[at].Owner == nation
	},
}

// What the styles are worth against each other; docs/balance.md has the table.
func TestTournamentOfStyles(t *testing.T) { conformance.Tournament(t, Rules(), machineGames) }

// Of three nations each style of the machine wins about a third. The conqueror won 57 of a hundred campaigns once.
func TestNoStyleWinsTooMuch(t *testing.T) {
	games, most := 30, 46
	if conformance.Whole() {
		games, most = 60, 40
	}
	conformance.Even(t, Rules(), machineGames, conformance.Map{Realms: 3}, games, most)
}

// sensible writes orders a player might give: most of them can be done.
func sensible(w *World, nation int, d *game.Dice) string {
	r := &w.at.State.Realms[nation-1]
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	if w.at.State.Phase == realm.InResults {
		line("$T")
		for i := range w.at.State.Battles {
			battle := &w.at.State.Battles[i]
			if battle.Round != w.at.State.Round {
				continue
			}
			if !battle.Table && (battle.Sides[0].Owner == nation || battle.Sides[1].Owner == nation) {
				line("Einsatz G%d %d", battle.Number, battle.Number%4*100)
			}
			if battle.LedBy(nation) < 0 {
				continue
			}
			// Both tell the same in most battles: the figures follow from the number.
			n := battle.Number
			own, other := int64(n*700%4501), int64(n*1100%4501)
			if battle.LedBy(nation) == realm.Defender {
				own, other = other, own
			}
			if d.Chance(100) {
				own++
			}
			line("G%d %d %d %d %d", n, own%4501, other, n%3, n%3)
		}
		line("$S\nFreigabe")
		return b.String()
	}
	line("$A")
	for i := range r.Armies {
		command := order.CommandWords[d.N(int64(tables.Commands))].De
		steps := ""
		for range d.N(4) {
			steps += fmt.Sprint(d.Between(1, 6))
		}
		relief := ""
		switch d.N(3) {
		case 0:
			relief = " Entsatz voll"
		case 1:
			relief = fmt.Sprintf(" Entsatz %d", d.Between(0, 900))
		}
		line("%d %s %s%s", i+1, command, steps, relief)
	}
	line("$S\nSpielt %s", []string{"ja", "ja", "nein"}[d.N(3)])
	line("$N\n#%d\nGruß aus Runde %d.\n#M\nWie lange noch?\n#E", 1+nation%3, w.at.State.Round)
	return b.String()
}

// sensibleEdits are changes by hand of nations, fields and armies.
func sensibleEdits(w game.World, d *game.Dice) []string {
	s := w.(*World).at.State
	out := []string{fmt.Sprint("set realm 1 treasury ", d.N(900)),
		fmt.Sprint("give points ", d.Between(1, 99), " to 2"), "set realm 1 treasury -1"}
	for i := range s.Realms {
		r, v := &s.Realms[i], w.(*World).at.State.View(i+1)
		field := func(p game.Place) string {
			x, y := v.Grid.Relative(v.Origin, p)
			return fmt.Sprint(x, "/", y)
		}
		for p := range s.Fields {
			if at := game.Place(p); s.Fields[p].Owner == r.Number {
				out = append(out, fmt.Sprint("set garrison ", field(at), " of ", r.Number, " points ", d.N(500)),
					fmt.Sprint("set field ", field(at), " of ", r.Number, " owner ", d.N(4)),
					fmt.Sprint("move army ", r.Number, " 1 to ", field(at)))
			}
		}
		for k := range r.Armies {
			out = append(out, fmt.Sprint("set army ", r.Number, " ", k+1, " status ", d.Between(1, 3000)),
				fmt.Sprint("remove army ", r.Number, " ", k+1))
		}
	}
	return out
}
