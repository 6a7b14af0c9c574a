package kolonien

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

var joinings = []game.Joining{
	{Name: "Kastilien", Player: "A. Adler", Lang: phrase.De, Computer: game.UTF8},
	{Name: "Albion", Player: "B. Bear", Lang: phrase.En, Computer: game.PC},
	{Name: "Gallien", Player: "C. Chamois", Lang: phrase.De, Computer: game.Amiga},
}

// unforeseen are the refusals that treaties, marches and combats of others in the same
// year can bring.
var unforeseen = []string{
	"leader-lost", "fleet-lost", // fell before they could obey
	// had to give way, or lost the colony
	"has-moved", "has-tired", "too-far", "leader-aboard", "leaders-apart", "no-garrison", "fleet-not-there",
	"no-hold", "not-aboard", "fleet-at-sea", "too-far-by-sea", "fleets-apart", // a combat stopped or sank the fleet
	"no-room", "no-room-left", "no-room-garrison", "no-room-garrison-left",
	"no-units", "no-ship-left", "hold-needed", // fell or sank with those who defended
	"has-yielded", "carries-beaten", // had to give way
	"fleet-unmade",                 // its ships sank before
	"hangs-refused",                // what it hangs on was refused for one of these
	"nothing-there",                // the enemy has gone
	"peace-no-entry", "no-harbour", // another realm's treaty, or a colony that has changed hands
}

// daily are the events that are daily business: what leaders and fleets do, and how a fight was counted.
var daily = []string{
	"built", "embarked", "gave", "haven-destroyed", "location-burnt", "marched", "parted", "roster",
	"roster-leader", "sailed", "sea",
}

// TestConformance holds the rulebook to the laws that all games obey.
func TestConformance(t *testing.T) {
	conformance.Run(t, Rules(), conformance.Example{
		Daily:      daily,
		Fights:     []string{"combat", "sea-combat"},
		Reckoned:   []string{"before", "after"},
		Marches:    []string{"marched", "sailed"},
		Stays:      []string{"own-orders"},
		Founding:   game.Founding{Seed: game.Seed{5}, Width: 8, Height: 6},
		Joinings:   joinings,
		Turns:      100,
		Ends:       true,
		Hidden:     othersAffairs,
		Unseen:     unknown,
		Apart:      apart,
		Edits:      sensibleEdits,
		Unforeseen: unforeseen,
		Bots:       machineGames,
		Sheet:      func(w game.World, realm int, d *game.Dice) string { return sensible(w.(*World), realm, d) },
	})
}

// machineGames are games of two to their end: who has more glory then is ahead.
var machineGames = &conformance.Bots{
	Founding: game.Founding{Width: 8, Height: 6},
	Turns:    20,
	Ahead: func(w game.World, whose, other int) bool {
		s := w.(*World).at.State
		return s.Realm(whose).Glory > s.Realm(other).Glory
	},
}

// What the styles are worth against each other; docs/balance.md has the table.
func TestTournamentOfStyles(t *testing.T) { conformance.Tournament(t, Rules(), machineGames) }

// othersAffairs changes what others have in their treasuries by less than
// anything costs, and what they write to each other.
func othersAffairs(w game.World, sheets []game.Sheet, viewer int, d *game.Dice) (game.World, []game.Sheet) {
	was := w.(*World)
	s := was.at.State.Clone()
	for i := range s.Realms {
		if i+1 != viewer {
			s.Realms[i].Ducats += d.Between(1, 9) // prices and incomes are tens
		}
	}
	for i, sheet := range sheets {
		if to := 1 + sheet.Realm%3; sheet.Realm != viewer && to != viewer {
			sheets[i].Text += fmt.Sprintf("$N\n#%d\nNur für Euch: %d\n#E\n", to, d.N(1000))
		}
	}
	return was.with(s), sheets
}

