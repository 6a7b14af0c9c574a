package resolve

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// tiny is a game for tests: realms dig for gold, `$A` with lines `dig N`, N from 1 to 9. They find N plus a die of
// six. `dig N twice` digs once, and `fly` is read and not played. `hope` depends on luck, and a realm that digs 9 gets
// a warning without a line. `$N` messages go to the game master. Its faults can be switched on.
type tiny struct {
	name    string // "": tiny
	version int    // 0: 1
	inTurn  bool   // one realm after the other
	least   int    // realms that must have joined before anybody is asked
	due     game.Due
	holds   bool // a sheet says what its turn waits for
	hasty   bool // a turn is due at once when all have sent
	skips   bool // a turn is due as soon as somebody is away
	// "check", "resolve", "report": panics there; "broken": breaks the rules; "again", "ahead": the turn after is the
	// same, or the next but one; "shut", "other": the state after it does not open, or not as it was; "over": the turn
	// ends the game
	fault   string
	phases  bool  // to fly is of another mail phase
	agreed  bool  // all must dig equally deep, or contradict each other
	owes    bool  // and a realm that has reported nothing owes an answer
	adds    bool  // a later letter's orders come to those before
	picky   bool  // only attachments called list… are kept
	keeps   bool  // a letter without a depth leaves those in force
	free    []int // realms that may send orders and owe none
	secret  bool  // nobody else knows which
	legend  bool  // its worlds have a legend
	starts  bool  // it shows newcomers a first letter, and what they dig for
	adjusts bool  // to dig twice changes the report
	kinds   bool  // miners are of two kinds
	chart   bool  // its orders have settings: whether there is a map
	grows   bool  // in turn 1 there is room for two realms only
	shouts  bool  // a realm that digs 9 shouts, and all hear it; the treasuries are public
	reports int   // bytes of a report's text, about; 0: short
	facts   int   // bytes of a letter in a report as data; 0: none
	read    *int  // counts the lines of orders that are read
	noise   bool  // that letter is noise, which packs badly
}

func (g tiny) Name() string {
	if g.name == "" {
		return "tiny"
	}
	return g.name
}

func (g tiny) Version() int { return max(g.version, 1) }

func (g tiny) Tables(o []byte) ([]byte, error) {
	if strings.Contains(string(o), "wrong") {
		return nil, fmt.Errorf("wrong: no such number")
	}
	return []byte("# none\n" + strings.TrimPrefix(string(o), "# none\n")), nil
}

// Settled: how wide the mine is.
func (g tiny) Settled(founding, now []byte) error {
	if wide := []byte("wide"); bytes.Contains(founding, wide) != bytes.Contains(now, wide) {
		return fmt.Errorf("wide: a mine stays as wide as it is")
	}
	return nil
}

type dig int

func (d dig) Print(dst []byte) []byte { return fmt.Appendf(dst, "dig %d", int(d)) }

type twice int

func (d twice) Print(dst []byte) []byte { return fmt.Appendf(dst, "dig %d twice", int(d)) }

type fly struct{}

func (fly) Print(dst []byte) []byte { return append(dst, "fly"...) }

type hope struct{}

func (hope) Print(dst []byte) []byte { return append(dst, "hope"...) }

func (g tiny) Language() *orders.Language {
	line := func(text string) (orders.Order, []orders.Problem) {
		if g.read != nil {
			*g.read++
		}
		text = strings.TrimSpace(text)
		if text == "hope" {
			return hope{}, nil
		}
		if text == "fly" {
			return fly{}, nil
		}
		once := strings.TrimSuffix(text, " twice")
		n, err := strconv.Atoi(strings.TrimPrefix(once, "dig "))
		if err != nil || n < 1 {
			return nil, []orders.Problem{{Position: orders.Position{Col: 1}, Severity: orders.Error,
				What: phrase.P("bad-line", phrase.Str("example", "dig 3"))}}
		}
		if once != text {
			return twice(n), nil
		}
		return dig(n), nil
	}
	sections := []orders.Section{
		{Letter: 'A', Names: []string{"Arbeit", "Action"}, Kind: orders.Lines, Line: line},
		{Letter: 'N', Names: []string{"Nachrichten", "News"}, Kind: orders.Messages},
	}
	if g.chart {
		sections = append(sections, orders.Section{Letter: 'S', Names: []string{"Sonstiges", "Settings"},
			Kind: orders.Lines, Line: chartLine})
	}
	return &orders.Language{Sections: sections}
}

// chart is a line of settings: Karte ja, Karte nein.
type chart string

func (c chart) Print(dst []byte) []byte { return append(append(dst, "Karte "...), c...) }

