package conformance

import (
	"fmt"
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Bots says how to tell whether a realm that the machine plays does better than another.
type Bots struct {
	Founding game.Founding
	Turns    int // of a game, or until it is over
	// Ahead reports whether a realm is ahead of the other at the end of a game of two.
	Ahead func(w game.World, realm, other int) bool

	Maps    []Map                                 // of the tournament; nil: the usual ones
	Capital func(w game.World, realm int) bool    // reports whether a realm has its first capital; nil: unless it has fallen
	Worth   func(w game.World, realm int) int64   // of what a realm has besides armies; nil: only men are counted
	Price   func(w game.World, kind string) int64 // of a man
}

// Of a hundred games, so many are won against a realm without orders, and against random orders.
const (
	beatsIdle   = 95
	beatsRandom = 90
)

// lessons is how many there are in a practice.
const lessons = 6

// manners are all styles in all strengths, the usual one first.
func manners(of game.Bot) (out []game.Manner) {
	for _, strength := range game.Strengths {
		for _, s := range of.Styles() {
			out = append(out, game.Manner{Style: s.Code, Strength: strength})
		}
	}
	return out
}

// botSheet is the machine's sheet for a realm, from bytes that nobody else has.
func (tb *table) botSheet(w game.World, realm int, m game.Manner, bad fail) game.Sheet {
	sheet := game.Sheet{Realm: realm, Turn: w.Asked().Turn}
	k, err := tb.rb.OpenKnown(w.Known(realm), tb.tables)
	if err != nil {
		bad("turn %d, realm %d: %v", sheet.Turn, realm, err)
		return sheet
	}
	sheet.Text = tb.rb.Bot().Orders(k, realm, m, game.BotDice(tb.seed, sheet.Turn, realm))
	return sheet
}

// advised is that sheet as a beginner gets it in a lesson.
func (tb *table) advised(w game.World, realm, lesson int, m game.Manner, bad fail) game.Sheet {
	sheet := game.Sheet{Realm: realm, Turn: w.Asked().Turn}
	k, err := tb.rb.OpenKnown(w.Known(realm), tb.tables)
	if err != nil {
		bad("turn %d, realm %d: %v", sheet.Turn, realm, err)
		return sheet
	}
	open := game.Lessons{Now: lesson}
	for n := 1; n <= lesson; n++ { // the turn's own, and with others every earlier one
		if n == lesson || lesson%2 == 0 {
			open.Open = append(open.Open, n)
		}
	}
	sheet.Text = tb.rb.Bot().Advice(k, realm, open, m, game.BotDice(tb.seed, sheet.Turn, realm))
	return sheet
}

// styled: the machine plays in at least three styles, and they have names and a line in all languages.
func styled(tb *table, bad fail) {
	bot := tb.rb.Bot()
	if bot == nil {
		return
	}
	if n := len(bot.Styles()); n < 3 {
		bad("the machine plays in %d styles, not 3", n)
	}
	for _, lang := range phrase.Langs {
		book := tb.rb.Words(lang)
		for _, s := range bot.Styles() {
			if !book.Has(s.Word.Code) || !book.Has(s.Line.Code) {
				bad("%s: the style %s has no name, or no line", lang, s.Code)
			}
		}
	}
	if text := bot.Orders(nil, 1, game.Manner{Style: bot.Styles()[0].Code}, game.BotDice(tb.seed, 1, 1)); text != "" {
		bad("without knowledge the machine orders\n%s", text)
	}
	k, _ := tb.rb.OpenKnown(tb.start().Known(1), tb.tables)
	for _, m := range []game.Manner{{}, {Style: "no such style"}} {
		if text := bot.Orders(k, 1, m, game.BotDice(tb.seed, 1, 1)); text != "" {
			bad("in the manner %v the machine orders\n%s", m, text)
		}
	}
}

// practiceTries is how many seeds are tried for a practice world.
const practiceTries = 40

// trained: a practice world can be founded over the standard numbers and over the example's own, and a few realms can
// join. Over the standard numbers, some seed gives one that suits the lessons of the first realm.
func trained(tb *table, bad fail) {
	bot := tb.rb.Bot()
	if bot == nil {
		return
	}
	for _, own := range [][]byte{nil, tb.ex.Founding.Tables} {
		f, n := bot.Practice(own)
		if n < 2 || n > 4 {
			bad("%d realms join a practice", n)
		}
		tables, err := tb.rb.Tables(f.Tables)
		if err != nil {
			bad("the numbers of a practice: %v", err)
			return
		}
		f.Tables = tables
		suits := false
		for try := 0; try < practiceTries && !suits; try++ {
			f.Seed = tb.seed.Sub(fmt.Sprint("practice ", try))
			w, err := tb.rb.Found(f)
			for i := 0; i < n && err == nil; i++ {
				j := game.Joining{Name: fmt.Sprint("Reich ", i+1), Player: fmt.Sprint("P", i+1), Computer: game.UTF8}
				w, _, err = w.Join(j, f.Seed)
			}
			if err != nil {
				bad("a practice world: %v", err)
				return
			}
			suits = own != nil || bot.Trains(w, 1)
		}
		if !suits {
			bad("none of %d practice worlds suits the lessons", practiceTries)
		}
	}
}

// accepted: receipts find no error in the machine's sheets, the same knowledge gives the same sheet, and the machine has
// something to say in most turns. It plays against itself, and goes on from what random orders have left.
func accepted(tb *table, bad fail) {
	if tb.rb.Bot() == nil {
		return
	}
	t := &botTrial{table: tb, bad: bad, many: Often(40, 1000)}
	for round := 0; t.tried < t.many/2 && round < t.many; round++ {
		t.match(round)
	}
	for round := 0; t.tried < t.many && round < t.many; round++ {
		for _, s := range tb.seats(20) {
			if slices.Contains(s.w.Asked().Realms, s.realm) {
				t.try(s.w, s.realm)
			}
		}
	}
	if t.empty*2 > t.tried {
		bad("%d of %d sheets of the machine are empty", t.empty, t.tried)
	}
}

// botTrial tries the machine's sheets.
type botTrial struct {
	*table
	bad                fail
	many, tried, empty int
}

// match plays a game of the machine against itself, in one manner after the other.
func (t *botTrial) match(round int) {
	for w := t.start(); t.tried < t.many/2 && !w.Asked().Over && w.Asked().Turn <= 40; {
		var sheets []game.Sheet
		for _, realm := range w.Asked().Realms {
			sheets = append(sheets, t.try(w, realm))
		}
		w = w.Resolve(sheets, t.turnSeed(w).Sub(strconv.Itoa(round)), 1, nil).Next()
	}
}

// try tries one sheet.
func (t *botTrial) try(w game.World, realm int) game.Sheet {
	all := manners(t.rb.Bot())
	m := all[t.tried%len(all)]
	sheet := t.botSheet(w, realm, m, t.bad)
	if again := t.botSheet(w, realm, m, t.bad); again.Text != sheet.Text {
		t.bad("turn %d, realm %d, %v: first\n%s\nthen\n%s", sheet.Turn, realm, m, sheet.Text, again.Text)
	}
	if t.tried++; sheet.Text == "" {
		t.empty++
	}
	if c := w.Check(sheet); c.Errors() > 0 {
		t.bad("turn %d, realm %d, %v: the machine's orders have errors: %s\n%s", sheet.Turn, realm, m,
			t.say(c.Problems), sheet.Text)
	}
	lesson := 1 + t.tried%lessons
	advice := t.advised(w, realm, lesson, m, t.bad)
	if c := w.Check(advice); c.Errors() > 0 {
		t.bad("turn %d, realm %d, %v, lesson %d: the machine's advice has errors: %s\n%s", sheet.Turn, realm, m, lesson,
			t.say(c.Problems), advice.Text)
	}
	return sheet
}

// unknowing: what a realm cannot know changes no byte of the machine's orders (law 6).
func unknowing(tb *table, bad fail) {
	bot := tb.rb.Bot()
	if bot == nil || tb.ex.Unseen == nil {
		return
	}
	seats, tried, many, all := tb.seats(20), 0, Often(30, 300), manners(bot)
	for i := 0; i < 5*many && tried < many; i++ {
		s := seats[i*len(seats)/many%len(seats)]
		other := tb.ex.Unseen(s.w, s.realm, tb.dice(s.w, "unknowing", int64(s.realm), int64(i)))
		if other == nil || !slices.Contains(s.w.Asked().Realms, s.realm) {
			continue
		}
		m := all[tried%len(all)]
		tried++
		was, is := tb.botSheet(s.w, s.realm, m, bad), tb.botSheet(other, s.realm, m, bad)
		if lesson := tried % (lessons + 1); lesson > 0 {
			was, is = tb.advised(s.w, s.realm, lesson, m, bad), tb.advised(other, s.realm, lesson, m, bad)
		}
		if was.Text != is.Text {
			bad("turn %d, change %d: the machine in realm %d knows what it cannot see:\n%s\n---\n%s", was.Turn, i, s.realm,
				was.Text, is.Text)
		}
	}
	if tried == 0 {
		bad("no change of what the machine does not know was tried")
	}
}

// skilled: the machine in its usual manner beats a realm without orders, and one whose orders are random.
func skilled(tb *table, bad fail) {
	if tb.rb.Bot() == nil {
		if tb.ex.Bots != nil {
			bad("the example has Bots, and the machine does not play")
		}
		return
	}
	if tb.ex.Bots == nil {
		bad("the machine plays, and the example has no Bots")
		return
	}
	many := Often(2, 100)
	for _, against := range []struct {
		name  string
		least int
		sheet func(w game.World, realm int) string
	}{
		{"without orders", beatsIdle, func(game.World, int) string { return "" }},
		{"with random orders", beatsRandom, tb.sensible},
	} {
		won, lost := 0, []int(nil)
		for nth := range many {
			if tb.beats(nth, against.sheet, bad) {
				won++
			} else {
				lost = append(lost, nth)
			}
		}
		if won*100 < against.least*many {
			bad("against a realm %s the machine wins %d of %d games, and loses %v", against.name, won, many, lost)
		}
	}
}

// beats plays a game of two, whose seats go round, and reports whether the machine is ahead.
func (tb *table) beats(nth int, other func(game.World, int) string, bad fail) bool {
	b, seed := tb.ex.Bots, tb.seed.Sub(fmt.Sprint("bots ", nth))
	rules := *tb
	rules.ex.Founding, rules.seed, rules.played = b.Founding, seed, nil
	rules.ex.Founding.Seed, rules.ex.Joinings = seed, tb.ex.Joinings[:2]
	w, machine := rules.start(), 1+nth%2
	m := game.Manner{Style: tb.rb.Bot().Styles()[0].Code, Strength: game.Strengths[0]}
	for turn := 0; turn < b.Turns && !w.Asked().Over; turn++ {
		var sheets []game.Sheet
		for _, realm := range w.Asked().Realms {
			if realm == machine {
				sheets = append(sheets, rules.botSheet(w, realm, m, bad))
			} else if text := other(w, realm); text != "" {
				sheets = append(sheets, game.Sheet{Realm: realm, Turn: w.Asked().Turn, Text: text})
			}
		}
		w = w.Resolve(sheets, rules.turnSeed(w), 1, nil).Next()
	}
	return b.Ahead(w, machine, 3-machine)
}
