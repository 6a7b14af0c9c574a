package public

import (
	"cmp"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Press makes the public pages of a world, in a transaction.
type Press struct {
	Tx      *store.Tx
	Archive chronicle.Archive
	World   string // the world's name
	Zone    *time.Location
	Public  Shown
	Map     Map
	Signup  *Signup
	Vacant  []int // the realms that nobody plays now: no orders of theirs are awaited
	Free    []int // those of them that are offered to whoever signs up, as far as everybody may know
	Bots    []int // the realms that the machine plays now
	// BotsHidden: nobody may find out which these are
	BotsHidden bool
	// how many turns back the list goes, and for how many there is a newspaper; 0: to the first
	Back, Papers int

	turn  int        // the turn that awaits orders, as far as is public
	known *Common    // nil: other rules left the world
	rules game.World // a world of these rules, in whatever state
	read  readTurn
}

// Page returns what is public. While a turn is held, it is what was public before: the result is not out, and may
// never count. Then it does not say who has sent orders, either.
func (p Press) Page(c chronicle.Current, deadline time.Time) (page Page, err error) {
	held := chronicle.Held(p.Tx)
	p.turn, p.rules = c.Turn, c.World
	world := c.World
	if held.Turn > 0 {
		deadline, p.turn = time.Time{}, held.Turn
		if world, err = p.Archive.Before(p.Tx, held.Turn); err != nil {
			return page, err
		}
	}
	page = Page{World: p.World, Rulebook: p.Archive.Rb.Name(), Public: p.Public, Turn: p.turn, Title: Words{},
		Signup: p.Signup, Zone: p.Zone}
	fault := store.Guarded(func() {
		p.known = commonOf(world)
		if err = p.fill(&page, deadline, held.Turn > 0); err == nil {
			err = p.open(&page)
		}
	})
	return page, cmp.Or(fault, err)
}

func (p *Press) fill(page *Page, deadline time.Time, held bool) (err error) {
	if p.known != nil {
		asked := p.known.Asked
		page.Title = p.known.Title
		if page.GameOver = asked.Over; page.GameOver {
			page.Winners = p.realms(asked.Winners)
		} else if p.known.Awaits && !deadline.IsZero() {
			page.Deadline = deadline.In(p.Zone)
		}
		if p.Public.Has(Standing) {
			page.Standings = p.standings()
		}
		page.secret, page.Hidden = asked.Secret && !asked.Over, p.BotsHidden && !asked.Over
		if p.Public.Has(Sent) && !held && !page.Hidden {
			page.Sent = p.sent()
		}
	}
	first := chronicle.First(p.Tx)
	for turn := p.turn; turn >= first; turn-- {
		if p.Public.Has(Turns) && p.within(p.Back, turn) {
			if err := p.list(page, turn); err != nil {
				return err
			}
			page.earlier = turn - first
		}
		if p.Public.Has(Newspaper) && p.within(p.Papers, turn) {
			if err := p.report(page, turn); err != nil {
				return err
			}
		}
	}
	return nil
}

// within reports whether a turn is at most this far back.
func (p *Press) within(back, turn int) bool { return back == 0 || turn >= p.turn-back }

// Issue returns the newspaper of a turn that has just been resolved, with the standings after it. annals are the turn's;
// nil: they are read from the store.
func (p Press) Issue(turn int, next game.World, annals *game.Annals) (page Page, err error) {
	p.turn, p.rules = turn+1, next
	page = Page{World: p.World, Rulebook: p.Archive.Rb.Name(), Public: p.Public, Turn: p.turn, Title: Words{}}
	fault := store.Guarded(func() {
		p.known = commonOf(next)
		if p.Public.Has(Standing) {
			page.Standings = p.standings()
		}
		if annals != nil {
			p.hear(turn, annals)
		}
		err = p.report(&page, turn)
	})
	return page, cmp.Or(fault, err)
}

// who is a realm as the rules name it.
func (p *Press) who(number int, name string) Realm {
	return Realm{Realm: number, Name: name, who: Each(func(lang phrase.Lang) string {
		return wording.Called(p.Archive.Rb.Words(lang), number, name)
	})}
}

// realms returns the realms with these numbers.
func (p *Press) realms(numbers []int) (out []Realm) {
	for _, r := range p.known.Realms {
		if slices.Contains(numbers, r.Number) {
			out = append(out, p.who(r.Number, r.Name))
		}
	}
	return out
}

// sent lists the realms whose orders are awaited, unless the rules keep secret whose are. One that owes none is listed
// only if it has sent some.
func (p *Press) sent() (rows []SentRow) {
	records := p.Archive.Cache.Sheets(p.Tx, p.turn)
	asked := p.known.Asked
	if asked.Over {
		return nil
	}
	for _, r := range p.realms(asked.Realms) {
		has := came(records, r.Realm)
		if has || p.owes(asked, r.Realm) {
			rows = append(rows, SentRow{r, has})
		}
	}
	return rows
}

// owes reports whether orders are expected of a realm: the rules ask it for some, and a player plays it.
func (p *Press) owes(asked game.Asked, realm int) bool {
	return !slices.Contains(asked.Free, realm) && !slices.Contains(p.Vacant, realm) &&
		!slices.Contains(p.Bots, realm)
}

// Answers are who sent orders for a turn that is being resolved, by its sheets and the seats as they are before it. What
// the machine sent counts only where nobody may know that it was the machine.
func (p Press) Answers(world game.World, records []sheets.Sheet) *chronicle.Answers {
	a, asked, names := &chronicle.Answers{}, world.Asked().Public(), chronicle.ByNumber(world)
	for _, n := range asked.Realms {
		i := slices.IndexFunc(records, func(s sheets.Sheet) bool { return s.Realm == n })
		switch {
		case i >= 0 && orders(records[i]) && (records[i].Bot == nil || p.BotsHidden):
			a.Sent = append(a.Sent, n)
		case !p.owes(asked, n):
		case i >= 0 && records[i].Absent:
			a.Away = append(a.Away, n)
		default:
			a.Missed = append(a.Missed, chronicle.NamedRealm{Realm: n, Name: names[n].Name})
		}
	}
	return a
}

// came reports whether a realm has sent orders.
func came(records []sheets.Sheet, realm int) bool {
	return slices.ContainsFunc(records, func(s sheets.Sheet) bool { return s.Realm == realm && orders(s) })
}

// orders reports whether a sheet is a realm's orders. An announced absence and letters that only speak are none.
func orders(s sheets.Sheet) bool { return s.Realm > 0 && !s.Absent && !s.OnlySpeaks() }

// standings is the rules' own table, or nil if they have none.
func (p *Press) standings() *Standings {
	if p.known == nil || p.known.Standings == nil {
		return nil
	}
	s := p.known.Standings
	out := &Standings{Columns: []Column{}, Rows: []StandingRow{}}
	for _, name := range s.Columns {
		out.Columns = append(out.Columns, Column{name, p.said(phrase.P("public." + name))})
	}
	for _, row := range s.Rows {
		out.Rows = append(out.Rows, StandingRow{p.who(row.Realm, row.Name), row.Place, row.Fallen,
			!p.BotsHidden && !row.Fallen && slices.Contains(p.Bots, row.Realm), append([]int64{}, row.Numbers...)})
	}
	for _, note := range s.Notes {
		out.Notes = append(out.Notes, p.said(note))
	}
	return out
}

// said is a phrase of the rules in each language.
func (p *Press) said(what phrase.Phrase) Words {
	return Each(func(lang phrase.Lang) string { return p.Archive.Rb.Words(lang).Say(what) })
}

// open adds what recruits: who waits for a player, how the realms were called at first, and the map that everybody may
// see while the game runs.
func (p *Press) open(page *Page) error {
	page.Charts = nil
	if p.known == nil {
		return nil
	}
	free := map[int]*FreeRow{}
	for turn := chronicle.First(p.Tx); turn <= p.turn; turn++ {
		joins, err := chronicle.JoinsOf(p.Tx, turn)
		if err != nil {
			return err
		}
		for _, j := range joins {
			switch {
			case j.Edit != nil:
			case j.To == nil:
				page.Founded = append(page.Founded, p.who(j.Realm, j.Name))
			case *j.To == game.Player{}:
				free[j.Realm] = &FreeRow{Since: j.At.In(p.Zone)}
			}
		}
	}
	if p.Signup != nil && p.Signup.Open && !page.GameOver {
		for _, r := range p.realms(p.Free) {
			row := FreeRow{Realm: r}
			if was := free[r.Realm]; was != nil {
				row.Since = was.Since
			}
			page.Free = append(page.Free, row)
		}
	}
	page.Free = slices.DeleteFunc(page.Free, func(row FreeRow) bool {
		return slices.ContainsFunc(p.known.Realms, func(r game.Realm) bool { return r.Number == row.Realm.Realm && r.Fallen })
	})
	return p.draw(page)
}

// draw adds the map of a game that runs.
func (p *Press) draw(page *Page) (err error) {
	open, err := Open(p.rules)
	if err != nil {
		return err
	}
	if page.Map, err = p.Map.InForce(p.Tx, open); err != nil || page.GameOver {
		return err
	}
	late, is := page.Map.Late()
	switch {
	case page.Map == "":
		page.Charts, page.MapTurn = p.known.Charts, p.turn-1
	case is && p.turn > late:
		then, err := p.Archive.Before(p.Tx, p.turn-late)
		if err == nil && then != nil {
			page.Charts, page.MapTurn = Charts(then), p.turn-late-1
		}
		return err
	}
	return nil
}
