package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Broken lists what contradicts the rules or itself; empty when all is well.
// Limits are not asked for: a game master may draw one closer in a running game,
// and then it holds for what is new, not for what stands.
func (w *World) Broken() []string {
	a := realm.Audit{Tables: w.tables, State: w.state}
	return a.All()
}

// World is a game of Thoramar between two turns. No method changes it.
type World struct {
	rules  *Rulebook
	tables *tables.Tables
	state  *realm.State
	sites  *land.Sites     // where realms may begin; nil until the first Join
	near   [][6]game.Place // by place: its neighbours; nil until the first Join
}

var _ game.World = (*World)(nil)

// State is the canonical encoding.
func (w *World) State() []byte { return realm.Encode(w.state) }

// Asked names all realms that have not fallen: everybody sends orders at once.
func (w *World) Asked() game.Asked {
	out := game.Asked{Turn: w.state.Turn, Phase: "orders"}
	for i := range w.state.Realms[1:] {
		if r := &w.state.Realms[i+1]; !r.Fallen {
			out.Realms = append(out.Realms, r.Number)
		}
	}
	return out
}

// Title names the turn that awaits orders.
func (w *World) Title(lang phrase.Lang) string { return w.rules.title(lang, w.state.Turn) }

// Realms lists all realms but realm 0.
func (w *World) Realms() []game.Realm {
	return frame.Realms(w.state.Realms[1:])
}

// kinds of realms.
var kinds = []string{"normal", "nomad", "pirate"}

// Kinds lists the kinds of realms, with how many traders each may have.
func (w *World) Kinds() []game.Choice {
	var out []game.Choice
	for _, kind := range kinds {
		out = append(out, game.Choice{Code: kind, Word: phrase.P("kind." + kind), Line: phrase.P("kind-good-for",
			w.tables.Traders("caravans", tables.Caravan, kind), w.tables.Traders("fleets", tables.TradeFleet, kind))})
	}
	return out
}

// Cultures lists the peoples of the world's tables, its own among them. Of those that
// are as the manual has them a sentence says what they are good for; of others what the
// tables say.
func (w *World) Cultures() []game.Choice {
	var out []game.Choice
	for i := range w.tables.Culture {
		c := &w.tables.Culture[i]
		choice := game.Choice{Code: c.Name, Line: c.GoodFor(w.tables)}
		if preset := w.rules.Standard().FindCulture(c.Name); preset != nil {
			choice.Word = phrase.P("culture." + c.Name)
			if c.Like(preset) {
				choice.Line = phrase.P("culture-good-for." + c.Name)
			}
		}
		out = append(out, choice)
	}
	return out
}

// Merge: a later file replaces the earlier one whole, but one without a good
// line never replaces one that has some (decision 3).
func (w *World) Merge(earlier, later game.Sheet) game.Sheet {
	if l := w.rules.Language(); len(later.Orders(l).Lines) == 0 && len(earlier.Orders(l).Lines) > 0 {
		return earlier
	}
	return later
}

// Due: the deadline decides.
func (w *World) Due([]game.Sheet) game.Due { return game.AtDeadline }

// newTurn makes the turn of a copy of the world, with the sheets parsed.
func (w *World) newTurn(in []game.Sheet, seed game.Seed) *turn {
	files := w.read(in)
	t := startTurn(w.rules, w.tables, w.state.Clone(), seed)
	t.Began = w.state
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
		read := frame.Sheet{Came: true, Lines: files[i].Lines, Problems: files[i].Problems, Text: s.Text}
		switch {
		case s.Realm == 0:
			t.master = read
		case s.Realm > 0 && s.Realm < len(t.Sheets) && !w.state.Realms[s.Realm].Fallen:
			t.Sheets[s.Realm] = read
		}
	}
	return t
}

// eventsAnArmy is how many events room is made for at once: about what comes of
// armies that all march. More find room as they come.
const eventsAnArmy = 7

// read reads the sheets, several at a time: what is in one does not depend on
// another. A panic of one is passed on to the caller when all are done.
func (w *World) read(in []game.Sheet) []*orders.File {
	const readers = 8
	files, done := make([]*orders.File, len(in)), make(chan any, readers)
	language := w.rules.Language()
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

// startTurn makes the turn that plays on the state itself, without sheets.
func startTurn(rules *Rulebook, numbers *tables.Tables, s *realm.State, seed game.Seed) *turn {
	return startTurnOn(rules, numbers, s, seed, make([][]*realm.Army, len(s.Fields)))
}

// startTurnOn is startTurn with room for the armies by field.
func startTurnOn(rules *Rulebook, numbers *tables.Tables, s *realm.State, seed game.Seed, at [][]*realm.Army) *turn {
	return &turn{Turn: realm.Begin(numbers, s, seed, at), rules: rules, info: make([]bool, len(s.Realms))}
}

// Counts are fields, gold, armies and men of a realm.
func (w *World) Counts(realm int) []game.Count {
	fields, armies, men := int64(0), int64(0), int64(0)
	for i := range w.state.Fields {
		if int(w.state.Fields[i].Owner) == realm {
			fields++
		}
	}
	for _, a := range w.state.Armies[realm] {
		armies, men = armies+1, men+a.Men
	}
	return []game.Count{{Name: "fields", N: fields}, {Name: "gold", N: w.state.Realms[realm].Gold},
		{Name: "armies", N: armies}, {Name: "men", N: men}}
}

// Fights are battles.
func (w *World) Fights() []string { return []string{"battle"} }

// Standings are the realms by number, and which have fallen: no realm knows more of all others.
func (w *World) Standings() game.Standings {
	var out game.Standings
	for i := range w.state.Realms[1:] {
		r := &w.state.Realms[i+1]
		out.Rows = append(out.Rows, game.Standing{Realm: r.Number, Name: r.Name, Fallen: r.Fallen})
	}
	return out
}

// News are what is told to all realms that have not fallen.
func (w *World) News() []string { return []string{"realm-renamed", "realm-deserted", "realm-fallen"} }
