package lessons_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/lessons"
	"weltentor/resolve/players"
	"weltentor/resolve/wording"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// Whoever sends the ready orders as they are learns what the lessons say. Of twenty practices of each game, each lesson is
// done by the end in seventeen, and an army of another realm is seen by turn 4 in seventeen. The receipt finds no error.
// The short form plays fewer, in one language.
func TestLessonsAreDone(t *testing.T) {
	t.Parallel()
	practices, langs := 6, phrase.Langs[1:]
	if conformance.Whole() {
		practices, langs = 20, phrase.Langs
	}
	const met = 4 // the turn
	for _, rb := range worlds.Rulebooks() {
		for _, lang := range langs {
			t.Run(rb.Name()+"/"+string(lang), func(t *testing.T) {
				t.Parallel()
				done, seen := map[int]int{}, 0
				for n := range practices {
					p := begun(t, rb, lang, n)
					for p.played < players.PracticeTurns && !p.world.Asked().Over {
						p.turn(t)
					}
					for lesson := range p.done {
						done[lesson]++
					}
					if p.seen > 0 && p.seen <= met {
						seen++
					}
				}
				for lesson := 1; lesson < players.PracticeTurns; lesson++ { // the last one is to play on
					if done[lesson]*20 < practices*17/20*20 {
						t.Errorf("lesson %d is done in %d of %d practices", lesson, done[lesson], practices)
					}
				}
				if seen*20 < practices*17/20*20 {
					t.Errorf("an army of another realm is seen by turn %d in %d of %d practices", met, seen, practices)
				}
			})
		}
	}
}

// pupil is a practice in which the ready orders are sent as they are.
type pupil struct {
	rules  game.Rulebook
	lang   phrase.Lang
	seed   game.Seed
	tables []byte
	world  game.World

	played int          // own turns
	done   map[int]bool // lessons
	seen   int          // the own turn in which an army of another realm was seen; 0: none was
}

// begun is the n-th practice of a game, before its first turn.
func begun(t *testing.T, rb game.Rulebook, lang phrase.Lang, n int) *pupil {
	t.Helper()
	p := &pupil{rules: rb, lang: lang, done: map[int]bool{}}
	f, realms := rb.Bot().Practice(nil)
	var err error
	f.Tables, err = rb.Tables(f.Tables)
	must(t, err)
	p.tables = f.Tables
	for try := range game.PracticeTries {
		p.seed = game.Seed{1}.Sub(fmt.Sprint("practice ", n, " ", try))
		f.Seed = p.seed
		p.world, err = rb.Found(f)
		must(t, err)
		for i := range realms {
			j := game.Joining{Name: fmt.Sprint("Realm ", i+1), Player: "P", Lang: lang, Computer: game.UTF8}
			p.world, _, err = p.world.Join(j, p.seed)
			must(t, err)
		}
		if rb.Bot().Trains(p.world, players.Practiser) {
			return p
		}
	}
	t.Errorf("practice %d: no seed of %d suits", n, game.PracticeTries)
	return p
}

// turn plays a turn, and looks at what its report says.
func (p *pupil) turn(t *testing.T) {
	t.Helper()
	asked := p.world.Asked()
	own := slices.Contains(asked.Realms, players.Practiser)
	var sheets []game.Sheet
	for _, realm := range asked.Realms {
		s := game.Sheet{Realm: realm, Turn: asked.Turn, Text: p.others(t, realm)}
		if realm == players.Practiser {
			s.Text = p.ready(t)
		}
		sheets = append(sheets, s)
	}
	out := p.world.Resolve(sheets, p.seed, 1, nil)
	p.world = out.Next()
	facts := out.Facts(players.Practiser)
	if own {
		p.played++
		for n := 1; n <= p.played; n++ {
			if wording.LessonDone(p.rules.Words(p.lang), n, facts) != "" {
				p.done[n] = true
			}
		}
	}
	if p.seen == 0 && sees(facts) {
		p.seen = max(p.played, 1)
	}
}

// ready are the orders that a letter would propose. The receipt accepts all of them.
func (p *pupil) ready(t *testing.T) string {
	t.Helper()
	asked := p.world.Asked()
	c := chronicle.Current{World: p.world, Turn: asked.Turn, Seed: p.seed, Tables: p.tables, Realms: chronicle.ByNumber(p.world)}
	text, err := lessons.Ready(p.rules, c, p.lang, wording.Lesson(p.rules.Words(p.lang), p.played+1, wording.ByLine))
	must(t, err)
	if strings.Contains(text, "advice.") {
		t.Errorf("a reason has no sentence:\n%s", text)
	}
	for _, problem := range p.world.Check(game.Sheet{Realm: players.Practiser, Turn: asked.Turn, Text: text}).Problems {
		if problem.Severity == orders.Error {
			t.Errorf("lesson %d: line %d is wrong (%s) in\n%s", p.played+1, problem.Line, problem.What.Code, text)
		}
	}
	return text
}

// others are the machine's orders for another realm, each in a style of its own, as players.Seats gives them.
func (p *pupil) others(t *testing.T, realm int) string {
	t.Helper()
	bot, turn := p.rules.Bot(), p.world.Asked().Turn
	known, err := p.rules.OpenKnown(p.world.Known(realm), p.tables)
	must(t, err)
	styles := bot.Styles()
	m := game.Manner{Style: styles[(realm-players.Practiser-1+len(styles))%len(styles)].Code, Strength: game.Middle}
	return bot.Orders(known, realm, m, game.BotDice(p.seed, turn, realm))
}

// sees reports whether a report tells of an army of another realm: it is in sight, was met on the way, or fought.
func sees(f *game.Facts) bool {
	foreign := func(a game.FactArmy) bool { return a.Realm > 0 && a.Realm != f.Realm.Number }
	if slices.ContainsFunc(f.Armies, foreign) {
		return true
	}
	for _, week := range f.Weeks {
		for _, s := range week.Sightings {
			if slices.ContainsFunc(s.Armies, foreign) {
				return true
			}
		}
	}
	for _, b := range f.Battles {
		own, other := false, false
		for _, s := range b.Sides {
			realms := []int{s.Realm}
			for _, a := range s.Armies {
				realms = append(realms, a.Realm)
			}
			for _, realm := range realms {
				own = own || realm == f.Realm.Number
				other = other || realm > 0 && realm != f.Realm.Number
			}
		}
		if own && other {
			return true
		}
	}
	return false
}

// What does a lesson is listed beside it, in both languages alike, by codes that have a sentence in a report.
func TestWhatDoesALesson(t *testing.T) {
	for _, rb := range worlds.Rulebooks() {
		de, en := rb.Words(phrase.De), rb.Words(phrase.En)
		for n := 1; n < players.PracticeTurns; n++ {
			code := fmt.Sprint("lesson.done.", n)
			if !en.Has(code) || de.T(code) != en.T(code) {
				t.Errorf("%s, lesson %d: %q, in German %q", rb.Name(), n, en.T(code), de.T(code))
				continue
			}
			for _, event := range strings.Fields(en.T(code)) {
				if event != "+battle" && !en.Has(event) {
					t.Errorf("%s, lesson %d: no sentence says %s", rb.Name(), n, event)
				}
			}
		}
	}
}
