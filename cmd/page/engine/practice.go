package engine

import (
	"encoding/json"
	"fmt"
	"slices"

	"weltentor/mailer/plain"
	"weltentor/orders/phrase"
	"weltentor/resolve/mask"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Practice is a game of one player against realms that the machine plays. The page keeps it between two turns; a page of
// the same rules goes on with it.
type Practice struct {
	Rulebook string        `json:"rulebook"`
	Rules    int           `json:"rules"`
	World    string        `json:"world"` // the player's name for it
	Seed     string        `json:"seed"`
	Strength game.Strength `json:"strength"`
	State    []byte        `json:"state"` // World.State
	// how many turns the player has played, and the lessons that they have done
	Own  int   `json:"own,omitempty"`
	Done []int `json:"done,omitempty"`
}

// Setting is how a practice begins.
type Setting struct {
	Seed     string        `json:"seed"` // any word; the same gives the same game
	World    string        `json:"world"`
	Lang     phrase.Lang   `json:"lang"`
	Strength game.Strength `json:"strength"`
	Player   string        `json:"player"` // the player's name
	Realms   []string      `json:"realms"` // names of realms: the player's, then the machine's
}

// Played is a practice with the data of the player's table after each turn that was resolved: more than one where others
// play in between.
type Played struct {
	Practice Practice     `json:"practice"`
	Tables   []game.Table `json:"tables"`
}

const (
	practiser  = 1  // the realm of whoever plays
	mostRealms = 12 // of a practice
)

// Practise founds a practice from a Setting in JSON, and plays it until the player's turn.
func (e *Engine) Practise(raw string) (*Played, error) {
	var s Setting
	if err := json.Unmarshal([]byte(raw), &s); err != nil || len(s.Realms) == 0 || len(s.Realms) > mostRealms {
		return nil, fault("broken", "what", "setting")
	}
	seed, err := game.ParseSeed(s.Seed)
	if err != nil {
		return nil, fault("broken", "what", "seed")
	}
	if !slices.Contains(game.Strengths, s.Strength) {
		s.Strength = game.Strengths[0]
	}
	f, n, err := e.practised(len(s.Realms))
	if err != nil {
		return nil, err
	}
	s.Realms = s.Realms[:n]
	var w game.World
	for try := range game.PracticeTries {
		if f.Seed = seed; try > 0 {
			f.Seed = seed.Sub(fmt.Sprint("practice ", try))
		}
		if w, err = e.rules.Found(f); err != nil {
			return nil, err
		}
		for i, name := range s.Realms {
			j := game.Joining{Name: name, Player: name, Lang: spoken(s.Lang), Computer: game.UTF8}
			if i+1 == practiser {
				j.Player = s.Player
			}
			if w, _, err = w.Join(j, f.Seed); err != nil {
				return nil, fault("broken", "what", err.Error())
			}
		}
		if e.rules.Bot().Trains(w, practiser) {
			break
		}
	}
	p := &match{engine: e, tables: f.Tables, world: w,
		practice: Practice{Rulebook: e.rules.Name(), Rules: e.rules.Version(), World: s.World, Seed: s.Seed,
			Strength: s.Strength}, seed: seed}
	return p.until(w)
}

// practised is how a practice of at most so many realms is founded, and how many of them join. Its turns have these
// numbers, too.
func (e *Engine) practised(realms int) (f game.Founding, join int, err error) {
	bot := e.rules.Bot()
	if bot == nil {
		return f, 0, fault("no-practice")
	}
	f, join = bot.Practice(nil)
	f.Tables, err = e.rules.Tables(f.Tables)
	return f, min(join, realms), err
}

// EndTurn resolves the turn of a practice with the player's orders, and those after it in which only others play.
func (e *Engine) EndTurn(raw, text string) (*Played, error) {
	if err := large(text); err != nil {
		return nil, err
	}
	p := &match{engine: e}
	bad := json.Unmarshal([]byte(raw), &p.practice)
	switch {
	case bad != nil || p.practice.Rulebook != e.rules.Name():
		return nil, fault("broken", "what", "practice")
	case p.practice.Rules != e.rules.Version():
		return nil, fault("practice-old")
	}
	f, _, err := e.practised(mostRealms)
	if err != nil {
		return nil, err
	}
	p.tables = f.Tables
	if p.seed, err = game.ParseSeed(p.practice.Seed); err != nil {
		return nil, fault("broken", "what", "seed")
	}
	if p.world, err = e.rules.Open(p.practice.State, p.tables); err != nil {
		return nil, fault("broken", "what", err.Error())
	}
	if p.world.Asked().Over {
		return nil, fault("practice-over")
	}
	text = plain.Text(text)
	return p.until(p.resolve(mask.Scrub(text, e.parsed(text).Identity)))
}

// lessons is for how many turns a practice teaches.
const lessons = 6

// Lessons are what a player learns in each of the first turns of a practice, and how the page does it, in a language.
// Without any there is no practice.
func (e *Engine) Lessons(lang phrase.Lang) []string {
	out := []string{} // never null
	words := e.rules.Words(spoken(lang))
	if e.rules.Bot() == nil {
		return out
	}
	for n := range lessons {
		if says := wording.Lesson(words, n+1, wording.ByPage); says != "" {
			out = append(out, says)
		}
	}
	return out
}

// match is a practice while it is played.
type match struct {
	engine   *Engine
	practice Practice
	seed     game.Seed
	tables   []byte
	world    game.World
	learnt   []string // what the last turn of the player did for the lessons
}

// reporter reports to a realm as data what happened, or how things are.
type reporter interface{ Facts(realm int) *game.Facts }

// resolve plays the turn, and returns what tells of it.
func (p *match) resolve(text string) reporter {
	asked := p.world.Asked()
	var sheets []game.Sheet
	for _, n := range asked.Realms {
		sheet := game.Sheet{Realm: n, Turn: asked.Turn, Text: text}
		if n != practiser {
			sheet.Text = p.orders(n, asked.Turn)
		}
		sheets = append(sheets, sheet)
	}
	o := p.world.Resolve(sheets, p.seed, 1, nil)
	p.world = o.Next()
	if slices.Contains(asked.Realms, practiser) {
		p.practice.Own++
		facts := o.Facts(practiser)
		p.practice.Done, p.learnt = wording.Learn(p.words(facts), p.practice.Own, p.practice.Done, facts)
	}
	return o
}

// words are the rulebook's, in the language of the player's reports.
func (p *match) words(facts *game.Facts) *phrase.Book { return p.engine.rules.Words(facts.Lang) }

// orders are those of the machine for a realm, each in a style of its own.
func (p *match) orders(realm, turn int) string {
	bot := p.engine.rules.Bot()
	known, err := p.engine.rules.OpenKnown(p.world.Known(realm), p.tables)
	if err != nil {
		return ""
	}
	styles := bot.Styles()
	m := game.Manner{Style: styles[(realm-practiser-1)%len(styles)].Code, Strength: p.practice.Strength}
	return bot.Orders(known, realm, m, game.BotDice(p.seed, turn, realm))
}

// until goes on with the turns of others until the player is asked, and lays a table for each turn.
func (p *match) until(of reporter) (*Played, error) {
	out := &Played{}
	for {
		facts := of.Facts(practiser)
		if facts == nil {
			return nil, fault("no-practice")
		}
		out.Tables = append(out.Tables, p.table(facts))
		asked := p.world.Asked()
		if asked.Over || p.fallen() || slices.Contains(asked.Realms, practiser) {
			break
		}
		of = p.resolve("")
	}
	p.practice.State = p.world.State()
	out.Practice = p.practice
	return out, nil
}

// fallen reports whether the player's realm has fallen.
func (p *match) fallen() bool {
	return slices.ContainsFunc(p.world.Realms(), func(r game.Realm) bool { return r.Number == practiser && r.Fallen })
}

// table is the data of the player's table after a turn.
func (p *match) table(facts *game.Facts) game.Table {
	asked := p.world.Asked()
	t := game.Table{Schema: game.TableSchema, Rulebook: p.practice.Rulebook, Rules: p.practice.Rules, Realm: practiser,
		Turn: asked.Turn, Over: asked.Over || p.fallen(), Tables: string(p.tables), Known: p.world.Known(practiser),
		Facts: *facts, World: p.practice.World, Learnt: p.learnt}
	for _, r := range p.world.Realms() {
		if r.Number == practiser {
			t.Lang = r.Lang
		}
	}
	if !t.Over && slices.Contains(asked.Realms, practiser) {
		t.First, _ = game.Ready(p.engine.rules, p.world, p.tables, practiser, asked.Turn, p.seed,
			wording.Lessons(p.words(facts), p.practice.Own+1, p.practice.Done))
	}
	return t
}