// sensible writes orders a player might give: most of them can be done.
func sensible(w *World, whose int, d *game.Dice) string {
	s, r := w.at.State, &w.at.State.Realms[whose-1]
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("$V\n%d %c", 1+whose%3, "PAKK"[d.N(4)])
	line("$B")
	for i := range s.Areas {
		if c := s.Areas[i].Colony; c != nil && c.Owner == whose && c.Level > 0 {
			line("%d %s", i+1, order.WorkWords[1+d.N(6)].De)
		}
	}
	for _, l := range r.Leaders {
		if l.Aboard == 0 {
			line("%d Kolonie", l.At)
		}
	}
	line("$R\n%d %s %d", r.Home, tables.Kind(d.N(5)).Code(), d.Between(1, 3))
	if d.Chance(300) {
		line("%d KAR 1\n%d Anfuehrer", r.Home, r.Home)
	}
	line("$K")
	for _, l := range r.Leaders {
		line("%s attacke %s\n%s rueckzug %s\n%s verluste %s", l.Name, []string{"ja", "nein"}[d.N(2)], l.Name,
			[]string{"nie", "immer", "verlust 30", "cf 8 nach Flotte_1"}[d.N(4)], l.Name,
			[]string{"MIL INF", "ART", "kein"}[d.N(3)])
	}
	line("$A")
	for _, l := range r.Leaders {
		beside := s.Areas[l.At-1].Beside
		to := beside[d.N(int64(len(beside)))]
		switch {
		case l.Aboard > 0 && s.Areas[l.At-1].Ground != realm.Sea && d.Chance(800):
			line("%s von Flotte_%d", l.Name, l.Aboard)
		case l.Aboard == 0 && len(r.Fleets) > 0 && r.Fleets[0].At == l.At && d.Chance(600):
			line("%s an Flotte_%d", l.Name, r.Fleets[0].Number)
		case l.Aboard == 0:
			line("%s %d", l.Name, to)
		}
	}
	for _, f := range r.Fleets {
		if d.Chance(200) {
			line("Flotte_%d gibt TRA 1 Flotte_%d", f.Number, d.Between(1, 9))
		}
		for range 20 {
			to := int(d.Between(1, int64(len(s.Areas))))
			way, most := s.Course(whose, f.At, to), w.at.Tables.Rules.FleetSteps
			if to != f.At && len(way) > 0 && len(way) <= most &&
				s.Harbours(whose, to) && (s.Areas[to-1].Ground != realm.Sea || d.Chance(200)) {
				line("Flotte_%d %d", f.Number, to)
				for _, l := range r.Leaders {
					if s.Areas[to-1].Ground == realm.Land && (l.Aboard == f.Number || l.At == f.At) {
						line("%s von Flotte_%d", l.Name, f.Number)
					}
				}
				break
			}
		}
	}
	for i, l := range r.Leaders[min(1, len(r.Leaders)):] {
		if l.At == r.Leaders[i].At && l.Aboard == 0 && s.Turn%3 == 0 {
			line("%s gibt INF 1 %s", l.Name, r.Leaders[i].Name)
		}
	}
	for i, f := range r.Fleets[min(1, len(r.Fleets)):] {
		if f.At == r.Fleets[i].At && s.Turn%5 == 0 {
			line("Flotte_%d zu Flotte_%d", f.Number, r.Fleets[i].Number)
		}
	}
	line("$N\n#%d\nGruß im Jahr %d.\n#M\nWie lange noch?\n#E", 1+whose%3, s.Turn)
	return b.String()
}

// sensibleEdits are changes by hand of realms, colonies, leaders and fleets.
func sensibleEdits(w game.World, d *game.Dice) []string {
	s := w.(*World).at.State
	out := []string{fmt.Sprint("set realm 1 treasury ", d.N(900)),
		fmt.Sprint("give ducats ", d.Between(1, 99), " to 2")}
	for i := range s.Areas {
		if c := s.Areas[i].Colony; c != nil {
			out = append(out, fmt.Sprint("set garrison ", i+1, " MIL units ", d.N(4)),
				fmt.Sprint("set area ", i+1, " owner ", 1+c.Owner%3))
		}
	}
	for _, r := range s.Realms {
		out = append(out, fmt.Sprint("give fleet TRA 2 to ", r.Number, " at ", r.Home))
		for _, l := range r.Leaders {
			who := fmt.Sprint(" leader ", r.Number, " ", l.Name)
			out = append(out, "set"+who+fmt.Sprint(" INF units ", d.N(4)), "remove"+who,
				"move"+who+fmt.Sprint(" to ", d.Between(1, int64(len(s.Areas)))))
		}
		for _, f := range r.Fleets {
			who := fmt.Sprint(" fleet ", r.Number, " ", f.Number)
			out = append(out, "set"+who+fmt.Sprint(" ESK ships ", d.N(4)), "remove"+who,
				"move"+who+fmt.Sprint(" to ", d.Between(1, int64(len(s.Areas)))))
		}
	}
	return out
}
