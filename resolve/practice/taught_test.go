package practice_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/wording"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// Whoever sends the ready orders as they are learns what the lessons say. Of twenty practices of each game, each lesson is
// done by the end in seventeen, and an army of another realm is seen by turn 4 in seventeen. From the second lesson on no turn
// is quiet: its headline has a clause. The receipt finds no error. Letters have at most eight lines a turn, and
// where men are counted, two of five fights cost some. Of ten practices one settler falls at most, where there are such. The short form plays fewer, in one language.
func TestLessonsAreDone(t *testing.T) {
	t.Parallel()
	practices, langs := 6, phrase.Langs[1:]
	if conformance.Whole() {
		practices, langs = 20, phrase.Langs
	}
	for _, rb := range teaching(t) {
		for _, lang := range langs {
			t.Run(rb.Name()+"/"+string(lang), func(t *testing.T) {
				t.Parallel()
				c := class{done: map[int]int{}}
				for n := range practices {
					p := begun(t, rb, lang, n)
					for p.played < players.PracticeTurns && !p.world.Asked().Over {
						p.turn(t)
					}
					c.adds(p)
				}
				c.holds(t, practices)
			})
		}
	}
}

// teaching are the games that can be practised: each of them has lessons.
func teaching(t *testing.T) []game.Rulebook {
	t.Helper()
	return conformance.Having(t, worlds.Rulebooks(), "machine that plays", func(rb game.Rulebook) bool { return rb.Bot() != nil })
}

// class is what some practices brought together.
type class struct {
	done map[int]int // practices, by lesson

	met, quiet, turns, lines, settlers, fights, paid int
}

func (c *class) adds(p *pupil) {
	const met = 4 // the turn
	for _, lesson := range p.done {
		c.done[lesson]++
	}
	if p.seen > 0 && p.seen <= met {
		c.met++
	}
	c.fights, c.paid = c.fights+p.fights, c.paid+p.paid
	c.quiet, c.turns, c.lines, c.settlers = c.quiet+p.quiet, c.turns+p.played, c.lines+p.lines, c.settlers+p.settlers
}

func (c *class) holds(t *testing.T, practices int) {
	t.Helper()
	t.Logf("done %v, met %d, quiet %d, %d lines in %d turns, %d settlers fell, %d of %d fights cost men, of %d", c.done, c.met, c.quiet, c.lines, c.turns,
		c.settlers, c.paid, c.fights, practices)
	for lesson := 1; lesson < players.PracticeTurns; lesson++ { // the last one is to play on
		if c.done[lesson]*20 < practices*17/20*20 {
			t.Errorf("lesson %d is done in %d of %d practices", lesson, c.done[lesson], practices)
		}
	}
	if c.met*20 < practices*17/20*20 {
		t.Errorf("an army of another realm is seen early in %d of %d practices", c.met, practices)
	}
	if c.quiet > 0 {
		t.Errorf("%d turns of the lessons 2 to 6 are quiet", c.quiet)
	}
	if c.paid*5 < c.fights*2 {
		t.Errorf("%d of %d fights cost men", c.paid, c.fights)
	}
	if c.lines > 8*c.turns {
		t.Errorf("%d lines are written in %d turns", c.lines, c.turns)
	}
	if c.settlers > max(1, practices/10) {
		t.Errorf("%d settlers fall in %d practices", c.settlers, practices)
	}
}

// A lesson that its own turn did not do is not lost: the letters after it have its lines again. Here the turn of the lesson
// is played without orders, and those after it as they are proposed.
func TestAnOpenLessonComesAgain(t *testing.T) {
	t.Parallel()
	const practices = 6
	least := map[int]int{3: 5, 5: 3} // practices, by lesson: after the fifth there is one turn
	for _, rb := range teaching(t) {
		for lesson, least := range least {
			t.Run(fmt.Sprint(rb.Name(), "/", lesson), func(t *testing.T) {
				t.Parallel()
				done := 0
				for n := range practices {
					p := begun(t, rb, phrase.En, n)
					p.misses = lesson
					for p.played < players.PracticeTurns && !p.world.Asked().Over {
						p.turn(t)
					}
					if slices.Contains(p.done, lesson) {
						done++
					}
				}
				if done < least {
					t.Errorf("it is done in %d of %d practices", done, practices)
				}
			})
		}
	}
}

// No letter attacks whom it offers a pact: one to both neighbours attacks nobody.
func TestAPactAndAnAttack(t *testing.T) {
	t.Parallel()
	offers := 0
	for n := range 12 {
		p := begun(t, worlds.Rulebooks()[0], phrase.En, n)
		for p.played < players.PracticeTurns+4 && !p.world.Asked().Over {
			p.turn(t)
			if both := strings.Contains(p.text, "\n2 A\n") && strings.Contains(p.text, "\n3 A\n"); both {
				offers++
				if attack.MatchString(p.text) {
					t.Errorf("practice %d, turn %d offers both neighbours a pact, and attacks:\n%s", n, p.played, p.text)
				}
			}
		}
	}
	if offers < 5 {
		t.Errorf("%d letters offer a pact to both", offers)
	}
}

