package thoramar

import (
	"sync/atomic"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/edits"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/report"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// Broken lists what contradicts the rules or itself, or nothing if all is well. It does not check limits. A game
// master may lower one in a running game, and it then applies only to what is new.
func (w *World) Broken() []string { return realm.Damaged(w.at.Tables, w.at.State) }

// World is a game of Thoramar between two turns. No method changes it.
type World struct {
	at    realm.Position
	rooms sight.Rooms     // of receipts
	sites *land.Sites     // where realms may begin; nil until the first Join
	near  [][6]game.Place // by place: its neighbours; nil until the first Join

	found *atomic.Pointer[sight.Whereabouts] // see where; nil: it is found anew each time
}

// with is the world with another state and the same tables.
func (w *World) with(s *realm.State) *World {
	return newWorld(w.at.With(s), w.rooms)
}

// newWorld is the world of a position, which nobody changes any more.
func newWorld(at realm.Position, rooms sight.Rooms) *World {
	return &World{at: at, rooms: rooms, found: &atomic.Pointer[sight.Whereabouts]{}}
}

// where is where everything stands. It is found once, for all receipts.
func (w *World) where() *sight.Whereabouts {
	if w.found == nil {
		return sight.Locate(w.at.State)
	}
	where := w.found.Load()
	if where == nil { // two that ask at once find the same
		where = sight.Locate(w.at.State)
		w.found.Store(where)
	}
	return where
}

var _ interface {
	game.World
	game.Lender
	game.SuitedLand
	game.FieldLocator
	game.NamedTurns
} = (*World)(nil)

// State is the canonical encoding.
func (w *World) State() []byte { return realm.Encode(w.at.State) }

// Asked names all realms that have not fallen. They all send orders at the same time.
func (w *World) Asked() game.Asked {
	out := game.Asked{Turn: w.at.State.Turn, Phase: "orders"}
	for i := range w.at.State.Realms[1:] {
		if r := &w.at.State.Realms[i+1]; !r.Fallen {
			out.Realms = append(out.Realms, r.Number)
		}
	}
	return out
}

// Title names the turn that awaits orders.
func (w *World) Title(lang phrase.Lang) string { return report.Title(w.at, lang) }

// Realms lists all realms but realm 0.
func (w *World) Realms() []game.Realm {
	return rulekit.Realms(w.at.State.Realms[1:])
}

// Kinds lists the kinds of realms, with how many traders each may have.
func (w *World) Kinds() []game.Choice {
	var out []game.Choice
	for _, kind := range founding.Kinds {
		out = append(out, game.Choice{Code: kind, Word: phrase.P("kind." + kind), Line: phrase.P("kind-good-for",
			w.at.Tables.Traders("caravans", tables.Caravan, kind), w.at.Tables.Traders("fleets", tables.TradeFleet, kind))})
	}
	return out
}

// Cultures lists the peoples of the world's tables, including its own. For those that are as in the manual, a sentence
// says what they are good for. For others the tables say it.
func (w *World) Cultures() []game.Choice {
	var out []game.Choice
	for i := range w.at.Tables.Culture {
		c := &w.at.Tables.Culture[i]
		choice := game.Choice{Code: c.Name, Line: c.GoodFor(w.at.Tables)}
		if preset := w.at.Rules.Standard().FindCulture(c.Name); preset != nil {
			choice.Word = phrase.P("culture." + c.Name)
			if c.Like(preset) {
				choice.Line = phrase.P("culture-good-for." + c.Name)
			}
		}
		out = append(out, choice)
	}
	return out
}

// Join adds a realm.
func (w *World) Join(j game.Joining, seed game.Seed) (game.World, int, error) {
	s, sites, number, err := founding.Join(w.at, w.sites, j, seed)
	if err != nil {
		return nil, 0, err
	}
	next := w.with(s)
	if next.sites, next.near = sites, w.near; next.near == nil {
		next.near = sight.Besides(s.Grid)
	}
	return next, number, nil
}

// HandOver returns the world with another player for a realm that stays as it is.
func (w *World) HandOver(whose int, to game.Player) game.World {
	next := w.with(founding.HandOver(w.at.State, whose, to))
	next.sites, next.near = w.sites, w.near
	return next
}

// Suits is for how many realms there is enough land, at least one.
func (w *World) Suits() int { return founding.Suits(w.at) }

// Verbs are what the game master may change by hand.
func (w *World) Verbs() []game.Verb { return rulekit.Verbs(edits.Verbs) }

// Edit changes a copy of the world by hand.
func (w *World) Edit(verb string, args []string) (game.World, []game.Event, error) {
	return rulekit.Edit[*edits.Hand]{World: w, Words: w.at.Rules.Words, Verbs: edits.Verbs, Params: edits.Params,
		Begin: func(h *rulekit.Hand) *edits.Hand {
			return edits.On(h, turn.On(w.with(w.at.State.Clone()).at, game.Seed{}).Turn)
		},
		End: func(h *edits.Hand) game.World { return w.with(h.Changed()) }}.Make(verb, args)
}

// Counts are fields, gold, armies and men of a realm.
func (w *World) Counts(realm int) []game.Count { return report.Counts(w.at, realm) }

// Standings are the realms by number, and which have fallen. No realm knows more about all others.
func (w *World) Standings() *game.Standings { return report.Standings(w.at) }

// Check reads a sheet with no more knowledge than its realm has.
func (w *World) Check(in game.Sheet) game.Checked {
	return turn.Receipt(w.at, w.where(), w.rooms, in)
}

// Merge returns the sheet in force when a later file has come. It replaces the earlier one, but a file without a good
// line never replaces one that has some (decision 3).
func (w *World) Merge(earlier, later game.Sheet) game.Sheet {
	if l := w.at.Rules.Language(); len(later.Orders(l).Lines) == 0 && len(earlier.Orders(l).Lines) > 0 {
		return earlier
	}
	return later
}

// Due says that the deadline decides.
func (w *World) Due([]game.Sheet) game.Due { return game.AtDeadline }

// Fights are the events that count as fights.
func (w *World) Fights() []string { return []string{"battle"} }

// News are the events that are told to all realms that have not fallen.
func (w *World) News() []string { return []string{"realm-renamed", "realm-deserted", "realm-fallen"} }

// Dateline names the season of a turn, for the newspaper.
func (w *World) Dateline(turn int, seed game.Seed) phrase.Phrase { return report.Dateline(turn, seed) }

// Chart is the map of what a realm knows, as in a receipt: terrain and rivers of all that it has ever seen, and
// everything else where it looks now. If no realm counts, fields are counted from the first one.
func (w *World) Chart(number int, lang phrase.Lang) *game.Chart {
	if number == 0 {
		return report.Chart(w.at, 0, nil, lang)
	}
	if w.at.State.Realm(number) == nil {
		return nil
	}
	k, room := w.rooms.Know(w.where(), w.at.Tables, number)
	defer w.rooms.GiveBack(room)
	return report.Chart(w.at, number, k, lang)
}

// Locate finds a field by how a realm counts it.
func (w *World) Locate(number int, label string) (h, y int, ok bool) {
	s := w.at.State
	x, y, ok := game.ReadCounted(label)
	if !ok || s.Realm(number) == nil {
		return 0, 0, false
	}
	p := s.Grid.Absolute(s.Realms[number].Origin, x, y)
	if p == game.Nowhere {
		return 0, 0, false
	}
	h, y = game.Doubled(s.Grid.Relative(0, p))
	return h, y, true
}

// Template is an order file with a line for each army of the realm that has one of its own.
func (w *World) Template(realm int) string { return report.Template(w.at, realm) }

// FirstLetter is a newcomer's first turn: armies that take the fields beside the capital.
func (w *World) FirstLetter(number int) string {
	check := w.receipts(w.where())
	return report.FirstLetter(w.at, number, func(text string) game.Checked { return check(number, text) })
}

// receipts are what realms would read of a sheet with some text.
func (w *World) receipts(where *sight.Whereabouts) func(number int, text string) game.Checked {
	return func(number int, text string) game.Checked {
		return turn.Receipt(w.at, where, w.rooms, game.Sheet{Realm: number, Turn: w.at.State.Turn, Text: text})
	}
}

// Guide says what newcomers should know, and explains the report in the realm's own numbers.
func (w *World) Guide(realm int, lang phrase.Lang) game.Guide { return report.Guide(w.at, realm, lang) }

// Welcome is report 0: the capital and the ring around it, what the realm owns, and what it can do.
func (w *World) Welcome(realm int, shown *game.Shown) game.Report {
	return report.Welcome(w.at, w.near, realm, shown)
}

// Facts is report 0 as data: its sightings are those of week 0.
func (w *World) Facts(realm int) *game.Facts { return report.Facts(w.at, w.near, realm) }
