package conformance_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/conformance/relay"
	"weltentor/worlds/game"
)

var joinings = []game.Joining{
	{Name: "Anna", Player: "A. Adler", Lang: phrase.De, Computer: game.UTF8},
	{Name: "Bob", Player: "B. Bear", Lang: phrase.En, Computer: game.PC},
	{Name: "Cilli", Player: "C. Chamois", Lang: phrase.De, Computer: game.Amiga},
}

func duelExample() conformance.Example {
	return conformance.Example{
		Apart:    conformance.DuelApart,
		Founding: game.Founding{Seed: game.Seed{1}, Tables: []byte("rounds = 5\n")},
		Joinings: joinings,
		Turns:    10, // five rounds of two mail phases
		Ends:     true,
		Sheet: func(w game.World, realm int, d *game.Dice) string {
			if w.Asked().Phase == "orders" {
				return fmt.Sprintf("$A\n%s %d\n$N\n#M\nEin Gruß von %d.\n#E\n",
					[]string{"hoch", "mitte", "low"}[d.N(3)], d.Between(1, 6), realm)
			}
			out := "$T\n"
			for i, b := range state[duel.State](w).Bouts {
				if !b.Done && (b.A == realm || b.B == realm) {
					out += fmt.Sprintf("G%d %d %d\n", i+1, d.N(3), d.N(3))
				}
			}
			return out + "$S\nFreigabe\n"
		},
		// Letters between others, and lists that others attach, are known only to them.
		Hidden: func(w game.World, sheets []game.Sheet, viewer int, d *game.Dice) (game.World, []game.Sheet) {
			for i, s := range sheets {
				to := 1 + s.Realm%3
				if s.Realm != viewer && to != viewer {
					sheets[i].Text += fmt.Sprintf("$N\n#%d\nNur für dich: %d\n#E\n", to, d.N(1000))
				}
			}
			return w, sheets
		},
		Unseen: conformance.DuelUnseen("rounds = 5\n"),
	}
}

func relayExample() conformance.Example {
	rb := relay.Rules()
	return conformance.Example{
		Founding: game.Founding{Seed: game.Seed{2}},
		Joinings: joinings,
		Turns:    60,
		Ends:     true,
		Sheet: func(w game.World, realm int, d *game.Dice) string {
			have := state[relay.State](w).Runners[realm-1].Breath
			return fmt.Sprintf("$A\nLauf %d\n$K\nAntwort %d\n", max(1, min(6, have/2)), d.N(3))
		},
		// The breath of those who neither run nor answer this turn.
		Hidden: func(w game.World, sheets []game.Sheet, viewer int, d *game.Dice) (game.World, []game.Sheet) {
			s := state[relay.State](w)
			for i, r := range s.Runners {
				if r.Number != viewer && r.Number != s.Next && r.Answer == 0 {
					s.Runners[i].Breath = int(d.N(12))
				}
			}
			return conformance.Opened(rb, nil, s), sheets
		},
		// The others' breath, their answers, and who plays them.
		Unseen: func(w game.World, realm int, d *game.Dice) game.World {
			s := state[relay.State](w)
			r := &s.Runners[(realm+int(d.N(2)))%3]
			switch d.N(3) {
			case 0:
				r.Breath = (r.Breath + 1 + int(d.N(11))) % 13
			case 1:
				r.Answer = (r.Answer + 1 + int(d.N(6))) % 7
			default:
				r.Player += "x"
			}
			return conformance.Opened(rb, nil, s)
		},
	}
}

// state decodes the state of a tiny game.
func state[T any](w game.World) T {
	var s T
	if err := json.Unmarshal(w.State(), &s); err != nil {
		panic(err)
	}
	return s
}

func TestDuel(t *testing.T)  { conformance.Run(t, duel.Rules(), duelExample()) }
func TestRelay(t *testing.T) { conformance.Run(t, relay.Rules(), relayExample()) }