func chartLine(text string) (orders.Order, []orders.Problem) {
	if value, is := strings.CutPrefix(strings.ToLower(text), "karte "); is && (value == "ja" || value == "nein") {
		return chart(value), nil
	}
	return nil, []orders.Problem{{Position: orders.Position{Col: 1}, Severity: orders.Error,
		What: phrase.P("bad-line", phrase.Str("example", "Karte ja"))}}
}

func (g tiny) Words(lang phrase.Lang) *phrase.Book {
	if lang == phrase.En {
		return tinyEn
	}
	return tinyDe
}

var tinyDe, tinyEn = tinyWords(phrase.De), tinyWords(phrase.En)

func tinyWords(lang phrase.Lang) *phrase.Book {
	own := `
game = "Graben"
game-turns = "Alle graben zugleich."
game-template = "Sie hat eine Zeile zum Graben."
game-cites = "Die Quittungen nennen sie mit §."
bad-line = "Das ist kein Befehl. Beispiel: {example}"
too-deep = "{n} ist zu tief, mehr als 9 geht nicht."
tired = "Zweimal geht nicht."
creaks = "Der Schacht knarrt."
not-yet = "Fliegen kann hier noch keiner."
dig = "Wir graben {n} tief."
luck = "Das gilt nur, wenn wir Glück haben."
will-if = "Vielleicht."
news = "Nachricht an den Spielleiter."
"kind-name.dwarf" = "Zwerge"
"kind-name.mole" = "Maulwürfe"
"kind-line.dwarf" = "graben gern"
"kind-line.mole" = "graben blind"
idle = "Keiner gräbt."
gold = "Im Schatz liegen {n}."
adjust = "dig 3 twice  der Bericht von Reich {n}"
found = "{n} gefunden."
shout = "{name} ruft aus der Tiefe."
dateline = "Die Lage in Stollen {turn}."
"public.gold" = "Gold"
"lesson.1" = "Graben. Grabt nicht tiefer als 9."
"lesson.2" = "Noch einmal graben."
`
	if lang == phrase.En {
		own = `
game = "Digging"
game-turns = "All dig at once."
game-template = "It has a line to dig with."
game-cites = "Receipts cite them with §."
bad-line = "That is no order. Example: {example}"
too-deep = "{n} is too deep, more than 9 is impossible."
tired = "Not twice."
creaks = "The shaft creaks."
not-yet = "Nobody flies here yet."
dig = "We dig {n} deep."
luck = "This counts only if we are lucky."
will-if = "Perhaps."
news = "A message to the game master."
"kind-name.dwarf" = "Dwarves"
"kind-name.mole" = "Moles"
"kind-line.dwarf" = "like to dig"
"kind-line.mole" = "dig blindly"
idle = "Nobody digs."
gold = "There is {n} in the treasury."
adjust = "dig 3 twice  the report of realm {n}"
found = "{n} found."
shout = "{name} shouts from the deep."
dateline = "How things stood in gallery {turn}."
"public.gold" = "gold"
"lesson.1" = "Dig. Do not dig deeper than 9."
"lesson.2" = "Dig once more."
`
	}
	b, err := phrase.Load(lang, orders.Texts(lang), []byte(own))
	if err != nil {
		panic(err)
	}
	return b
}

func (g tiny) Found(f game.Founding) (game.World, error) {
	return tinyWorld{rules: g, Turn: 1, Luck: f.Seed.Throw(0, 0, "luck").N(100)}, nil
}

func (g tiny) Open(state, _ []byte) (game.World, error) {
	w := tinyWorld{}
	if err := json.Unmarshal(state, &w); err != nil {
		return nil, err
	}
	w.rules = g
	switch {
	case g.fault == "shut" && w.Turn > 1:
		return nil, fmt.Errorf("the mine is shut")
	case g.fault == "other" && w.Turn > 1:
		w.Luck++
	}
	return w, nil
}

// OpenKnown: everybody knows everything.
func (g tiny) OpenKnown(known, tables []byte) (game.Known, error) { return g.Open(known, tables) }

type tinyWorld struct {
	rules tiny
	Turn  int
	Luck  int64
	Over  bool `json:",omitempty"`
	All   []tinyRealm
}

type tinyRealm struct {
	Name, Player string
	Lang         phrase.Lang
	Computer     game.Computer
	Gold         int64
	Fallen       bool
	Keepsake     []game.File // came with a sheet, goes out again with every report
}

func (w tinyWorld) State() []byte { return store.MustJSON(w) }

func (w tinyWorld) Known(int) []byte { return w.State() }

