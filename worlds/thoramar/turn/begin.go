package turn

import (
	"weltentor/orders"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// Begin makes a turn on a copy of a position, with the sheets parsed.
func Begin(p realm.Position, in []game.Sheet, seed game.Seed) *Turn {
	files := readSheets(p.Rules.Language(), in)
	t := On(p.With(p.State.Clone()), seed)
	t.Began = p.State
	armies := 0
	for _, list := range t.State.Armies {
		armies += len(list)
	}
	t.Annals.Reserve(eventsAnArmy * armies)
	for i, s := range in {
		if s.Absent && s.Realm > 0 && s.Realm < len(t.Sheets) {
			t.Sheets[s.Realm].Away = true
			continue
		}
		read := frame.Sheet{Came: !s.Missed, Lines: files[i].Lines, Problems: files[i].Problems, Text: s.Text}
		switch {
		case s.Realm == 0:
			t.master = read
		case s.Realm > 0 && s.Realm < len(t.Sheets) && !p.State.Realms[s.Realm].Fallen:
			t.Sheets[s.Realm] = read
		}
	}
	return t
}

// eventsAnArmy is for how many events per army there is room at the start: about as many as armies cause that all
// march. The room grows if there are more.
const eventsAnArmy = 7

// readSheets reads the sheets, several at a time, since no sheet depends on another. If one panics, the panic reaches
// the caller when all are done.
func readSheets(language *orders.Language, in []game.Sheet) []*orders.File {
	const readers = 8
	files, done := make([]*orders.File, len(in)), make(chan any, readers)
	for first := range readers {
		go func() {
			defer func() { done <- recover() }()
			for i := first; i < len(in); i += readers {
				files[i] = in[i].Orders(language)
			}
		}()
	}
	var fault any
	for range readers {
		if f := <-done; f != nil {
			fault = f
		}
	}
	if fault != nil {
		panic(fault)
	}
	return files
}

// On makes a turn that plays on the state of a position itself, without sheets.
func On(p realm.Position, seed game.Seed) *Turn {
	return onWith(p, seed, make([][]*realm.Army, len(p.State.Fields)))
}

// Lent is what a realm knows, lent for one use: phases may be played on it. Nothing of it may be used afterwards.
type Lent struct {
	World realm.Position // of which it is known; not its state
	Known *realm.Known
	At    [][]*realm.Army // room for the armies by field
}

// begin makes a turn that plays on what the realm knows, as a receipt does.
func (l Lent) begin() *Turn {
	p := l.World
	p.State = l.Known.State
	t := onWith(p, game.Seed{}, l.At)
	t.Foresees(&l.Known.Receipt)
	return t
}

// onWith is On with room for the armies by field.
func onWith(p realm.Position, seed game.Seed, at [][]*realm.Army) *Turn {
	return &Turn{Turn: realm.Begin(p.Tables, p.State, seed, at), Rules: p.Rules, Info: make([]bool, len(p.State.Realms))}
}

// fewArmies is a number of armies for which one core finishes a week before several have started.
const fewArmies = 5000

// armies counts all armies.
func armies(s *realm.State) (n int) {
	for _, list := range s.Armies {
		n += len(list)
	}
	return n
}

// Resolve plays a turn, its weeks in a number of lanes. eager uses the lanes even if that does not pay.
func Resolve(p realm.Position, lanes int, eager bool, sheets []game.Sheet, seed game.Seed) *Turn {
	t := Begin(p, sheets, seed)
	if eager || armies(p.State) >= fewArmies {
		t.Lanes, t.Eager = min(lanes, realm.MostLanes), eager
	}
	t.play()
	return t
}
