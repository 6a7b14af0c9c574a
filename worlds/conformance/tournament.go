package conformance

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// crowds are how many realms play on a small, a middling and a large map: as many of each style.
var crowds = []int{3, 6, 12}

// Tournament has the machine's three styles play against each other: STYLES games on each map, whose seats go round.
// It logs the table that the game's rules show, and is skipped without that number in the environment.
func Tournament(t *testing.T, rb game.Rulebook, b *Bots) {
	many, _ := strconv.Atoi(os.Getenv("STYLES"))
	if many < 1 {
		t.Skip("STYLES has no number of games")
	}
	styles := game.Codes(rb.(game.Bot).Styles())
	var out strings.Builder
	fmt.Fprintf(&out, "| realms | games | %s | nobody | half-time leader wins | realms fallen |\n|---|%s\n",
		strings.Join(styles, " | "), strings.Repeat("---|", len(styles)+4))
	for _, n := range crowds {
		if s, is := rb.(game.Sizer); is {
			if width, _ := s.SizeFor(n); width == 0 {
				continue
			}
		}
		var all tally
		for nth := range many {
			if !all.play(t, rb, b, n, nth) {
				break // the game takes fewer
			}
		}
		if all.games == 0 {
			continue
		}
		fmt.Fprintf(&out, "| %d | %d |", n, all.games)
		for i := range styles {
			fmt.Fprintf(&out, " %s |", all.share(all.won[i]))
		}
		fmt.Fprintf(&out, " %s | %s | %d %% |\n", all.share(all.games-all.won[0]-all.won[1]-all.won[2]), all.share(all.kept),
			100*all.fallen/(n*all.games))
	}
	t.Logf("%s\n%s", rb.Name(), out.String())
}

// tally is what became of the games of a tournament on one map.
type tally struct {
	games, kept, fallen int    // kept: the leader at half time has won
	won                 [3]int // by style
}

func (a *tally) share(n int) string { return fmt.Sprintf("%d %%", (100*n+a.games/2)/a.games) }

// play plays one game. It reports false if so many realms cannot play.
func (a *tally) play(t *testing.T, rb game.Rulebook, b *Bots, n, nth int) bool {
	t.Helper()
	f, seed := b.Founding, game.Seed{1}.Sub(fmt.Sprint("tournament ", n, " ", nth))
	f.Seed = seed
	tables, err := rb.Tables(f.Tables)
	if err != nil {
		t.Fatal(err)
	}
	f.Tables = tables
	if s, is := rb.(game.Sizer); is {
		f.Width, f.Height = s.SizeFor(n)
	}
	w, err := rb.Found(f)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		next, _, err := w.Join(game.Joining{Name: fmt.Sprint("Realm ", i+1), Player: fmt.Sprint("P", i+1), Lang: phrase.En}, seed)
		if err != nil {
			return false
		}
		w = next
	}
	turns := b.Turns
	if _, is := w.(game.Successive); is {
		turns = b.Turns * n / 2 // those of a game of two are of both
	}
	var led []int // by turn
	for turn := 0; turn < turns && !w.Asked().Over; turn++ {
		var sheets []game.Sheet
		for _, realm := range w.Asked().Realms {
			k, err := rb.OpenKnown(w.Known(realm), tables)
			if err != nil {
				t.Fatal(err)
			}
			m := game.Manner{Style: rb.(game.Bot).Styles()[style(realm, nth)].Code, Strength: game.Middle}
			sheets = append(sheets, game.Sheet{Realm: realm, Turn: w.Asked().Turn,
				Text: rb.(game.Bot).Orders(k, realm, m, game.BotDice(seed, w.Asked().Turn, realm))})
		}
		w = w.Resolve(sheets, seed).Next()
		led = append(led, leader(b, w))
	}
	a.games++
	for _, r := range w.Realms() {
		if r.Fallen {
			a.fallen++
		}
	}
	if winner := leader(b, w); winner > 0 {
		a.won[style(winner, nth)]++
		if winner == led[len(led)/2] {
			a.kept++
		}
	}
	return true
}

// style is the style of a realm: each has a third of them, and seats go round from game to game.
func style(realm, nth int) int { return (realm + nth) % 3 }

// leader is the realm that is ahead of all others; 0: none is.
func leader(b *Bots, w game.World) int {
	all := w.Realms()
	i := slices.IndexFunc(all, func(r game.Realm) bool {
		return !r.Fallen && !slices.ContainsFunc(all, func(o game.Realm) bool {
			return o.Number != r.Number && !o.Fallen && !b.Ahead(w, r.Number, o.Number)
		})
	})
	if i < 0 {
		return 0
	}
	return all[i].Number
}
