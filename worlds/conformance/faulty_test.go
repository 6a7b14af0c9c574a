package conformance

import (
	"cmp"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// faults break a lawful rulebook, each field in one way. A nil field leaves it lawful.
type faults struct {
	words    func(phrase.Lang, *phrase.Book) *phrase.Book
	tables   func(own, effective []byte) []byte
	language func(orders.Language) *orders.Language
	sizes    func(realms int) (width, height int, ok bool)
	state    func([]byte) []byte
	opened   func(tables []byte) error
	asked    func(game.Asked) game.Asked
	broken   []string
	cultures []game.Choice
	checked  func(game.Sheet, game.Checked) game.Checked
	sheets   func([]game.Sheet) []game.Sheet
	merge    func(earlier, later game.Sheet) game.Sheet
	compared func([]game.Sheet, []game.Crossing) []game.Crossing
	template func(string) string
	report   func([]game.Sheet, game.Report) game.Report
	refused  func([]orders.Problem) []orders.Problem
	events   func([]game.Event) []game.Event
	realms   func([]int) []int
	retold   func(was game.Outcome, realm int, to game.Player) game.Outcome
	handed   func(was, next game.World, to game.Player) game.World
	welcome  func(game.Report) game.Report
	joined   func(game.Joining) game.Joining
	known    func(w game.World, realm int, known []byte) []byte
	opens    func(known []byte, open func([]byte) (game.Known, error)) (game.Known, error)
	learned  func(*faultyKnown)
	stands   func(game.Standings) game.Standings
	news     []string
	facts    func(game.Facts) game.Facts
	lanes    func(lanes int)
	chart    func(w game.World, realm int) *game.Chart
	guide    func(realm int) game.Guide
}

// tells are the facts with the fault, if there is one. They may be nil.
func (f faults) tells(is *game.Facts) *game.Facts {
	var was game.Facts
	switch {
	case f.facts == nil:
		return is
	case is != nil:
		was = *is
	}
	if now := f.facts(was); is != nil || now.Realm.Number > 0 {
		return &now
	}
	return nil
}

type faultyRules struct {
	game.Rulebook
	f faults
}

func (r faultyRules) Words(l phrase.Lang) *phrase.Book {
	if r.f.words != nil {
		return r.f.words(l, r.Rulebook.Words(l))
	}
	return r.Rulebook.Words(l)
}

func (r faultyRules) Tables(own []byte) ([]byte, error) {
	out, err := r.Rulebook.Tables(own)
	if r.f.tables != nil {
		return r.f.tables(own, out), nil
	}
	return out, err
}

func (r faultyRules) Language() *orders.Language {
	if r.f.language != nil {
		return r.f.language(*r.Rulebook.Language())
	}
	return r.Rulebook.Language()
}

func (r faultyRules) Found(f game.Founding) (game.World, error) {
	w, err := r.Rulebook.Found(f)
	return faultyWorld{w, r.f}, err
}

func (r faultyRules) SizeFor(realms int) (width, height int, ok bool) {
	if r.f.sizes != nil {
		return r.f.sizes(realms)
	}
	return r.Rulebook.SizeFor(realms)
}

func (r faultyRules) Open(state, tables []byte) (game.World, error) {
	if r.f.opened != nil {
		if err := r.f.opened(tables); err != nil {
			return nil, err
		}
	}
	w, err := r.Rulebook.Open(state, tables)
	return faultyWorld{w, r.f}, err
}

func (r faultyRules) OpenKnown(known, tables []byte) (game.Known, error) {
	open := func(known []byte) (game.Known, error) {
		k, err := r.Rulebook.OpenKnown(known, tables)
		if err != nil || r.f.learned == nil {
			return k, err
		}
		faulty := faultyKnown{Known: k}
		r.f.learned(&faulty)
		return faulty, nil
	}
	if r.f.opens != nil {
		return r.f.opens(known, open)
	}
	return open(known)
}

// faultyKnown answers differently where a fault is set.
type faultyKnown struct {
	game.Known
	asked    game.Asked
	title    string
	realms   []game.Realm
	template string
	checked  *game.Checked
	merged   *game.Sheet
}

func (k faultyKnown) Asked() game.Asked {
	if k.asked.Turn > 0 {
		return k.asked
	}
	return k.Known.Asked()
}

func (k faultyKnown) Title(l phrase.Lang) string { return cmp.Or(k.title, k.Known.Title(l)) }

func (k faultyKnown) Realms() []game.Realm {
	if k.realms != nil {
		return k.realms
	}
	return k.Known.Realms()
}

func (k faultyKnown) Template(realm int) string { return cmp.Or(k.template, k.Known.Template(realm)) }

func (k faultyKnown) Check(s game.Sheet) game.Checked {
	if k.checked != nil {
		return *k.checked
	}
	return k.Known.Check(s)
}

func (k faultyKnown) Merge(earlier, later game.Sheet) game.Sheet {
	if k.merged != nil {
		return *k.merged
	}
	return k.Known.Merge(earlier, later)
}

type faultyWorld struct {
	game.World
	f faults
}

func (w faultyWorld) State() []byte {
	if w.f.state != nil {
		return w.f.state(w.World.State())
	}
	return w.World.State()
}

func (w faultyWorld) Asked() game.Asked {
	if w.f.asked != nil {
		return w.f.asked(w.World.Asked())
	}
	return w.World.Asked()
}

func (w faultyWorld) Chart(realm int, lang phrase.Lang) *game.Chart {
	if w.f.chart != nil {
		return w.f.chart(w.World, realm)
	}
	return w.World.Chart(realm, lang)
}

func (w faultyWorld) Guide(realm int, lang phrase.Lang) game.Guide {
	if w.f.guide != nil {
		return w.f.guide(realm)
	}
	return w.World.Guide(realm, lang)
}

func (w faultyWorld) Cultures() []game.Choice { return append(w.World.Cultures(), w.f.cultures...) }

func (w faultyWorld) Broken() []string { return append(w.World.Broken(), w.f.broken...) }

func (w faultyWorld) Join(j game.Joining, s game.Seed) (game.World, int, error) {
	if w.f.joined != nil {
		j = w.f.joined(j)
	}
	next, n, err := w.World.Join(j, s)
	return faultyWorld{next, w.f}, n, err
}

func (w faultyWorld) HandOver(realm int, to game.Player) game.World {
	next := w.World.HandOver(realm, to)
	if w.f.handed != nil {
		next = w.f.handed(w.World, next, to)
	}
	return faultyWorld{next, w.f}
}

func (w faultyWorld) Welcome(realm int, shown *game.Shown) game.Report {
	if w.f.welcome != nil {
		return w.f.welcome(w.World.Welcome(realm, shown))
	}
	return w.World.Welcome(realm, shown)
}

func (w faultyWorld) Check(s game.Sheet) game.Checked {
	if w.f.checked != nil {
		return w.f.checked(s, w.World.Check(s))
	}
	return w.World.Check(s)
}

func (w faultyWorld) Template(realm int) string {
	if w.f.template != nil {
		return w.f.template(w.World.Template(realm))
	}
	return w.World.Template(realm)
}

func (w faultyWorld) Merge(earlier, later game.Sheet) game.Sheet {
	if w.f.merge != nil {
		return w.f.merge(earlier, later)
	}
	return w.World.Merge(earlier, later)
}

func (w faultyWorld) Compare(sheets []game.Sheet) []game.Crossing {
	out := w.World.(game.Comparer).Compare(sheets)
	if w.f.compared != nil {
		return w.f.compared(sheets, out)
	}
	return out
}

func (w faultyWorld) Standings() *game.Standings {
	out := w.World.Standings()
	if w.f.stands != nil {
		*out = w.f.stands(*out)
	}
	return out
}

func (w faultyWorld) Facts(realm int) *game.Facts {
	return w.f.tells(w.World.Facts(realm))
}

func (w faultyWorld) News() []string { return append(w.World.News(), w.f.news...) }

func (w faultyWorld) Resolve(sheets []game.Sheet, seed game.Seed, lanes int, edits []game.Event) game.Outcome {
	given := sheets
	if w.f.sheets != nil {
		given = w.f.sheets(sheets)
	}
	if w.f.lanes != nil {
		w.f.lanes(lanes)
	}
	return faultyOutcome{w.World.Resolve(given, seed, lanes, edits), w.f, sheets}
}

func (w faultyWorld) Known(realm int) []byte {
	known := w.World.Known(realm)
	if w.f.known != nil {
		return w.f.known(w.World, realm, known)
	}
	return known
}

type faultyOutcome struct {
	game.Outcome
	f      faults
	sheets []game.Sheet
}

func (o faultyOutcome) Next() game.World { return faultyWorld{o.Outcome.Next(), o.f} }

func (o faultyOutcome) HandOver(realm int, to game.Player) game.Outcome {
	if o.f.retold != nil {
		return faultyOutcome{o.f.retold(o.Outcome, realm, to), o.f, o.sheets}
	}
	return faultyOutcome{o.Outcome.HandOver(realm, to), o.f, o.sheets}
}

func (o faultyOutcome) Report(realm int, shown *game.Shown) game.Report {
	if o.f.report != nil {
		return o.f.report(o.sheets, o.Outcome.Report(realm, shown))
	}
	return o.Outcome.Report(realm, shown)
}

func (o faultyOutcome) Facts(realm int) *game.Facts {
	return o.f.tells(o.Outcome.Facts(realm))
}

func (o faultyOutcome) Refused(realm int) []orders.Problem {
	if o.f.refused != nil {
		return o.f.refused(o.Outcome.Refused(realm))
	}
	return o.Outcome.Refused(realm)
}

func (o faultyOutcome) Annals() *game.Annals {
	if o.f.events != nil {
		return game.AnnalsOf(o.f.events(o.Outcome.Annals().Events()))
	}
	return o.Outcome.Annals()
}

func (o faultyOutcome) Realms() []int {
	if o.f.realms != nil {
		return o.f.realms(o.Outcome.Realms())
	}
	return o.Outcome.Realms()
}

// mute is a rulebook whose worlds, or the outcomes of whose turns, have no reports as data.
type mute struct {
	game.Rulebook
	outcomes bool
}

func (r mute) Found(f game.Founding) (game.World, error) {
	w, err := r.Rulebook.Found(f)
	return muteWorld{w, r.outcomes}, err
}

// muteWorld has no Facts, or its outcomes have none.
type muteWorld struct {
	game.World
	outcomes bool
}

func (w muteWorld) Join(j game.Joining, s game.Seed) (game.World, int, error) {
	next, n, err := w.World.Join(j, s)
	return muteWorld{next, w.outcomes}, n, err
}

func (w muteWorld) Facts(realm int) *game.Facts {
	if w.outcomes {
		return w.World.Facts(realm)
	}
	return nil
}

func (w muteWorld) Resolve(sheets []game.Sheet, seed game.Seed, lanes int, edits []game.Event) game.Outcome {
	out := w.World.Resolve(sheets, seed, lanes, edits)
	if w.outcomes {
		return muteOutcome{out}
	}
	return out
}

// muteOutcome has no Facts.
type muteOutcome struct{ game.Outcome }

func (muteOutcome) Facts(int) *game.Facts { return nil }