func (w tinyWorld) Asked() game.Asked {
	a := game.Asked{Turn: w.Turn, Phase: "orders", Over: w.Over, Free: w.rules.free, Secret: w.rules.secret}
	if len(w.All) < w.rules.least {
		return a
	}
	for i, r := range w.All {
		if !r.Fallen && (!w.rules.inTurn || (w.Turn-1)%len(w.All) == i) {
			a.Realms = append(a.Realms, i+1)
		}
	}
	return a
}

func (w tinyWorld) Title(lang phrase.Lang) string {
	if lang == phrase.En {
		return fmt.Sprintf("turn %d", w.Turn)
	}
	return fmt.Sprintf("Zug %d", w.Turn)
}

func (w tinyWorld) Kinds() []game.Choice {
	if !w.rules.kinds {
		return nil
	}
	return game.Choices([]string{"dwarf", "mole"}, "kind-name", "kind-line")
}

func (w tinyWorld) Cultures() []game.Choice { return nil }

func (w tinyWorld) Realms() []game.Realm {
	var out []game.Realm
	for i, r := range w.All {
		out = append(out, game.Realm{Number: i + 1, Name: r.Name, Player: r.Player, Lang: r.Lang, Computer: r.Computer,
			Zip: r.Player == "Zipper", Fallen: r.Fallen})
	}
	return out
}

func (w tinyWorld) Join(j game.Joining, s game.Seed) (game.World, int, error) {
	if w.rules.grows && w.Turn == 1 && len(w.All) == 2 {
		return nil, 0, fmt.Errorf("the mine has no shaft left")
	}
	j, err := j.Named(len(w.All)+1, w.Realms())
	if err != nil {
		return nil, 0, err
	}
	w.All = append(slices.Clone(w.All), tinyRealm{Name: j.Name, Player: j.Player, Lang: j.Lang, Computer: j.Computer,
		Gold: s.Throw(0, 0, "join", int64(len(w.All)+1)).N(10)})
	return w, len(w.All), nil
}

func (w tinyWorld) HandOver(realm int, to game.Player) game.World {
	w.All = slices.Clone(w.All)
	r := &w.All[realm-1]
	r.Player, r.Lang, r.Computer = to.Name, cmp.Or(to.Lang, r.Lang), cmp.Or(to.Computer, r.Computer)
	return w
}

func (w tinyWorld) Standings() (s game.Standings) {
	s.Columns, s.Players = []string{"gold"}, w.rules.shouts
	for i, r := range w.All {
		s.Rows = append(s.Rows, game.Standing{Realm: i + 1, Name: r.Name, Fallen: r.Fallen, Numbers: []int64{r.Gold}})
	}
	s.Rows = game.Ranked(s.Rows, func(a, b game.Standing) int { return cmp.Compare(b.Numbers[0], a.Numbers[0]) })
	return s
}

// News are shouts, which all hear, and by mistake what each has found.
func (w tinyWorld) News() []string { return []string{"found", "shout"} }

func (w tinyWorld) Template(realm int) string {
	return fmt.Sprintf("$A\n; dig %d\n", realm)
}

func (w tinyWorld) Welcome(realm int) game.Report {
	return game.Report{Realm: realm, Name: "ERGEBNIS.TXT", Text: []byte("Willkommen!\n"),
		Summary: []byte("Willkommen!\n")}
}

// FirstLetter digs as deep as the realm's number; the fault "first" panics.
func (w tinyWorld) FirstLetter(realm int) string {
	switch {
	case w.rules.fault == "first":
		panic("no first letter")
	case !w.rules.starts:
		return ""
	}
	return fmt.Sprintf("$A\ndig %d ; carefully\n\n$E\n", realm)
}

// Aims: gold.
func (w tinyWorld) Aims(realm int) []string {
	if !w.rules.starts {
		return nil
	}
	return []string{fmt.Sprintf("Realm %d digs for gold.", realm)}
}

// Adjustments: one, to dig twice.
func (w tinyWorld) Adjustments(realm int) []game.Adjustment {
	if !w.rules.adjusts {
		return nil
	}
	return []game.Adjustment{{Setting: "twice", Line: phrase.P("adjust", phrase.Num("n", realm)),
		Uses: func(o orders.Order) bool {
			_, is := o.(twice)
			return is
		}}}
}

// Legend: in the player's language, with the realm's name; the fault "legend" panics.
func (w tinyWorld) Legend(realm int) []byte {
	switch {
	case w.rules.fault == "legend":
		panic("no legend")
	case !w.rules.legend:
		return nil
	case w.All[realm-1].Lang == phrase.En:
		return fmt.Appendf(nil, "GP: gold pieces of %s\n", w.All[realm-1].Name)
	}
	return fmt.Appendf(nil, "GS: Goldstücke von %s\n", w.All[realm-1].Name)
}

