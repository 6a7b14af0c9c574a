package thoramar

import (
	"fmt"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

var (
	_ game.Known    = (*learned)(nil)
	_ game.Legender = (*learned)(nil)
	_ game.Adjuster = (*learned)(nil)
	_ game.Charter  = (*learned)(nil)
)

// learned is a world as one realm knows it. The world's own receipts come from one, too: so
// they say nothing that what a realm knows would not.
type learned struct {
	*realm.Known
	world *World // what is known, as a world: it answers what asks for nothing else
}

// Known is the encoding of what a realm knows.
func (w *World) Known(number int) []byte {
	if r := w.state.Realm(number); r == nil || number == 0 {
		return nil
	}
	k, room := w.knows(number)
	defer w.rules.giveBack(room)
	return realm.EncodeKnown(k)
}

// knows is what a realm knows, with the room it is in.
func (w *World) knows(number int) (k *realm.Known, room board) {
	k = sight.Know(w.state, w.tables, number, func(size int) []realm.Field {
		room = w.rules.board(size)
		return room.fields
	})
	return k, room
}

// OpenKnown opens what World.Known gave.
func (r *Rulebook) OpenKnown(known, own []byte) (game.Known, error) {
	numbers, err := r.Effective(own)
	if err != nil {
		return nil, err
	}
	k, err := realm.DecodeKnown(known, numbers)
	if err != nil {
		return nil, fmt.Errorf("known: %w", err)
	}
	return r.learned(numbers, k), nil
}

// Asked tells which turn awaits orders.
func (l *learned) Asked() game.Asked { return l.world.Asked() }

// Title names the turn that awaits orders.
func (l *learned) Title(lang phrase.Lang) string { return l.world.Title(lang) }

// Realms lists all realms.
func (l *learned) Realms() []game.Realm { return l.world.Realms() }

// Merge is the world's.
func (l *learned) Merge(earlier, later game.Sheet) game.Sheet { return l.world.Merge(earlier, later) }

// Template is the realm's own.
func (l *learned) Template(number int) string {
	if number != l.Number {
		return ""
	}
	return l.world.Template(number)
}

// Legend is the realm's own.
func (l *learned) Legend(number int) []byte {
	if number != l.Number {
		return nil
	}
	return l.world.Legend(number)
}

// Chart is the realm's own.
func (l *learned) Chart(number int, lang phrase.Lang) game.Chart {
	if number != l.Number {
		return game.Chart{}
	}
	return l.world.chart(number, l.Known, lang)
}

// Adjustments are the realm's own.
func (l *learned) Adjustments(number int) []game.Adjustment {
	if number != l.Number {
		return nil
	}
	return l.world.Adjustments(number)
}

// Check is the receipt of the realm's own sheet.
func (l *learned) Check(in game.Sheet) game.Checked {
	file := in.Orders(l.world.rules.Language())
	out := game.Checked{Problems: append([]orders.Problem(nil), file.Problems...)}
	if in.Realm != l.Number || l.State.Realms[in.Realm].Fallen {
		return notInGame(in.Realm, out)
	}
	room := l.world.rules.board(len(l.State.Fields))
	defer l.world.rules.giveBack(room)
	return l.world.rules.learned(l.world.tables, l.Clone(room.fields)).check(file, out, room)
}

// learned is what a realm knows, under the tables.
func (r *Rulebook) learned(t *tables.Tables, k *realm.Known) *learned {
	return &learned{k, &World{rules: r, tables: t, state: k.State}}
}

// board is the room for a world as one realm knows it: some megabytes for a large
// map, which each receipt would ask for anew.
type board struct {
	fields []realm.Field
	at     [][]*realm.Army
}

// board gives room for so many fields, all blank; that of the last receipt if it is enough.
func (r *Rulebook) board(size int) board {
	select {
	case b := <-r.spare:
		if cap(b.fields) >= size {
			return board{b.fields[:size], b.at[:size]}
		}
	default:
	}
	return board{make([]realm.Field, size), make([][]*realm.Army, size)}
}

// giveBack gives the room of a receipt back. Nothing of it may be looked at any more.
func (r *Rulebook) giveBack(b board) {
	clear(b.fields)
	clear(b.at)
	select {
	case r.spare <- b:
	default:
	}
}

// toldTo puts absolute places into the realm's own counting, for words that
// are rendered where no map is at hand.
func (w *World) toldTo(realm int, p phrase.Phrase) phrase.Phrase {
	for i := range p.Args {
		if p.Args[i].Kind != phrase.Place {
			continue
		}
		args := append([]phrase.Arg(nil), p.Args...)
		for k := i; k < len(args); k++ {
			if args[k].Kind == phrase.Place {
				x, y := w.state.Grid.Relative(w.state.Realms[realm].Origin, game.Place(args[k].N))
				args[k] = phrase.XY(args[k].Name, x, y)
			}
		}
		p.Args = args
		return p
	}
	return p
}

// problem is what was refused as a receipt and the report's head list it.
func (w *World) problem(number int, p orders.Problem) orders.Problem {
	p.What = w.toldTo(number, p.What)
	return p
}
