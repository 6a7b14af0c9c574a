package public

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Press prints pages of a world, in a transaction.
type Press struct {
	Tx      *store.Tx
	Archive chronicle.Archive
	World   string // its name
	Zone    *time.Location
	Public  Shown
	// how many turns the list goes back, and for how many there is a newspaper; 0: to the first
	Back, Papers int

	turn  int        // that awaits orders, as everybody knows
	world game.World // nil: rules of before left it
	rules game.World // a world of the rules, whatever its state
	read  readTurn
}

// Page is what is public. While a turn is held it is what was public before: its result is not out,
// and perhaps never counts. Then nothing is said of who has sent, either.
func (p Press) Page(c chronicle.Current, deadline time.Time) (page Page, err error) {
	held, err := chronicle.Held(p.Tx)
	if err != nil {
		return page, err
	}
	p.turn, p.world, p.rules = c.Turn, c.World, c.World
	if held.Turn > 0 {
		deadline, p.turn = time.Time{}, held.Turn
		if p.world, err = p.Archive.Before(p.Tx, held.Turn); err != nil {
			return page, err
		}
	}
	page = Page{World: p.World, Rulebook: p.Archive.Rb.Name(), Public: p.Public, Turn: p.turn, Title: Words{}}
	if fault := store.Guarded(func() { err = p.fill(&page, deadline, held.Turn > 0) }); fault != nil {
		err = fault
	}
	return page, err
}

func (p *Press) fill(page *Page, deadline time.Time, held bool) (err error) {
	if p.world != nil {
		asked := p.world.Asked()
		for _, lang := range phrase.Langs {
			page.Title[lang] = p.world.Title(lang)
		}
		if page.Over = asked.Over; page.Over {
			page.Winners = p.realms(asked.Winners)
		} else if len(asked.Realms) > 0 && !deadline.IsZero() {
			page.Deadline = deadline.In(p.Zone)
		}
		if p.Public.Has(Standing) {
			page.Standings = p.standings()
		}
		if p.Public.Has(Sent) && !held {
			if page.Sent, err = p.sent(); err != nil {
				return err
			}
		}
	}
	for turn := p.turn; turn > 0; turn-- {
		if p.Public.Has(Turns) && p.within(p.Back, turn) {
			if err := p.list(page, turn); err != nil {
				return err
			}
			page.earlier = turn - 1
		}
		if p.Public.Has(Newspaper) && p.within(p.Papers, turn) {
			if err := p.report(page, turn); err != nil {
				return err
			}
		}
	}
	return nil
}

// within tells whether a turn is no more than so many back.
func (p *Press) within(back, turn int) bool { return back == 0 || turn >= p.turn-back }

// Issue is the newspaper of a turn that has just been resolved, with how the realms stand after it.
func (p Press) Issue(turn int, next game.World) (page Page, err error) {
	p.turn, p.world, p.rules = turn+1, next, next
	page = Page{World: p.World, Rulebook: p.Archive.Rb.Name(), Public: p.Public, Turn: p.turn, Title: Words{}}
	fault := store.Guarded(func() {
		if p.Public.Has(Standing) {
			page.Standings = p.standings()
		}
		err = p.report(&page, turn)
	})
	if fault != nil {
		err = fault
	}
	return page, err
}

// who is a realm as the rules call it.
func (p *Press) who(number int, name string) Realm {
	r := Realm{Realm: number, Name: name, who: Words{}}
	for _, lang := range phrase.Langs {
		r.who[lang] = wording.Called(p.Archive.Rb.Words(lang), number, name)
	}
	return r
}

// realms are those with such numbers.
func (p *Press) realms(numbers []int) (out []Realm) {
	for _, r := range p.world.Realms() {
		if slices.Contains(numbers, r.Number) {
			out = append(out, p.who(r.Number, r.Name))
		}
	}
	return out
}

// sent are the realms whose orders are awaited. Who owes none is named only if some came.
func (p *Press) sent() (rows []SentRow, err error) {
	sheets, err := p.Archive.Shelf.Sheets(p.Tx, p.turn)
	asked := p.world.Asked()
	if asked.Over {
		return nil, err
	}
	for _, r := range p.realms(asked.Realms) {
		has := came(sheets, r.Realm)
		if has || !slices.Contains(asked.Free, r.Realm) {
			rows = append(rows, SentRow{r, has})
		}
	}
	return rows, err
}

// came tells whether a realm has sent orders, not that its player is away.
func came(sheets []chronicle.SheetRecord, realm int) bool {
	return slices.ContainsFunc(sheets,
		func(s chronicle.SheetRecord) bool { return s.Realm == realm && !s.Absent })
}

// standings is the rules' own table; nil: they know none.
func (p *Press) standings() *Standings {
	w, is := chronicle.As[game.Publisher](p.world)
	if !is {
		return nil
	}
	s := w.Standings()
	out := &Standings{Columns: []Column{}, Rows: []StandingRow{}}
	for _, name := range s.Columns {
		out.Columns = append(out.Columns, Column{name, p.said(phrase.P("public." + name))})
	}
	for _, row := range s.Rows {
		out.Rows = append(out.Rows, StandingRow{p.who(row.Realm, row.Name), row.Place, row.Fallen,
			append([]int64{}, row.Numbers...)})
	}
	for _, note := range s.Notes {
		out.Notes = append(out.Notes, p.said(note))
	}
	return out
}

// said is a sentence of the rules in each language.
func (p *Press) said(what phrase.Phrase) Words {
	out := Words{}
	for _, lang := range phrase.Langs {
		out[lang] = p.Archive.Rb.Words(lang).Say(what)
	}
	return out
}
