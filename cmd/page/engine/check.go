package engine

import (
	"slices"
	"strconv"

	"weltentor/mailer/plain"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/mask"
	"weltentor/resolve/verdict"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Checked is what the machine's receipt will say about orders, as far as it does not depend on what only the machine
// knows.
type Checked struct {
	Good     int              `json:"good"`
	Bad      int              `json:"bad"`
	Partial  int              `json:"partial"`
	Later    int              `json:"later"`
	Problems []Problem        `json:"problems"`
	More     int              `json:"more,omitempty"` // problems that are only counted
	For      int              `json:"for,omitempty"`  // a later turn for which the orders are, so that they are only parsed
	InForce  []InForce        `json:"inForce"`
	Idle     []string         `json:"idle"`
	Outlook  []string         `json:"outlook"`
	Ledger   []game.MoneyLine `json:"ledger"`            // of money, in the order of the text
	Page     string           `json:"page"`              // that part of the receipt, word for word
	Sent     bool             `json:"sent"`              // the orders in force are these
	Changed  bool             `json:"changed"`           // there are orders in force, and they are others
	Digest   string           `json:"digest"`            // the same for texts of the same orders
	Refused  string           `json:"refused,omitempty"` // why the letter would not be looked at; then nothing else is set
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

// InForce is an order that counts. Its line is 0 if it is from an earlier letter.
type InForce struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Check judges a text of orders that follows those in force. It reads the text as it will arrive, whatever keyboard or
// program has written it.
func (e *Engine) Check(text string) (*Checked, error) {
	if err := e.takes(text); err != nil {
		return nil, err
	}
	checked := e.told(e.Judge(plain.Text(text)))
	e.sent(checked, text)
	return checked, nil
}

// parsed reads a text of orders.
func (e *Engine) parsed(text string) *orders.File { return e.memory(text).Parse(text) }

// memory remembers the lines of texts, and begins anew from time to time.
func (e *Engine) memory(text string) *orders.Memory {
	if e.recalled += len(text); e.recall == nil || e.recalled > mostRead {
		e.recall, e.recalled = e.rules.Language().NewMemory(), len(text)
		e.recall.Most = mostText / len("1\n")
	}
	return e.recall
}

// mostRead is how many bytes are read with one memory.
const mostRead = 16 << 20

// takes refuses a text that nobody writes, and any as long as no table is open.
func (e *Engine) takes(text string) error {
	if e.laid == nil {
		return fault("no-table")
	}
	return large(text)
}

// large refuses a text that nobody writes.
func large(text string) error {
	if len(text) > mostText {
		return fault("text-large", "most", strconv.Itoa(mostText>>20))
	}
	return nil
}

// Judge returns what the rules say about a text of orders, as the machine asks them about a letter.
func (e *Engine) Judge(text string) verdict.Verdict {
	t, language := &e.laid.table, e.rules.Language()
	given := e.parsed(text)
	turn := 0
	if given.Identity != nil {
		turn = given.Identity.Turn
	}
	if why := e.refused(given, turn, text); why.Code != "" {
		return verdict.Verdict{Refused: why}
	}
	clean := mask.Scrub(text, given.Identity)
	if turn > t.Turn {
		return verdict.Ahead(given, clean, turn, t.Turn)
	}
	later := game.Sheet{Realm: t.Realm, Turn: t.Turn, Text: clean}.Read(language, e.parsed(clean))
	inForce := game.Before{Sheet: game.Sheet{Realm: t.Realm, Turn: t.Turn, Text: t.Orders}, Spoken: t.Spoken}
	return verdict.Judge(e.laid.known, language, given, inForce, later)
}

// refused says why the machine would not even look at a letter: because of its `$I` line, or of the state of the game.
func (e *Engine) refused(file *orders.File, turn int, text string) phrase.Phrase {
	t, known := &e.laid.table, e.laid.known
	now := verdict.Now{Asked: known.Asked(), Turn: t.Turn, Realm: t.Realm,
		Fallen: slices.ContainsFunc(known.Realms(), func(r game.Realm) bool { return r.Number == t.Realm && r.Fallen })}
	now.Asked.Over = now.Asked.Over || t.Over
	now.OtherPhase = func(text string) bool {
		return known.Check(game.Sheet{Realm: t.Realm, Turn: t.Turn, Text: mask.Scrub(text, file.Identity)}).From > 0
	}
	if id := file.Identity; id != nil && id.Realm != t.Realm && !now.Asked.Over && !now.Fallen {
		return phrase.P("page-other-realm", phrase.Num("realm", id.Realm), phrase.Num("own", t.Realm))
	}
	return now.Untimely(turn, text)
}

// told puts a verdict into the player's language.
func (e *Engine) told(l verdict.Verdict) *Checked {
	words := e.rules.Words(e.laid.lang)
	told, more := l.Told()
	c := &Checked{Good: l.Lines.Good, Bad: l.Lines.Bad, Partial: l.Lines.Partial, Later: l.Lines.NotYet,
		Problems: []Problem{}, More: more, For: l.For, InForce: []InForce{}, Idle: said(words, l.Checked.Idle),
		Outlook: said(words, l.Checked.Outlook), Ledger: append([]game.MoneyLine{}, l.Checked.Ledger...), Page: l.Page(e.laid.lang, words)}
	if l.Refused.Code != "" {
		c.Refused = wording.Words(e.laid.lang).Say(l.Refused)
	}
	for _, p := range told {
		c.Problems = append(c.Problems, Problem{p.Line, p.Col, p.Severity, l.Lines.Kind(p), p.What.Code,
			words.Say(p.What)})
	}
	mixed := !l.Whole || l.Kept != "" // lines of an earlier letter count
	for _, f := range l.Forced() {
		line := f.Line
		if mixed || l.Others > 0 && line >= l.Others {
			line = 0
		}
		c.InForce = append(c.InForce, InForce{line, words.Say(f.What)})
	}
	for i := range c.Ledger {
		entry := &c.Ledger[i]
		if mixed {
			entry.Line = 0
		}
		if entry.What.Code != "" {
			entry.Text = words.Say(entry.What)
		}
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
