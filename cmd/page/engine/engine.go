// Package engine is the rules as a player's page asks them. It says what the machine's receipt will say of a text, over
// what the realm knows (law 8), and what can be ordered. It also plays practice games and checks public files. It has
// no clock, network or store: of resolve it imports only what opens none. Long work asks again and again whether to go
// on, since a call in a page blocks the next one. Begin with Engine.
package engine

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Engine answers for one rulebook, and about one table at a time.
type Engine struct {
	rules game.Rulebook
	laid  *laid // nil: no table is open

	proving *proving // nil: no public file

	recall   *orders.Memory // the lines that were read: of a text that changes, most were read before
	recalled int            // how many bytes it has read
	forms    map[formKey]formed
}

// New returns an engine without a table.
func New(rules game.Rulebook) *Engine { return &Engine{rules: rules, forms: map[formKey]formed{}} }

// laid is an open table.
type laid struct {
	table game.Table
	facts json.RawMessage // of the table, which are read when they are needed
	known game.Known
	lang  phrase.Lang
}

// The maximum size, in bytes, of what is opened and checked.
const (
	mostTable = 8 << 20
	mostText  = 1 << 20
)

// provesFor is for how many milliseconds a public file is played before the page hears how far it is.
const provesFor = 200

// Fault says why there is no answer, by a code for which the page has words.
type Fault struct {
	Code string            `json:"code"`
	Args map[string]string `json:"args,omitempty"`
}

// Error returns the code, for tests.
func (f *Fault) Error() string { return f.Code }

func fault(code string, args ...string) *Fault {
	f := &Fault{Code: code}
	for i := 0; i+1 < len(args); i += 2 {
		if f.Args == nil {
			f.Args = map[string]string{}
		}
		f.Args[args[i]] = args[i+1]
	}
	return f
}

// Within starts a time limit of that many milliseconds, and returns a function that reports whether time is left.
type Within func(ms int) (more func() bool)

// Answer answers a call in JSON: {"value": …}, or {"fault": …}. The arguments come from the page, in its order.
func (e *Engine) Answer(does string, args []string, within Within) []byte {
	value, err := e.answer(does, append(args, "", "", ""), within)
	var f *Fault
	if err != nil && !errors.As(err, &f) {
		f = fault("broken", "what", err.Error())
	}
	raw, err := json.Marshal(struct {
		Value any    `json:"value,omitempty"`
		Fault *Fault `json:"fault,omitempty"`
	}{value, f})
	if err != nil {
		raw = failed("broken", err.Error())
	}
	return raw
}

// Panicked returns the answer to a call that panicked.
func Panicked(what string) string { return string(failed("panic", what)) }

// failed returns an answer that is a fault.
func failed(code, what string) []byte {
	raw, err := json.Marshal(map[string]*Fault{"fault": fault(code, "what", what)})
	if err != nil {
		panic(err) // a fault has only strings
	}
	return raw
}

func (e *Engine) answer(does string, args []string, within Within) (any, error) {
	switch does {
	case "open":
		return e.Open([]byte(args[0]))
	case "chart":
		return e.Chart([]byte(args[0]))
	case "desk":
		return e.Desk()
	case "speak":
		return e.Speak(phrase.Lang(args[0]))
	case "reword":
		return e.Reword([]byte(args[0]))
	case "check":
		return e.Check(args[0])
	case "march":
		return e.March(args[0], args[1], args[2])
	case "reach":
		return e.Reach(args[0], args[1])
	case "survey":
		return e.Survey(args[0])
	case "raised":
		return e.Raised(args[0])
	case "units":
		return e.Units(args[0])
	case "read":
		return e.Read(args[0])
	case "print":
		return e.Print(args[0])
	case "put":
		return e.Put(args[0], args[1])
	case "sections":
		return e.Sections(phrase.Lang(args[0])), nil
	case "lessons":
		return e.Lessons(phrase.Lang(args[0])), nil
	case "practise":
		return e.Practise(args[0])
	case "end-turn":
		return e.EndTurn(args[0], args[1])
	case "prove":
		return e.Prove(args[0], phrase.Lang(args[1]))
	case "prove-on":
		return e.ProveOn(within(provesFor))
	case "scene":
		turn, _ := strconv.Atoi(args[0])
		return e.Scene(turn)
	case "signed":
		return e.Signed(args[0]), nil
	case "compare":
		return e.Compare(args[0], args[1] == "true")
	}
	return nil, fault("unknown-call", "what", does)
}

// Open opens a table, the JSON of a game.Table, in the language of its player.
func (e *Engine) Open(raw []byte) (*Opened, error) {
	l, err := e.lay(raw)
	if err != nil {
		return nil, err
	}
	e.laid = l
	return e.opened(), nil
}

// Chart returns the map of another turn's table, in the present language; nil: the game has none. The open table stays
// open.
func (e *Engine) Chart(raw []byte) (*game.Chart, error) {
	l, err := e.lay(raw)
	if err != nil {
		return nil, err
	}
	if e.laid != nil {
		l.lang = e.laid.lang
	}
	return l.chart(), nil
}

