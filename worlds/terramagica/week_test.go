package terramagica

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/turn"
)

// played is a small world of three realms after so many weeks of sensible orders.
func played(t *testing.T, seed byte, weeks int) *World {
	t.Helper()
	w := founded(t, game.Founding{Seed: game.Seed{seed}, Width: 5, Height: 4})
	for _, j := range threeRealms {
		next, _, err := w.Join(j, game.Seed{seed})
		if err != nil {
			t.Fatal(err)
		}
		w = next.(*World)
	}
	for range weeks {
		if w.at.State.Over {
			break
		}
		w = w.Resolve(w.someSheets(seed), game.Seed{seed}, 1, nil).Next().(*World)
	}
	return w
}

func (w *World) someSheets(seed byte) []game.Sheet {
	var out []game.Sheet
	for _, r := range w.Asked().Realms {
		d := game.Seed{seed}.Throw(w.at.State.Turn, 0, "sheet", int64(r))
		out = append(out, game.Sheet{Realm: r, Turn: w.at.State.Turn, Text: sensibleSheet(w, r, d)})
	}
	return out
}

// stocks are what a phase may change: men, people, owners, walls, homes and mana.
type stocks struct {
	men           [16]int64 // by realm
	people        int64
	owners, walls string
	homes         string
	mana          int64
}

func stocksOf(s *realm.State) stocks {
	var out stocks
	for r, list := range s.Armies {
		for _, a := range list {
			out.men[r] += a.Men()
		}
	}
	for _, p := range s.Provinces {
		out.people += p.People
		out.owners += fmt.Sprint(p.Owner, " ")
		out.walls += fmt.Sprint(p.Walls)
	}
	for _, r := range s.Realms {
		out.homes += fmt.Sprint(r.Home, " ")
		out.mana += r.Mana
	}
	return out
}

// Each stock is changed by its phases and no others, and then somebody is told or
// it is nobody's. Nothing is ever broken, and gold is accounted for (watched).
func TestAnyWeek(t *testing.T) {
	phases := map[string][]string{
		"men":    {"drowning", "battles", "production", "expenses"},
		"people": {"conquest", "population"},
		"owners": {"conquest", "occupation"},
		"walls":  {"battles", "production"},
		"homes":  {"conquest", "occupation", "home", "fallen"},
		"mana":   {"mana", "refund", "home", "income"},
	}
	for seed := range byte(4) {
		w := played(t, seed, 0)
		for range 25 {
			if w.at.State.Over {
				break
			}
			play := turn.New(w.at, w.someSheets(seed), game.Seed{seed})
			for _, p := range slices.Concat(turn.Plans, turn.Week) {
				was, told := stocksOf(play.State), play.Annals.Len()
				play.Run([]turn.Phase{p})
				now := stocksOf(play.State)
				for stock, changed := range map[string]bool{
					"men": was.men != now.men, "people": was.people != now.people, "owners": was.owners != now.owners,
					"walls": was.walls != now.walls, "homes": was.homes != now.homes, "mana": was.mana != now.mana,
				} {
					if changed && !slices.Contains(phases[stock], p.Name) {
						t.Errorf("seed %d, turn %d: %s changed in %s", seed, w.at.State.Turn, stock, p.Name)
					}
					if changed && p.Name != "population" && play.Annals.Len() == told {
						t.Errorf("seed %d, turn %d: %s changed %s, and nobody was told", seed, w.at.State.Turn, p.Name,
							stock)
					}
				}
			}
			again := turn.New(w.at, w.someSheets(seed), game.Seed{seed})
			watched(t, again)
			if !bytes.Equal(realm.Encode(play.State), realm.Encode(again.State)) {
				t.Fatalf("seed %d, turn %d: played again it is another", seed, w.at.State.Turn)
			}
			play.State.Turn++
			w = &World{at: w.at.With(play.State)}
		}
	}
}

// Of an army that is not paid at all a drawn part deserts, the same of each unit
// and rounded up: of 100 and 10 men ceil(d ÷ 10) and ceil(d ÷ 100) for a draw d of 0
// to 1000. A quarter unpaid (10 of 40 gold) lets a quarter desert at most.
func TestDesertion(t *testing.T) {
	most := int64(0)
	for seed := range byte(250) {
		w := newCaseWorld(t, "", "realm 1 gold=0\narmy 1 Nord 2 Soldat:100 Ritter:10\nrealm 2 gold=30\narmy 2 Sued "+
			"8 Soldat:100\n")
		s := w.Resolve(nil, game.Seed{seed}, 1, nil).Next().(*World).at.State
		left := func(whose int, name, unit string) int64 {
			if a := s.Army(whose, name); a != nil && a.Stack(unit) != nil {
				return a.Stack(unit).Number
			}
			return 0
		}
		foot, horse := 100-left(1, "Nord", "Soldat"), 10-left(1, "Nord", "Ritter")
		if horse != (foot+9)/10 {
			t.Errorf("seed %d: %d soldiers and %d knights desert", seed, foot, horse)
		}
		most = max(most, foot)
		if lost := 100 - left(2, "Sued", "Soldat"); lost < 0 || lost > 25 {
			t.Errorf("seed %d: %d of 100 desert where a quarter is unpaid", seed, lost)
		}
	}
	if most < 90 {
		t.Errorf("in 250 weeks no more than %d of 100 deserted", most)
	}
}