// Keeps: keepsakes of all kinds, or, if the miners are picky, only lists.
func (w tinyWorld) Keeps(f game.File) bool {
	return !w.rules.picky || strings.HasPrefix(f.Name, "list")
}

func (w tinyWorld) Merge(earlier, later game.Sheet) game.Sheet {
	if w.rules.adds {
		later.Text = earlier.Text + later.Text
	}
	if w.rules.keeps && !strings.Contains(later.Text, "dig") {
		later.Text = earlier.Text + later.Text
	}
	return later
}

// digs returns the good orders of a sheet, and what is wrong with the others.
func (w tinyWorld) digs(s game.Sheet) (good []orders.Line, file *orders.File) {
	file = w.rules.Language().Parse(s.Text)
	for _, l := range file.Lines {
		if d, ok := l.Order.(dig); ok && d > 9 {
			file.Problems = append(file.Problems,
				orders.Problem{Position: l.Position, Severity: orders.Error,
					What: phrase.P("too-deep", phrase.Num("n", int(d)))})
			continue
		}
		problem := orders.Problem{Position: l.Position, Severity: orders.Error, What: phrase.P("tired")}
		switch o := l.Order.(type) {
		case twice:
			file.Problems = append(file.Problems, problem)
			l.Order = dig(o)
		case fly:
			problem.Severity, problem.What = orders.Warning, phrase.P(game.NotYet)
			file.Problems = append(file.Problems, problem)
			continue
		}
		good = append(good, l)
	}
	return good, file
}

func (w tinyWorld) Check(s game.Sheet) game.Checked {
	if w.rules.fault == "check" && strings.Contains(s.Text, "dig 7") {
		panic("seven is unlucky")
	}
	good, file := w.digs(s)
	c := game.Checked{Problems: file.Problems}
	for _, l := range good {
		what := phrase.P("news")
		if _, ok := l.Order.(hope); ok {
			what = phrase.P(game.WillIf)
			c.Problems = append(c.Problems, orders.Problem{Position: l.Position, Severity: orders.Warning,
				What: phrase.P("creaks")}, orders.Problem{Position: l.Position, Severity: orders.Warning,
				What: phrase.P("luck")})
		}
		if d, ok := l.Order.(dig); ok {
			what = phrase.P("dig", phrase.Num("n", int(d)))
			if d == 9 {
				c.Problems = append(c.Problems, orders.Problem{Severity: orders.Warning, What: phrase.P("creaks")})
			}
		}
		c.InForce = append(c.InForce, game.InForce{Line: l.Line, What: what})
		if m, ok := l.Order.(orders.Message); ok && m.To == "M" {
			c.Letters = append(c.Letters, game.Letter{Line: l.Line, Text: m.Text})
		}
	}
	if len(good) == 0 {
		c.Idle = []phrase.Phrase{phrase.P("idle")}
	}
	if s.Realm > 0 {
		c.Outlook = []phrase.Phrase{phrase.P("gold", phrase.Num("n", w.All[s.Realm-1].Gold))}
	}
	c.Adds = w.rules.adds
	if w.rules.phases && strings.Contains(s.Text, "fly") {
		c.From = s.Turn + 1
	}
	if w.rules.holds {
		c.Holds = phrase.P("creaks")
	}
	return c
}

// Compare tells each realm that digs to another depth than realm 1 what realm 1 does. It tells realm 1 the same about
// the last of them.
func (w tinyWorld) Compare(in []game.Sheet) (out []game.Crossing) {
	if !w.rules.agreed {
		return nil
	}
	deep := make([]int, len(w.All)+1)
	for _, s := range in {
		good, _ := w.digs(s)
		for _, l := range good {
			if d, ok := l.Order.(dig); ok {
				deep[s.Realm] = int(d)
			}
		}
	}
	for n := 2; n < len(deep); n++ {
		accord := game.Contradicted
		switch {
		case w.rules.owes && deep[1] != deep[n] && (deep[1] == 0 || deep[n] == 0):
			teller, silent := 1, n
			if deep[1] == 0 {
				teller, silent = n, 1
			}
			what := phrase.P("dig", phrase.Num("n", deep[teller]))
			out = append(out, game.Crossing{Realm: teller, About: n, Accord: game.Untold, What: what},
				game.Crossing{Realm: silent, About: n, Accord: game.Untold, Owes: true, What: what})
			continue
		case deep[1] == 0 || deep[n] == 0:
			out = append(out, game.Crossing{Realm: 0, About: n, Accord: game.Untold, What: phrase.P("idle")})
			continue
		case deep[1] == deep[n]:
			accord = game.Settled
		}
		out = append(out, game.Crossing{Realm: 1, About: n, Accord: accord,
			What: phrase.P("dig", phrase.Num("n", deep[n]))},
			game.Crossing{Realm: n, About: n, Accord: accord, What: phrase.P("dig", phrase.Num("n", deep[1]))},
			game.Crossing{Realm: 0, About: n, Accord: accord, What: phrase.P("idle")})
	}
	return out
}

