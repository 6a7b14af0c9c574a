package engine

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/judged"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Checked is what the machine's receipt will say of orders, as far as it does not depend on what only the
// machine knows.
type Checked struct {
	Good     int       `json:"good"`
	Bad      int       `json:"bad"`
	Partial  int       `json:"partial"`
	Later    int       `json:"later"`
	Problems []Problem `json:"problems"`
	InForce  []InForce `json:"inForce"`
	Idle     []string  `json:"idle"`
	Outlook  []string  `json:"outlook"`
	Page     string    `json:"page"`              // those parts of the receipt, word for word
	Refused  string    `json:"refused,omitempty"` // why the letter would not be looked at: its `$I` line
}

// Problem is a problem with its heading in the receipt.
type Problem struct {
	Line     int             `json:"line"`
	Col      int             `json:"col"`
	Severity orders.Severity `json:"severity"`
	Kind     string          `json:"kind"`
	Code     string          `json:"code"`
	Text     string          `json:"text"`
}

// InForce is an order that counts; its line is 0 if it is one of an earlier letter.
type InForce struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Check judges a text of orders, after those that are in force.
func (e *Engine) Check(text string) (*Checked, error) {
	if e.laid == nil {
		return nil, fault("no-table")
	}
	if len(text) > mostText {
		return nil, fault("text-large", "most", strconv.Itoa(mostText>>20))
	}
	letter, file := e.Judge(text)
	return e.told(letter, file), nil
}

// Judge is what the rules say of a text of orders, as the machine asks them of a letter.
func (e *Engine) Judge(text string) (judged.Letter, *orders.File) {
	t, language := &e.laid.table, e.rules.Language()
	given := language.Parse(text)
	clean := orders.Scrub(text)
	file := language.Parse(clean)
	later := game.Sheet{Realm: t.Realm, Turn: t.Turn, Text: clean}.Read(language, file)
	return judged.Judge(e.laid.known, given, game.Sheet{Realm: t.Realm, Turn: t.Turn, Text: t.Orders}, later), given
}

// told puts a verdict into the words of the player's language.
func (e *Engine) told(l judged.Letter, file *orders.File) *Checked {
	words := e.rules.Words(e.laid.lang)
	c := &Checked{Good: l.Lines.Good, Bad: l.Lines.Bad, Partial: l.Lines.Partial, Later: l.Lines.NotYet,
		Problems: []Problem{}, InForce: []InForce{}, Idle: said(words, l.Checked.Idle),
		Outlook: said(words, l.Checked.Outlook), Page: l.Page(e.laid.lang, words), Refused: e.refused(file)}
	for _, p := range l.Checked.Problems {
		c.Problems = append(c.Problems, Problem{p.Line, p.Col, p.Severity, l.Lines.Kind(p), p.What.Code,
			words.Say(p.What)})
	}
	for _, f := range l.Forced() {
		line := f.Line
		if !l.Whole || l.Kept != "" {
			line = 0
		}
		c.InForce = append(c.InForce, InForce{line, words.Say(f.What)})
	}
	return c
}

func said(words *phrase.Book, list []phrase.Phrase) []string {
	out := []string{}
	for _, p := range list {
		out = append(out, words.Say(p))
	}
	return out
}

// refused says why the machine would not so much as look at a letter, by its `$I` line; "" if it would.
func (e *Engine) refused(file *orders.File) string {
	t, asked := &e.laid.table, e.laid.known.Asked()
	turn := 0
	if file.Identity != nil {
		turn = file.Identity.Turn
	}
	at := []phrase.Arg{phrase.Num("turn", turn), phrase.Num("now", t.Turn)}
	say := wording.Words(e.laid.lang).Say
	switch {
	case asked.Over || t.Over:
		return say(phrase.P("game-over"))
	case slices.ContainsFunc(e.laid.known.Realms(), func(r game.Realm) bool { return r.Number == t.Realm && r.Fallen }):
		return say(phrase.P("fallen"))
	case file.Identity != nil && file.Identity.Realm != t.Realm:
		return say(phrase.P("fault.other-realm", phrase.Num("realm", file.Identity.Realm), phrase.Num("own", t.Realm)))
	case turn > 0 && turn < t.Turn:
		return say(phrase.P("stale-turn", at...))
	case !slices.Contains(asked.Realms, t.Realm):
		return say(phrase.P("not-asked", at...))
	}
	return ""
}