// What a realm does not see changes neither its receipt nor its report: others'
// treasuries, and in provinces it does not see people, men and what they plan;
// of armies it sees, rows, tactics, experience and marches.
func TestHiddenStaysHidden(t *testing.T) {
	tried := 0
	for seed := range byte(6) {
		w := played(t, seed, 3+int(seed))
		if w.at.State.Over {
			continue
		}
		out := w.Resolve(w.someSheets(seed), game.Seed{seed}, 1, nil).(*outcome)
		for _, r := range out.Realms() {
			core, week := out.Outcome, *out.t
			week.State = unlike(out.t.State, r)
			core.After = &World{at: w.at.With(week.State)}
			other := outcomeOf(core, &week)
			if wrong := realm.Broken(w.at.Tables, other.t.State); len(wrong) > 0 {
				t.Fatal(wrong)
			}
			if bytes.Equal(other.After.State(), out.After.State()) {
				continue
			}
			tried++
			one, two := out.Report(r, nil), other.Report(r, nil)
			if !reflect.DeepEqual(conformance.Spelled(one), conformance.Spelled(two)) {
				t.Errorf("seed %d: report of realm %d\n%s\n-- and, of what it does not see changed --\n%s", seed, r,
					one.Text, two.Text)
			}
			sheet := game.Sheet{Realm: r,
				Text: sensibleSheet(out.After, r, game.Seed{seed}.Throw(9, 0, "next", int64(r)))}
			if one, two := out.After.Check(sheet), other.After.Check(sheet); !reflect.DeepEqual(one, two) {
				t.Errorf("seed %d: the receipt of realm %d tells what it does not see", seed, r)
			}
			if !reflect.DeepEqual(planned(t, out.After, r), planned(t, other.After, r)) {
				t.Errorf("seed %d: the desk of realm %d tells what it does not see", seed, r)
			}
		}
	}
	if tried < 6 {
		t.Errorf("tried only %d times", tried)
	}
}

// unlike is a state that looks the same to a realm.
func unlike(s *realm.State, whose int) *realm.State {
	out := s.Clone()
	sees := realm.Sees(s, whose)
	for i := range out.Provinces {
		if p := &out.Provinces[i]; !sees[i] {
			p.People = p.Most / 3
		}
	}
	for r := range out.Realms {
		if r == whose || r == 0 {
			continue
		}
		out.Realms[r].Gold += 77
		out.Realms[r].Mana += 7
		for _, a := range out.Armies[r] {
			a.March = nil
			for i := range a.Stacks {
				k := &a.Stacks[i]
				k.Row, k.Tactic, k.Experience = 1+k.Row%10, 2, (k.Experience+3)%20
				if !sees[a.At-1] {
					k.Number += 5
				}
			}
		}
	}
	return out
}

// Reports and receipts come in the language of the player.
func TestLanguageOfThePlayer(t *testing.T) {
	w := played(t, 1, 0)
	for whose, want := range map[int]string{1: "Willkommen", 2: "Welcome"} {
		if r := w.Welcome(whose, nil); !bytes.Contains(r.Text, []byte(want)) {
			t.Errorf("realm %d reads\n%s", whose, r.Text)
		}
	}
	if w.Title(phrase.De) != "Zug 1" || w.Title(phrase.En) != "Turn 1" {
		t.Errorf("titles %q, %q", w.Title(phrase.De), w.Title(phrase.En))
	}
}

// A status towards oneself, an attack on one's own and none towards a whole realm
// contradict the rules (§8.1, §8.7); none towards a foreign army by name does not.
func TestBrokenStatuses(t *testing.T) {
	w := newCaseWorld(t, "", "army 1 Nord 2 Soldat:10\narmy 2 Sued 2 Soldat:10")
	for _, c := range []struct {
		status realm.Status
		broken int
	}{
		{realm.Status{Target: realm.Target{Realm: 1, Army: "NORD"}, Stance: realm.Joint}, 1},
		{realm.Status{Target: realm.Target{Realm: 1, Army: "Rest"}, Stance: realm.Joint}, 0},
		{realm.Status{Target: realm.Target{Realm: 1, Army: "Rest"}, Stance: realm.Hostile}, 1},
		{realm.Status{Target: realm.Target{Realm: 1, Army: "Rest"}, Stance: realm.NoStance}, 1},
		{realm.Status{Target: realm.Target{Realm: 2}, Stance: realm.NoStance}, 1},
		{realm.Status{Target: realm.Target{Realm: 2, Army: "Sued"}, Stance: realm.NoStance}, 0},
	} {
		w.at.State.Army(1, "Nord").Statuses = []realm.Status{c.status}
		if got := w.Broken(); len(got) != c.broken {
			t.Errorf("%+v: %q", c.status, got)
		}
	}
}