func (w tinyWorld) Due(in []game.Sheet) game.Due {
	if w.rules.skips && slices.ContainsFunc(in, func(s game.Sheet) bool { return s.Absent }) {
		return game.Now
	}
	if w.rules.hasty && len(in) >= len(w.Asked().Realms) {
		return game.Now
	}
	return w.rules.due
}

func (w tinyWorld) Broken() []string {
	for _, r := range w.All {
		if r.Gold < 0 {
			return []string{r.Name + " owes gold"}
		}
	}
	return nil
}

func (w tinyWorld) Resolve(in []game.Sheet, seed game.Seed) game.Outcome {
	if w.rules.fault == "resolve" {
		panic("the mine caves in")
	}
	was := w
	w.All = slices.Clone(w.All)
	out := tinyOutcome{was: was}
	for _, s := range in {
		good, _ := w.digs(s)
		for _, l := range good {
			switch o := l.Order.(type) {
			case orders.Message:
				out.notices = append(out.notices, game.Notice{Realm: s.Realm, Text: o.Text})
			case dig:
				found := int64(o) + seed.Throw(w.Turn, 0, "dig", int64(s.Realm), int64(l.Position.Line)).Between(1, 6)
				w.All[s.Realm-1].Gold += found
				out.events = append(out.events,
					game.Event{Phase: "dig", Realms: []int{s.Realm}, Phrase: phrase.P("found", phrase.Num("n", found))})
				if o == 9 && w.rules.shouts {
					out.events = append(out.events, game.Event{Phase: "dig", Realms: out.Realms(),
						Phrase: phrase.P("shout", phrase.Str("name", w.All[s.Realm-1].Name))})
				}
			}
		}
		if len(s.Files) > 0 && s.Realm > 0 {
			w.All[s.Realm-1].Keepsake = []game.File{{Name: s.Files[0].Name, Type: s.Files[0].Type, Sum: s.Files[0].Sum}}
		}
	}
	w.Over = w.rules.fault == "over"
	if w.rules.fault == "broken" {
		w.All[0].Gold = -1
	}
	switch w.rules.fault {
	case "again":
	case "ahead":
		w.Turn += 2
	default:
		w.Turn++
	}
	out.next = w
	return out
}

type tinyOutcome struct {
	was, next tinyWorld
	events    []game.Event
	notices   []game.Notice
}

func (o tinyOutcome) Next() game.World { return o.next }

func (o tinyOutcome) HandOver(realm int, to game.Player) game.Outcome {
	o.next = o.next.HandOver(realm, to).(tinyWorld)
	return o
}

func (o tinyOutcome) Events() []game.Event { return o.events }

func (o tinyOutcome) ToMaster() []game.Notice { return o.notices }

func (o tinyOutcome) Refused(int) []orders.Problem { return nil }

func (o tinyOutcome) Realms() []int { return o.was.Asked().Realms }

func (o tinyOutcome) Report(realm int) game.Report {
	if o.was.rules.fault == "report" {
		panic("no ink")
	}
	r := o.next.All[realm-1]
	text, summary := fmt.Appendf(nil, "Zug %d. Im Schatz: %d\n", o.was.Turn, r.Gold), fmt.Appendf(nil,
		"Du hast %d Gold.\n", r.Gold)
	if r.Lang == phrase.En {
		text, summary = fmt.Appendf(nil, "Turn %d. In the treasury: %d\n", o.was.Turn, r.Gold), fmt.Appendf(nil,
			"You have %d gold, %s.\n", r.Gold, r.Player)
	}
	for i := 0; len(text) < o.was.rules.reports; i++ {
		text = fmt.Appendf(text, "K.M %3d : %2d/%3d : tla 1 STD I 1:---- 2:---- 3:---- Reich %d\n", i%999, i%40, i%17-8,
			realm)
	}
	return game.Report{Realm: realm, Name: "ERGEBNIS.TXT", Text: text, Summary: summary, Files: r.Keepsake}
}
