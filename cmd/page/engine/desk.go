package engine

import (
	"encoding/json"
	"strings"

	"weltentor/mailer/plain"
	"weltentor/worlds/game"
)

// Desk returns what the realm can order, in the present language. It is nil if the rules do not say.
func (e *Engine) Desk() (*game.Desk, error) {
	if e.laid == nil {
		return nil, fault("no-table")
	}
	p, is := e.laid.known.(game.Planner)
	if !is {
		return nil, nil
	}
	d := p.Desk(e.laid.table.Realm, e.laid.lang)
	return &d, nil
}

// Raised returns the armies that a text of orders makes or gives something else to do, as far as they can be ordered in
// the same text.
func (e *Engine) Raised(text string) ([]game.DeskArmy, error) {
	out := []game.DeskArmy{} // never null
	in, err := e.sheet(text)
	if err != nil {
		return nil, err
	}
	if r, is := e.laid.known.(game.Planner); is {
		out = append(out, r.Raised(in, e.laid.lang)...)
	}
	return out, nil
}

// Units returns what can still be raised under a text of orders; null: the rules do not say.
func (e *Engine) Units(text string) ([]game.Unit, error) {
	in, err := e.sheet(text)
	if err != nil {
		return nil, err
	}
	m, is := e.laid.known.(game.Planner)
	if !is {
		return nil, nil
	}
	return m.Units(in, e.laid.lang), nil
}

// sheet is a text of orders as a sheet of the open table.
func (e *Engine) sheet(text string) (game.Sheet, error) {
	if err := e.takes(text); err != nil {
		return game.Sheet{}, err
	}
	text = plain.Text(text)
	in := game.Sheet{Realm: e.laid.table.Realm, Turn: e.laid.table.Turn, Text: text}
	return in.Read(e.rules.Language(), e.parsed(text)), nil
}

// Survey returns what the realm knows of a field that nobody owns, in the present language.
func (e *Engine) Survey(at string) ([]game.Amount, error) {
	if e.laid == nil {
		return nil, fault("no-table")
	}
	if s, is := e.laid.known.(game.Planner); is {
		return append([]game.Amount{}, s.Survey(e.laid.table.Realm, at, e.laid.lang)...), nil // never null
	}
	return []game.Amount{}, nil
}

// longestWay is the most steps of a march that are followed.
const longestWay = 1000

// March returns how far a mover comes, on a way written as digits, under a text of orders.
func (e *Engine) March(mover, way, text string) (*game.March, error) {
	p, m, err := e.mover(mover, &text)
	if err != nil {
		return nil, err
	}
	var steps []game.Direction
	for i := range len(way) {
		if way[i] < '0' || way[i] > '6' || i == longestWay {
			return nil, fault("broken", "what", "way")
		}
		steps = append(steps, game.Direction(way[i]-'0'))
	}
	march := p.March(e.laid.table.Realm, *m, steps, text, e.laid.lang)
	march.Steps = append([]game.Step{}, march.Steps...) // never null
	return &march, nil
}

// Reach returns the fields to which a mover can come in the turn, under a text of orders.
func (e *Engine) Reach(mover, text string) ([]game.Reached, error) {
	p, m, err := e.mover(mover, &text)
	if err != nil {
		return nil, err
	}
	return append([]game.Reached{}, p.Reach(e.laid.table.Realm, *m, text)...), nil
}

// mover reads who marches. It makes the text what would arrive.
func (e *Engine) mover(raw string, text *string) (game.Planner, *game.Mover, error) {
	if e.laid == nil {
		return nil, nil, fault("no-table")
	}
	p, is := e.laid.known.(game.Planner)
	if !is {
		return nil, nil, fault("no-desk")
	}
	if err := large(*text); err != nil {
		return nil, nil, err
	}
	m := &game.Mover{}
	if err := json.Unmarshal([]byte(raw), m); err != nil {
		return nil, nil, fault("broken", "what", "mover")
	}
	if len(m.Way) > longestWay || strings.Trim(m.Way, "0123456") != "" {
		return nil, nil, fault("broken", "what", "way")
	}
	*text = plain.Text(*text)
	return p, m, nil
}
