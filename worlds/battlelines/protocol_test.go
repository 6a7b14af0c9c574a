package battlelines

import (
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// books are the texts of the protocol with words for the names the tests use.
func books(t *testing.T) map[phrase.Lang]*phrase.Book {
	t.Helper()
	out := map[phrase.Lang]*phrase.Book{}
	for _, l := range phrase.Langs {
		book, err := phrase.Load(l, Texts(l), []byte("man = \"Soldat\"\nwall = \"Mauer\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		out[l] = book
	}
	return out
}

// Both languages have the same sentences with the same arguments, and what any
// battle says needs no other; each sentence is said by some battle.
func TestWords(t *testing.T) {
	b := books(t)
	de, en := b[phrase.De], b[phrase.En]
	if !slices.Equal(de.Codes(), en.Codes()) {
		t.Errorf("codes differ: de %v, en %v", de.Codes(), en.Codes())
	}
	for _, c := range de.Codes() {
		if !slices.Equal(de.Names(c), en.Names(c)) {
			t.Errorf("%s: arguments de %v, en %v", c, de.Names(c), en.Names(c))
		}
	}
	said := map[string]bool{"man": true, "wall": true}
	for n := range int64(300) {
		battle := drawnBattle(game.Seed{1}.Throw(1, 0, "a battle", n))
		if n%2 == 0 {
			for s := range battle.Sides {
				battle.Sides[s][0].Army = "Nordheer"
				if n%4 == 0 {
					battle.Sides[s][0].Name = ""
				}
			}
		}
		r := Fight(battle, &standard, Dice{Seed: game.Seed{2}, Subject: n})
		for _, p := range r.Protocol(battle, nil) {
			said[p.Code] = true
			for _, a := range p.Args {
				if a.Kind == phrase.Term {
					said[a.S] = true
				}
			}
			for lang, book := range b {
				if text := book.Say(p); strings.ContainsAny(text, "{}`") || text == "" {
					t.Fatalf("%s: %q", lang, text)
				}
			}
		}
	}
	for _, c := range de.Codes() {
		if !said[c] {
			t.Errorf("no battle says %s", c)
		}
	}
}

// A battle as players read it. 3 knights (X = 18 ÷ 28 = 0.642) and their wounded do
// 0.642 × 4 × 3 = 7.704 HP to 2 soldiers with 20 HP; these 0.357 × 2 × 2 = 1.428 HP.
func TestProtocol(t *testing.T) {
	k := men(far(knight, 2), 3, 1, Hold)
	k.Army, k.HP = "Nordheer", k.HP-5000
	d := men(far(soldier, 2), 2, 1, Hold)
	d.Army = "5.Garde"
	b := against([]Stack{k}, []Stack{d}, Wall{Name: "wall", HP: 2_000_000})
	r := Fight(b, flat(1), seeded(1))
	var got []string
	book := books(t)[phrase.De]
	for _, p := range r.Protocol(b, nil) {
		got = append(got, book.Say(p))
	}
	want := []string{
		"Angreifer",
		"  Nordheer: Soldat, 3, Reihe 1, Halten",
		"Verteidiger",
		"  5.Garde: Soldat, 2, Reihe 1, Halten",
		"  Mauer, 2000 HP, zwischen Reihe 0 und 1",
		"Runde 1",
		"  Nordheer: Soldat (3) gegen 5.Garde: Soldat: X 0,642, Zufall 1,000, 7 HP Schaden: 0 fallen, 2 stehen noch.",
		"  5.Garde: Soldat (2) gegen Nordheer: Soldat: X 0,357, Zufall 1,000, 1 HP Schaden: 0 fallen, 3 stehen noch.",
		"Unentschieden: Keine Seite hat das Feld für sich.",
		"Angreifer",
		"  Nordheer: Soldat: 3 von 3 stehen noch.",
		"Verteidiger",
		"  5.Garde: Soldat: 2 von 2 stehen noch.",
		"  Mauer: 2000 HP bleiben.",
	}
	if got[6] == want[7] { // who strikes first is drawn
		want[6], want[7] = want[7], want[6]
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	other := r.Protocol(b, func(at Ref) string { return []string{"eigene", ""}[at.Side] })
	if got := book.Say(other[1]) + book.Say(other[3]); got !=
		"  eigene: Soldat, 3, Reihe 1, Halten  Soldat, 2, Reihe 1, Halten" {
		t.Errorf("named otherwise: %q", got)
	}
}

// Rounds in which nothing happens are told at once: a flight lasts five rounds.
func TestProtocolOfQuietRounds(t *testing.T) {
	say := func(b *Battle, rounds int) string {
		var out strings.Builder
		for _, p := range Fight(b, flat(rounds), seeded(1)).Protocol(b, nil) {
			if line := books(t)[phrase.En].Say(p); strings.HasPrefix(line, "Round") {
				out.WriteString(line + "|")
			}
		}
		return out.String()
	}
	still := against([]Stack{men(soldier, 5, 8, Hold)}, []Stack{men(soldier, 5, 8, Hold)})
	run := against([]Stack{men(soldier, 5, 8, Hold)}, []Stack{men(soldier, 5, 8, Flee)})
	for _, c := range []struct {
		b      *Battle
		rounds int
		want   string
	}{
		{still, 1, "Round 1: nothing happens.|"},
		{still, 20, "Rounds 1 to 20: nothing happens.|"},
		{run, 6, "Round 1|Round 2|Round 3|Round 4|Round 5|Round 6: nothing happens.|"},
		{run, 20, "Round 1|Round 2|Round 3|Round 4|Round 5|Rounds 6 to 20: nothing happens.|"},
	} {
		if got := say(c.b, c.rounds); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Who has walls and attacks out of them is told as the attackers, with the walls; rows
// are still those of each side. Nobody meets: row 1 with charge against row 2 that holds
// behind a wall in one round, so the charge goes a row, to row 0.
func TestProtocolOfASally(t *testing.T) {
	out, in := men(soldier, 10, 1, Charge), men(soldier, 10, 2, Hold)
	out.Army, in.Army = "Burg", "Feld"
	b := against([]Stack{in}, []Stack{out}, Wall{Name: "wall", HP: 2_000_500})
	b.Turned = true
	b.Walls = b.Walls[:0]
	r := Fight(b, flat(1), seeded(1))
	b.Walls = append(b.Walls, Wall{Name: "wall", HP: 2_000_500})
	var got []string
	for _, p := range r.Protocol(b, nil) {
		got = append(got, books(t)[phrase.De].Say(p))
	}
	want := []string{
		"Angreifer", "  Burg: Soldat, 10, Reihe 1, Sturmangriff", "  Mauer, 2001 HP, zwischen Reihe 0 und 1",
		"Verteidiger", "  Feld: Soldat, 10, Reihe 2, Halten",
		"Runde 1", "  Burg: Soldat nach vorn: Reihe 0.",
		"Unentschieden: Keine Seite hat das Feld für sich.",
		"Angreifer", "  Burg: Soldat: 10 von 10 stehen noch.", "Verteidiger", "  Feld: Soldat: 10 von 10 stehen noch.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A scratch is told as 1 HP, not as none: of 60 soldiers one strikes a man with 0.4 HP
// left, who falls; 63.9 HP are told as 63.
func TestProtocolOfAScratch(t *testing.T) {
	for n, want := range map[int64]int64{0: 0, 400: 1, 999: 1, 1000: 1, 63_900: 63} {
		if got := suffered(n); got != want {
			t.Errorf("%d thousandths are told as %d, want %d", n, got, want)
		}
	}
	d := men(far(soldier, 2), 1, 1, Hold)
	d.HP = 400
	b := against([]Stack{men(far(soldier, 2), 60, 1, Hold)}, []Stack{d})
	for _, p := range Fight(b, flat(1), seeded(1)).Protocol(b, nil) {
		if text := books(t)[phrase.En].Say(p); strings.Contains(text, " 0 HP damage: 1 falls") {
			t.Error(text)
		}
	}
}

// Who holds out of reach of one who holds gives and takes no blow; who strikes and who
// is struck does, at a wall too.
func TestStruck(t *testing.T) {
	for name, c := range map[string]struct {
		b    *Battle
		want [2]bool
	}{
		"nobody meets": {against([]Stack{men(soldier, 10, 1, Hold)}, []Stack{men(soldier, 10, 1, Hold)}), [2]bool{}},
		"shot": {against([]Stack{men(far(soldier, 2), 10, 1, Hold)}, []Stack{men(soldier, 10, 1, Hold)}),
			[2]bool{true, true}},
		"at a wall": {against([]Stack{men(soldier, 10, 1, Charge)}, []Stack{men(soldier, 10, 10, Hold)},
			Wall{Name: "wall", HP: 2_000_000}), [2]bool{true, false}},
	} {
		r := Fight(c.b, flat(3), seeded(1))
		for s, want := range c.want {
			if got := r.After[s][0].Struck; got != want {
				t.Errorf("%s: side %d has struck or been struck: %t, want %t", name, s, got, want)
			}
		}
	}
}

// The protocol says who holds the field. Those who sallied out from behind their walls are called attackers, although
// they are among the defenders here.
func TestWhoHoldsTheFieldIsSaid(t *testing.T) {
	for _, c := range []struct {
		r      Result
		turned bool
		want   string
	}{
		{Result{Winner: Attackers}, false, "rows.attackers-won"}, {Result{Winner: Defenders}, false, "rows.defenders-won"},
		{Result{Winner: Attackers}, true, "rows.defenders-won"}, {Result{Winner: Defenders}, true, "rows.attackers-won"},
		{Result{Drawn: true}, false, "rows.drawn"}, {Result{Drawn: true, Winner: Defenders}, true, "rows.drawn"},
	} {
		said := map[string]bool{}
		for _, p := range c.r.Protocol(&Battle{Turned: c.turned}, nil) {
			said[p.Code] = true
		}
		delete(said, "rows.attackers")
		delete(said, "rows.defenders")
		if len(said) != 1 || !said[c.want] {
			t.Errorf("%+v, turned %t: %v, want %s", c.r, c.turned, said, c.want)
		}
	}
}
