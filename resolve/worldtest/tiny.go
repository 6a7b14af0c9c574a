package worldtest

import (
	"bytes"
	"cmp"
	"encoding/hex"
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

// Tiny is a game for tests: realms dig for gold, `$A` with lines `dig N`, N from 1 to 9. They find N plus a die of
// six. `dig N twice` digs once, and `fly` is read and not played. `hope` depends on luck, and a realm that digs 9 gets
// a warning without a line. `$N` messages go to the game master. Its faults can be switched on.
type Tiny struct {
	name    string // "": tiny
	Edition int    // 0: 1
	InTurn  bool   // one realm after the other
	Least   int    // realms that must have joined before anybody is asked
	Due     game.Due
	Holds   bool // a sheet says what its turn waits for
	Hasty   bool // a turn is due at once when all have sent
	Skips   bool // a turn is due as soon as somebody is away
	// "check", "resolve", "report": panics there; "broken": breaks the rules; "again", "ahead": the turn after is the
	// same, or the next but one; "shut", "other": the state after it does not open, or not as it was; "over": the turn
	// ends the game; "won": and the first two realms have won it
	Fault   string
	Phases  bool  // to fly is of another mail phase
	Agreed  bool  // all must dig equally deep, or contradict each other
	Owes    bool  // and a realm that has reported nothing owes an answer
	Adds    bool  // a later letter's orders come to those before
	NoData  bool  // it gives no data of reports
	Picky   bool  // only attachments called list… are kept
	Keeps   bool  // a letter without a depth leaves those in force
	Free    []int // realms that may send orders and owe none
	Secret  bool  // nobody else knows which
	Legend  bool  // its worlds have a legend
	Starts  bool  // it shows newcomers a first letter, and what they dig for
	Adjusts bool  // to dig twice changes the report
	kinds   bool  // miners are of two kinds
	Chart   bool  // its orders have settings: whether there is a map
	Clients bool  // its players' programs write heads of their own, below which `$A` begins
	Sees    int   // fields that each realm sees
	Grows   bool  // in turn 1 there is room for two realms only
	Shouts  bool  // a realm that digs 9 shouts, and all hear it; the treasuries are public
	Reports int   // bytes of a report's text, about; 0: short
	Facts   int   // bytes of a letter in a report as data; 0: none
	Read    *int  // counts the lines of orders that are read
	Noise   bool  // that letter is noise, which packs badly
	// is called with the sheets of each turn that is played, and may panic; nil: nothing is
	Played func([]game.Sheet)
	// as makes a world of rules that are built on these; nil: it is one of these alone
	as func(TinyWorld) game.World
}

func (g Tiny) Name() string {
	if g.name == "" {
		return "tiny"
	}
	return g.name
}

func (g Tiny) Version() int { return max(g.Edition, 1) }

func (g Tiny) Tables(o []byte) ([]byte, error) {
	if strings.Contains(string(o), "wrong") {
		return nil, fmt.Errorf("wrong: no such number")
	}
	return []byte("# none\n" + strings.TrimPrefix(string(o), "# none\n")), nil
}

// Settled: how wide the mine is.
func (g Tiny) Settled(founding, now []byte) ([]byte, error) {
	if wide := []byte("wide"); bytes.Contains(founding, wide) != bytes.Contains(now, wide) {
		return nil, fmt.Errorf("wide: a mine stays as wide as it is")
	}
	return now, nil
}

type Dig int

func (d Dig) Print(dst []byte, _ phrase.Lang) []byte { return fmt.Appendf(dst, "dig %d", int(d)) }

type twice int

func (d twice) Print(dst []byte, _ phrase.Lang) []byte {
	return fmt.Appendf(dst, "dig %d twice", int(d))
}

type fly struct{}

func (fly) Print(dst []byte, _ phrase.Lang) []byte { return append(dst, "fly"...) }

type hope struct{}

func (hope) Print(dst []byte, _ phrase.Lang) []byte { return append(dst, "hope"...) }

// tinyLanguages are those without a counter, by whether they have a section of settings.
var tinyLanguages = map[bool]*orders.Language{false: Tiny{}.language(), true: Tiny{Chart: true}.language()}

func (g Tiny) Language() *orders.Language {
	if g.Read == nil && !g.Clients {
		return tinyLanguages[g.Chart]
	}
	return g.language()
}

func (g Tiny) language() *orders.Language {
	line := func(text string) (orders.Order, []orders.Problem) {
		if g.Read != nil {
			*g.Read++
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
		return Dig(n), nil
	}
	sections := []orders.Section{
		{Letter: 'A', Names: []string{"Arbeit", "Action"}, Kind: orders.Lines, Line: line},
		{Letter: 'N', Names: []string{"Nachrichten", "News"}, Kind: orders.Messages},
	}
	if g.Chart {
		sections = append(sections, orders.Section{Letter: 'S', Names: []string{"Sonstiges", "Settings"},
			Kind: orders.Lines, Line: chartLine})
	}
	l := &orders.Language{Sections: sections}
	if g.Clients {
		l.Opens = 'A'
		l.Clients = []orders.Client{{Head: `ERESSEA {faction} "{password}"`, End: "NÄCHSTER"}, {Head: `#atlantis {faction} "{password}"`, End: "#end"}}
	}
	return l
}

// chart is a line of settings: Karte ja, Karte nein.
type chart string

func (c chart) Print(dst []byte, _ phrase.Lang) []byte { return append(append(dst, "Karte "...), c...) }

func chartLine(text string) (orders.Order, []orders.Problem) {
	if value, is := strings.CutPrefix(strings.ToLower(text), "karte "); is && (value == "ja" || value == "nein") {
		return chart(value), nil
	}
	return nil, []orders.Problem{{Position: orders.Position{Col: 1}, Severity: orders.Error,
		What: phrase.P("bad-line", phrase.Str("example", "Karte ja"))}}
}

func (g Tiny) Words(lang phrase.Lang) *phrase.Book {
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
game-what = "Graben ist ein Spiel um Gold. Alle graben zugleich. Tiefer als neun geht es nicht."
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
game-what = "Digging is a game about gold. All dig at once. Nobody digs deeper than nine."
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

func (g Tiny) Found(f game.Founding) (game.World, error) {
	return TinyWorld{rules: g, Turn: 1, Luck: f.Seed.Throw(0, 0, "luck").N(100)}.made(), nil
}

// made is the world as its rules have it.
func (w TinyWorld) made() game.World {
	if w.rules.as == nil {
		return w
	}
	return w.rules.as(w)
}

func (g Tiny) Open(state, _ []byte) (game.World, error) {
	w := TinyWorld{}
	if err := json.Unmarshal(state, &w); err != nil {
		return nil, err
	}
	w.rules = g
	switch {
	case g.Fault == "shut" && w.Turn > 1:
		return nil, fmt.Errorf("the mine is shut")
	case g.Fault == "other" && w.Turn > 1:
		w.Luck++
	}
	return w.made(), nil
}

func (g Tiny) Repeats([]byte) bool { return g.Fault != "chance" }

func (g Tiny) SizeFor(int) (width, height int, ok bool) { return 0, 0, true }

func (g Tiny) Days() int { return 0 }

func (g Tiny) Sets() []string { return nil }

func (g Tiny) Bot() game.Bot { return nil }

func (g Tiny) Reword(*game.Facts, phrase.Lang) {}

// OpenKnown: everybody knows everything.
func (g Tiny) OpenKnown(known, tables []byte) (game.Known, error) { return g.Open(known, tables) }

type TinyWorld struct {
	rules Tiny
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

func (w TinyWorld) State() []byte { return store.MustJSON(w) }

func (w TinyWorld) Known(int) []byte { return w.State() }

func (w TinyWorld) Asked() game.Asked {
	a := game.Asked{Turn: w.Turn, Phase: "orders", Over: w.Over, Free: w.rules.Free, Secret: w.rules.Secret}
	if len(w.All) < w.rules.Least {
		return a
	}
	if w.Over && w.rules.Fault == "won" {
		a.Winners = []int{1, 2}
	}
	for i, r := range w.All {
		if !r.Fallen && (!w.rules.InTurn || (w.Turn-1)%len(w.All) == i) {
			a.Realms = append(a.Realms, i+1)
		}
	}
	return a
}

func (w TinyWorld) Title(lang phrase.Lang) string {
	if lang == phrase.En {
		return fmt.Sprintf("turn %d", w.Turn)
	}
	return fmt.Sprintf("Zug %d", w.Turn)
}

func (w TinyWorld) Kinds() []game.Choice {
	if !w.rules.kinds {
		return nil
	}
	return game.Choices([]string{"dwarf", "mole"}, "kind-name", "kind-line")
}

func (w TinyWorld) Cultures() []game.Choice { return nil }

func (w TinyWorld) Realms() []game.Realm {
	var out []game.Realm
	for i, r := range w.All {
		out = append(out, game.Realm{Number: i + 1, Name: r.Name, Player: r.Player, Lang: r.Lang, Computer: r.Computer,
			Zip: r.Player == "Zipper", Fallen: r.Fallen})
	}
	return out
}

func (w TinyWorld) Join(j game.Joining, s game.Seed) (game.World, int, error) {
	if w.rules.Grows && w.Turn == 1 && len(w.All) == 2 {
		return nil, 0, fmt.Errorf("the mine has no shaft left")
	}
	j, err := j.Named(len(w.All)+1, w.Realms())
	if err != nil {
		return nil, 0, err
	}
	w.All = append(slices.Clone(w.All), tinyRealm{Name: j.Name, Player: j.Player, Lang: j.Lang, Computer: j.Computer,
		Gold: s.Throw(0, 0, "join", int64(len(w.All)+1)).N(10)})
	return w.made(), len(w.All), nil
}

func (w TinyWorld) HandOver(realm int, to game.Player) game.World { return w.handed(realm, to).made() }

func (w TinyWorld) handed(realm int, to game.Player) TinyWorld {
	w.All = slices.Clone(w.All)
	r := &w.All[realm-1]
	r.Player, r.Lang, r.Computer = to.Name, cmp.Or(to.Lang, r.Lang), cmp.Or(to.Computer, r.Computer)
	return w
}

func (w TinyWorld) Standings() *game.Standings {
	s := &game.Standings{}
	s.Columns, s.Players = []string{"gold"}, w.rules.Shouts
	for i, r := range w.All {
		s.Rows = append(s.Rows, game.Standing{Realm: i + 1, Name: r.Name, Fallen: r.Fallen, Numbers: []int64{r.Gold}})
	}
	s.Rows = game.Ranked(s.Rows, func(a, b game.Standing) int { return cmp.Compare(b.Numbers[0], a.Numbers[0]) })
	return s
}

// News are shouts, which all hear, and by mistake what each has found.
func (w TinyWorld) News() []string { return []string{"found", "shout"} }

func (w TinyWorld) Template(realm int) string {
	return fmt.Sprintf("$A\n; dig %d\n", realm)
}

func (w TinyWorld) Welcome(realm int, _ *game.Shown) game.Report {
	return game.Report{Realm: realm, Name: "ERGEBNIS.TXT", Text: []byte("Willkommen!\n"),
		Summary: []byte("Willkommen!\n")}
}

// FirstLetter digs as deep as the realm's number; the fault "first" panics.
func (w TinyWorld) FirstLetter(realm int) string {
	switch {
	case w.rules.Fault == "first":
		panic("no first letter")
	case !w.rules.Starts:
		return ""
	}
	return fmt.Sprintf("$A\ndig %d ; carefully\n\n$E\n", realm)
}

// Chart: a row of fields, if the miners see any.
func (w TinyWorld) Chart(int, phrase.Lang) *game.Chart {
	if w.rules.Sees == 0 {
		return nil
	}
	c := &game.Chart{Terrains: []game.ChartTerrain{{Code: "pit", Name: "pit", Rim: "#000000", Fill: "#ffffff"}}}
	for i := range w.rules.Sees {
		c.Cells = append(c.Cells, game.ChartCell{H: 2 * i, Label: game.Counted(i, 0)})
	}
	return c
}

func (w TinyWorld) Verbs() []game.Verb { return nil }

func (w TinyWorld) Edit(string, []string) (game.World, []game.Event, error) {
	return nil, nil, fmt.Errorf("nobody reaches into the mine")
}

func (w TinyWorld) Counts(int) []game.Count { return nil }

func (w TinyWorld) Fights() []string { return nil }

// Guide: to dig for gold, and a legend with the realm's name; the fault "legend" panics.
func (w TinyWorld) Guide(realm int, lang phrase.Lang) (g game.Guide) {
	if w.rules.Starts {
		g.Goal = fmt.Sprintf("Realm %d digs for gold.", realm)
	}
	switch {
	case w.rules.Fault == "legend":
		panic("no legend")
	case !w.rules.Legend:
	case lang == phrase.En:
		g.Legend = fmt.Appendf(nil, "GP: gold pieces of %s\n", w.All[realm-1].Name)
	default:
		g.Legend = fmt.Appendf(nil, "GS: Goldstücke von %s\n", w.All[realm-1].Name)
	}
	return g
}

// Adjustments: one, to dig twice.
func (w TinyWorld) Adjustments(realm int) []game.Adjustment {
	if !w.rules.Adjusts {
		return nil
	}
	return []game.Adjustment{{Setting: "twice", Line: phrase.P("adjust", phrase.Num("n", realm)),
		Uses: func(o orders.Order) bool {
			_, is := o.(twice)
			return is
		}}}
}

// Keeps: keepsakes of all kinds, or, if the miners are picky, only lists.
func (w TinyWorld) Keeps(f game.File) bool {
	return !w.rules.Picky || strings.HasPrefix(f.Name, "list")
}

func (w TinyWorld) Merge(earlier, later game.Sheet) game.Sheet {
	if w.rules.Adds {
		later.Text = earlier.Text + later.Text
	}
	if w.rules.Keeps && !strings.Contains(later.Text, "dig") {
		later.Text = earlier.Text + later.Text
	}
	return later
}

// digs returns the good orders of a sheet, and what is wrong with the others.
func (w TinyWorld) digs(s game.Sheet) (good []orders.Line, file *orders.File) {
	read := *s.Orders(w.rules.Language())
	file, read.Problems = &read, slices.Clip(read.Problems)
	for _, l := range file.Lines {
		if d, ok := l.Order.(Dig); ok && d > 9 {
			file.Problems = append(file.Problems,
				orders.Problem{Position: l.Position, Severity: orders.Error,
					What: phrase.P("too-deep", phrase.Num("n", int(d)))})
			continue
		}
		problem := orders.Problem{Position: l.Position, Severity: orders.Error, What: phrase.P("tired")}
		switch o := l.Order.(type) {
		case twice:
			file.Problems = append(file.Problems, problem)
			l.Order = Dig(o)
		case fly:
			problem.Severity, problem.What = orders.Warning, phrase.P(game.NotYet)
			file.Problems = append(file.Problems, problem)
			continue
		}
		good = append(good, l)
	}
	return good, file
}

func (w TinyWorld) Check(s game.Sheet) game.Checked {
	if w.rules.Fault == "check" && strings.Contains(s.Text, "dig 7") {
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
		if d, ok := l.Order.(Dig); ok {
			what = phrase.P("dig", phrase.Num("n", int(d)))
			if d == 9 {
				c.Problems = append(c.Problems, orders.Problem{Severity: orders.Warning, What: phrase.P("creaks")})
			}
		}
		c.InForce = append(c.InForce, game.InForce{Line: l.Line, What: what})
		if m, ok := l.Order.(orders.Message); ok && m.To == "M" {
			c.Letters = append(c.Letters, game.MasterMessage{Line: l.Line, Text: m.Text})
		}
	}
	if len(good) == 0 {
		c.Idle = []phrase.Phrase{phrase.P("idle")}
	}
	if s.Realm > 0 {
		c.Outlook = []phrase.Phrase{phrase.P("gold", phrase.Num("n", w.All[s.Realm-1].Gold))}
	}
	c.Adds = w.rules.Adds
	if w.rules.Phases && strings.Contains(s.Text, "fly") {
		c.From = s.Turn + 1
	}
	if w.rules.Holds {
		c.Holds = phrase.P("creaks")
	}
	return c
}

// Compare tells each realm that digs to another depth than realm 1 what realm 1 does. It tells realm 1 the same about
// the last of them.
func (w TinyWorld) Compare(in []game.Sheet) (out []game.Crossing) {
	if !w.rules.Agreed {
		return nil
	}
	deep := make([]int, len(w.All)+1)
	for _, s := range in {
		good, _ := w.digs(s)
		for _, l := range good {
			if d, ok := l.Order.(Dig); ok {
				deep[s.Realm] = int(d)
			}
		}
	}
	for n := 2; n < len(deep); n++ {
		accord := game.Contradicted
		switch {
		case w.rules.Owes && deep[1] != deep[n] && (deep[1] == 0 || deep[n] == 0):
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

func (w TinyWorld) Due(in []game.Sheet) game.Due {
	if w.rules.Skips && slices.ContainsFunc(in, func(s game.Sheet) bool { return s.Absent }) {
		return game.Now
	}
	if w.rules.Hasty && len(in) >= len(w.Asked().Realms) {
		return game.Now
	}
	return w.rules.Due
}

func (w TinyWorld) Broken() []string {
	for _, r := range w.All {
		if r.Gold < 0 {
			return []string{r.Name + " owes gold"}
		}
	}
	return nil
}

func (w TinyWorld) Resolve(in []game.Sheet, seed game.Seed, _ int, edits []game.Event) game.Outcome {
	if w.rules.Fault == "resolve" {
		panic("the mine caves in")
	}
	if w.rules.Played != nil {
		w.rules.Played(in)
	}
	was := w
	w.All = slices.Clone(w.All)
	out := TinyOutcome{was: was, events: edits}
	for _, s := range in {
		good, _ := w.digs(s)
		for _, l := range good {
			switch o := l.Order.(type) {
			case orders.Message:
				out.notices = append(out.notices, game.Notice{Realm: s.Realm, Text: o.Text})
			case Dig:
				found := int64(o) + seed.Throw(w.Turn, 0, "dig", int64(s.Realm), int64(l.Position.Line)).Between(1, 6)
				w.All[s.Realm-1].Gold += found
				out.events = append(out.events,
					game.Event{Phase: "dig", Realms: []int{s.Realm}, Phrase: phrase.P("found", phrase.Num("n", found))})
				if o == 9 && w.rules.Shouts {
					out.events = append(out.events, game.Event{Phase: "dig", Realms: out.Realms(),
						Phrase: phrase.P("shout", phrase.Str("name", w.All[s.Realm-1].Name))})
				}
			}
		}
		if len(s.Files) > 0 && s.Realm > 0 {
			w.All[s.Realm-1].Keepsake = []game.File{{Name: s.Files[0].Name, Type: s.Files[0].Type, Sum: s.Files[0].Sum}}
		}
	}
	w.Over = w.rules.Fault == "over" || w.rules.Fault == "won"
	if w.rules.Fault == "broken" {
		w.All[0].Gold = -1
	}
	switch w.rules.Fault {
	case "again":
	case "ahead":
		w.Turn += 2
	default:
		w.Turn++
	}
	out.After = w
	return out
}

type TinyOutcome struct {
	was, After TinyWorld
	events     []game.Event
	notices    []game.Notice
}

func (o TinyOutcome) Next() game.World { return o.After.made() }

func (o TinyOutcome) HandOver(realm int, to game.Player) game.Outcome {
	o.After = o.After.handed(realm, to)
	return o
}

func (o TinyOutcome) Annals() *game.Annals { return game.AnnalsOf(o.events) }

func (o TinyOutcome) ToMaster() []game.Notice { return o.notices }

func (o TinyOutcome) Refused(int) []orders.Problem { return nil }

func (o TinyOutcome) Realms() []int { return o.was.Asked().Realms }

func (o TinyOutcome) Report(realm int, _ *game.Shown) game.Report {
	if o.was.rules.Fault == "report" {
		panic("no ink")
	}
	r := o.After.All[realm-1]
	text, summary := fmt.Appendf(nil, "Zug %d. Im Schatz: %d\n", o.was.Turn, r.Gold), fmt.Appendf(nil,
		"Du hast %d Gold.\n", r.Gold)
	if r.Lang == phrase.En {
		text, summary = fmt.Appendf(nil, "Turn %d. In the treasury: %d\n", o.was.Turn, r.Gold), fmt.Appendf(nil,
			"You have %d gold, %s.\n", r.Gold, r.Player)
	}
	for i := 0; len(text) < o.was.rules.Reports; i++ {
		text = fmt.Appendf(text, "K.M %3d : %2d/%3d : tla 1 STD I 1:---- 2:---- 3:---- Reich %d\n", i%999, i%40, i%17-8,
			realm)
	}
	return game.Report{Realm: realm, Name: "ERGEBNIS.TXT", Text: text, Summary: summary, Files: r.Keepsake}
}

// Set switches one of the rules' ways on.
func (g *Tiny) Set(way string) bool {
	switches := map[string]func(){
		"agreed": func() { g.Agreed = true }, "owes": func() { g.Owes = true }, "adds": func() { g.Adds = true },
		"keeps": func() { g.Keeps = true }, "phases": func() { g.Phases = true }, "holds": func() { g.Holds = true },
		"legend": func() { g.Legend = true }, "adjusts": func() { g.Adjusts = true },
		"shouts": func() { g.Shouts = true },
		"chart":  func() { g.Chart = true }, "picky": func() { g.Picky = true }, "inturn": func() { g.InTurn = true },
		"byhand": func() { g.Due = game.ByHand }, "notbefore": func() { g.Due = game.NotBefore },
		"free1": func() { g.Free = []int{1} },
		"kinds": func() { g.kinds = true }, "starts": func() { g.Starts = true },
	}
	if f, is := switches[way]; is {
		f()
		return true
	}
	return false
}

// Facts of the report 0: the treasury.
func (w TinyWorld) Facts(realm int) *game.Facts {
	if realm < 1 || realm > len(w.All) || w.rules.NoData {
		return nil
	}
	r := w.All[realm-1]
	return &game.Facts{Schema: game.FactsSchema, Rulebook: "tiny", Rules: w.rules.Version(), Title: w.Title(r.Lang),
		Lang: r.Lang, Realm: game.FactRealm{Number: realm, Name: r.Name, Player: r.Player},
		Refused: []game.FactRefused{}, Weeks: []game.FactWeek{}, Realms: []game.FactRealm{}, Fields: []game.FactField{},
		Armies: []game.FactArmy{}, Letters: []game.FactLetter{},
		Money: []game.FactMoney{{Kind: "treasury", Code: "gold", Amount: r.Gold, Text: "Gold"}}}
}

// Facts: what was found, and what is in the treasury now.
func (o TinyOutcome) Facts(realm int) *game.Facts {
	if o.was.rules.Fault == "facts" {
		panic("no facts")
	}
	f := o.After.Facts(realm)
	if f == nil {
		return nil
	}
	f.Turn, f.Title = o.was.Turn, o.was.Title(f.Lang)
	f.Week(0)
	for _, e := range o.events {
		if e.Realms[0] == realm {
			said := game.Said{Code: e.Code, Args: map[string]game.FactValue{"n": {Number: e.Args[0].N}},
				Text: o.was.rules.Words(f.Lang).Say(e.Phrase)}
			f.Weeks[0].Events = append(f.Weeks[0].Events, game.FactEvent{Phase: e.Phase, Said: said})
		}
	}
	if n := o.was.rules.Facts; n > 0 {
		text := strings.Repeat("x", n)
		if o.was.rules.Noise {
			text = hex.EncodeToString(Noise(n/2, 1))
		}
		f.Letters = append(f.Letters, game.FactLetter{Text: text})
	}
	return f
}