// attack is a line of an army that attacks.
var attack = regexp.MustCompile(`(?m)^[KR]\..* A\+`)

// settler is an own settler that falls, in the siege.
var settler = regexp.MustCompile(`\b1\.S\d+ (falls|fällt)\.`)

// pupil is a practice in which the ready orders are sent as they are.
type pupil struct {
	rules  game.Rulebook
	lang   phrase.Lang
	seed   game.Seed
	tables []byte
	world  game.World

	misses   int    // the own turn without orders; 0: none
	text     string // the last letter
	played   int    // own turns
	done     []int  // lessons
	seen     int    // the own turn in which an army of another realm was seen; 0: none was
	quiet    int    // own turns from the second on whose headline has no clause
	lines    int    // of orders
	settlers int    // own ones that fell, in the siege
	fights   int    // own battles
	paid     int    // those of them in which own men fell
}

// begun is the n-th practice of a game, before its first turn.
func begun(t *testing.T, rb game.Rulebook, lang phrase.Lang, n int) *pupil {
	t.Helper()
	p := &pupil{rules: rb, lang: lang}
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
			if s.Text = p.ready(t); p.misses == p.played+1 {
				s.Text = ""
			}
			p.text = s.Text
		}
		sheets = append(sheets, s)
	}
	out := p.world.Resolve(sheets, p.seed, 1, nil)
	p.world = out.Next()
	facts := out.Facts(players.Practiser)
	if own {
		p.played++
		p.done, _ = wording.Learn(p.rules.Words(p.lang), p.played, p.done, facts)
		if p.played > 1 && len(facts.Headline.Clauses) == 0 {
			p.quiet++
		}
	}
	for _, b := range facts.Battles {
		for _, s := range b.Sides {
			before, after := int64(0), int64(0)
			for _, a := range s.Armies {
				if a.Realm == players.Practiser {
					before, after = before+a.Before, after+a.After
				}
			}
			if before > 0 {
				p.fights++
			}
			if after < before {
				p.paid++
			}
		}
	}
	for _, week := range facts.Weeks {
		for _, e := range week.Events {
			if settler.MatchString(e.Text) {
				p.settlers++
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
	text, err := game.Ready(p.rules, p.world, p.tables, players.Practiser, asked.Turn, p.seed,
		wording.Lessons(p.rules.Words(p.lang), p.played+1, p.done))
	must(t, err)
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, ";")
		if line = strings.TrimSpace(line); line != "" && line[0] != '$' {
			p.lines++
		}
	}
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

// ofBattle is the lesson that a battle does, and nothing else; 0: there is none.
func ofBattle(rb game.Rulebook) int {
	for n := 1; n < players.PracticeTurns; n++ {
		if rb.Words(phrase.En).T(fmt.Sprint("lesson.done.", n)) == "+battle" {
			return n
		}
	}
	return 0
}

// A lesson about fighting is done by the first battle with an own army, whoever else fights before it in the same field, and
// says how it ended for the reader.
func TestALessonDoneByABattle(t *testing.T) {
	fighting := conformance.Having(t, worlds.Rulebooks(), "lesson done by a battle", func(rb game.Rulebook) bool {
		return ofBattle(rb) > 0
	})
	other, own := game.FactSide{Realm: 3}, game.FactSide{Realm: 2}
	for _, c := range []struct {
		battles []game.FactBattle
		want    string
	}{
		{nil, ""},
		{[]game.FactBattle{{At: "7", Sides: []game.FactSide{other, {}}, Won: 1}}, ""},
		{[]game.FactBattle{{At: "7", Sides: []game.FactSide{other, {}}, Won: 1}, {At: "7", Sides: []game.FactSide{other, own}, Won: 2}},
			"You have fought and won (7)."},
		{[]game.FactBattle{{At: "8", Sides: []game.FactSide{own, other}, Won: 2}}, "You have fought and lost (8)."},
		{[]game.FactBattle{{At: "8", Sides: []game.FactSide{own, other}}}, "You have fought (8)."},
		{[]game.FactBattle{{At: "8", Sides: []game.FactSide{other, {Armies: []game.FactFighter{{Realm: 2}}}}, Won: 2}},
			"You have fought and won (8)."},
	} {
		f := &game.Facts{Realm: game.FactRealm{Number: 2}, Battles: c.battles}
		for _, rb := range fighting {
			if got := wording.LessonDone(rb.Words(phrase.En), ofBattle(rb), f); got != c.want {
				t.Errorf("%s: %v is told as %q, want %q", rb.Name(), c.battles, got, c.want)
			}
		}
	}
}

// What does a lesson is listed beside it, in both languages alike, by codes that have a sentence in a report.
func TestWhatDoesALesson(t *testing.T) {
	for _, rb := range teaching(t) {
		de, en := rb.Words(phrase.De), rb.Words(phrase.En)
		for n := 1; n < players.PracticeTurns; n++ {
			if open := fmt.Sprint("lesson.open.", n); !de.Has(open) || !en.Has(open) {
				t.Errorf("%s, lesson %d: nothing says why it stays open", rb.Name(), n)
			}
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