// chart draws what the realm knows.
func (l *laid) chart() *game.Chart {
	chart := l.known.Chart(l.table.Realm, l.lang)
	if chart == nil {
		return nil
	}
	chart.Cells = append([]game.ChartCell{}, chart.Cells...) // never null
	chart.Terrains = append([]game.ChartTerrain{}, chart.Terrains...)
	return chart
}

func (e *Engine) lay(raw []byte) (*laid, error) {
	if len(raw) > mostTable {
		return nil, fault("table-large", "most", strconv.Itoa(mostTable>>20))
	}
	t, facts, err := e.fits(raw)
	if err != nil {
		return nil, err
	}
	known, err := e.rules.OpenKnown(t.Known, []byte(t.Tables))
	if err != nil {
		return nil, fault("table-damaged", "what", err.Error())
	}
	if !slices.ContainsFunc(known.Realms(), func(r game.Realm) bool { return r.Number == t.Realm }) {
		return nil, fault("table-damaged", "what", "realm "+strconv.Itoa(t.Realm))
	}
	return &laid{table: *t, facts: facts, known: known, lang: spoken(t.Lang)}, nil
}

// fits reads a table, if this engine can answer about it exactly as the machine does. Of the facts it reads no more than
// their schema: they are the larger part, and few calls need them.
func (e *Engine) fits(raw []byte) (*game.Table, json.RawMessage, error) {
	var t struct {
		game.Table
		Facts json.RawMessage `json:"facts"`
	}
	var facts struct{ Schema int }
	bad := json.Unmarshal(raw, &t)
	if t.Schema < 1 || t.Rulebook == "" {
		return nil, nil, fault("no-table")
	}
	if bad == nil && len(t.Facts) > 0 {
		bad = json.Unmarshal(t.Facts, &facts)
	}
	about := []string{"page", t.Page, "program", t.Program, "rulebook", t.Rulebook}
	switch {
	case t.Rulebook != e.rules.Name():
		return nil, nil, fault("other-rulebook", append(about, "own", e.rules.Name())...)
	case t.Schema > game.TableSchema || facts.Schema > game.FactsSchema || t.Rules > e.rules.Version():
		return nil, nil, fault("page-old", about...)
	case t.Schema < game.TableSchema || t.Rules < e.rules.Version():
		return nil, nil, fault("table-old", about...)
	case bad != nil:
		return nil, nil, fault("table-damaged", "what", bad.Error())
	}
	return &t.Table, t.Facts, nil
}

// spoken returns a language that the page has.
func spoken(lang phrase.Lang) phrase.Lang {
	if slices.Contains(phrase.Langs, lang) {
		return lang
	}
	return phrase.Langs[0]
}

// Speak describes the open table in another language.
func (e *Engine) Speak(lang phrase.Lang) (*Opened, error) {
	if e.laid == nil {
		return nil, fault("no-table")
	}
	e.laid.lang = spoken(lang)
	return e.opened(), nil
}

// Opened is what a table says before any orders are written, except for its desk: the map need not wait for that.
type Opened struct {
	Rulebook string      `json:"rulebook"`
	Game     string      `json:"game"` // what the rulebook's game is called
	Title    string      `json:"title"`
	Lang     phrase.Lang `json:"lang"`
	Realm    int         `json:"realm"`
	Turn     int         `json:"turn"`
	Phase    string      `json:"phase"`
	Takes    bool        `json:"takes"` // the realm's orders are accepted now
	Over     bool        `json:"over"`
	Realms   []Realm     `json:"realms"`
	Chart    *game.Chart `json:"chart"`
	Template string      `json:"template"`
	Sections []Section   `json:"sections"`
	Goal     string      `json:"goal,omitempty"` // how the game is won; "": it does not say
}

// Realm is a realm as everybody knows it.
type Realm struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Fallen bool   `json:"fallen,omitempty"`
}

func (e *Engine) opened() *Opened {
	l := e.laid
	asked, realm := l.known.Asked(), l.table.Realm
	o := &Opened{Rulebook: e.rules.Name(), Game: e.rules.Words(l.lang).T("game"), Title: l.known.Title(l.lang),
		Lang: l.lang, Realm: realm, Turn: asked.Turn,
		Takes: slices.Contains(asked.Realms, realm) && !l.table.Over, Over: asked.Over || l.table.Over,
		Template: l.known.Template(realm), Sections: e.Sections(l.lang), Realms: []Realm{}}
	if words := e.rules.Words(l.lang); words.Has("phase." + asked.Phase) {
		o.Phase = words.T("phase." + asked.Phase)
	}
	for _, r := range l.known.Realms() {
		o.Realms = append(o.Realms, Realm{r.Number, r.Name, r.Fallen})
	}
	o.Chart = l.chart()
	o.Goal = l.known.Guide(realm, l.lang).Goal
	return o
}
