package public

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// record reads the record of a resolved turn.
func (p *Press) record(turn int) (rec chronicle.TurnRecord, err error) {
	rec, found := chronicle.Record(p.Tx, turn)
	if !found {
		return rec, fmt.Errorf("%w: turn %d is missing", faults.ErrDamaged, turn)
	}
	return rec, nil
}

// list adds a turn to the list. The turn that awaits orders is listed only if it was taken back.
func (p *Press) list(page *Page, turn int) error {
	row := TurnRow{Turn: turn}
	undone := chronicle.UndoneOf(p.Tx, turn)
	for _, u := range undone {
		row.Undone = append(row.Undone, u.At.In(p.Zone))
	}
	if turn == p.turn {
		if len(undone) > 0 {
			page.Turns = append(page.Turns, row)
		}
		return nil
	}
	rec, err := p.record(turn)
	if err != nil {
		return err
	}
	row.At = rec.At.In(p.Zone)
	answers := rec.Answers
	if answers == nil {
		if answers, err = p.senders(turn); err != nil {
			return err
		}
	} else {
		row.Missed = len(answers.Away) + len(answers.Missed)
		row.Asked = len(answers.Sent) + row.Missed
	}
	if row.Sent = len(answers.Sent); p.Public.Has(Sent) {
		row.SentBy = answers.Sent
		for _, r := range answers.Missed {
			row.MissedBy = append(row.MissedBy, p.who(r.Realm, r.Name))
		}
	}
	news, err := p.told(turn)
	if err != nil {
		return err
	}
	for _, e := range news {
		if slices.Contains(p.rules.Fights(), e.Code) {
			row.Fights++
		}
	}
	page.Turns = append(page.Turns, row)
	return nil
}

// senders are who sent orders for a turn that an earlier program resolved: that has not stored of whom some were awaited.
func (p *Press) senders(turn int) (*chronicle.Answers, error) {
	before, err := p.Archive.Before(p.Tx, turn)
	if err != nil || before != nil && before.Asked().Secret {
		return &chronicle.Answers{}, err
	}
	a := &chronicle.Answers{}
	for _, s := range p.Archive.Cache.Sheets(p.Tx, turn) {
		if orders(s) && (s.Bot == nil || p.BotsHidden) {
			a.Sent = append(a.Sent, s.Realm)
		}
	}
	return a, nil
}

// told returns the public events of a resolved turn. These are the ones that the rules call news and that every report
// of the turn has told.
func (p *Press) told(turn int) (news []game.Event, err error) {
	if p.rules == nil || turn >= p.turn {
		return nil, nil
	}
	if p.read.turn == turn { // both the list and the newspaper ask
		return p.read.news, nil
	}
	annals, err := chronicle.EventsOf(p.Tx, turn)
	if err != nil {
		return nil, fmt.Errorf("the events of turn %d: %w", turn, err)
	}
	p.hear(turn, annals)
	return p.read.news, nil
}

// hear remembers the public events of a turn.
func (p *Press) hear(turn int, annals *game.Annals) {
	p.read = readTurn{turn: turn}
	readers := chronicle.ReportReaders(p.Tx, turn)
	for _, e := range annals.Called(p.rules.News()) {
		if len(readers) > 0 && !slices.ContainsFunc(readers, func(r int) bool { return !e.For(r) }) {
			p.read.news = append(p.read.news, e)
		}
	}
}

// readTurn is the public events of the turn that was read last.
type readTurn struct {
	turn int // 0: none
	news []game.Event
}

// report adds the newspaper of a turn. It says who joined or changed hands before the turn, and what every report of
// it has told. It also says that the turn was taken back, or was the last one. For the turn that awaits orders it has
// what is known already, if anything is.
func (p *Press) report(page *Page, turn int) error {
	paper := Paper{Turn: turn, News: []News{}}
	if turn < p.turn {
		rec, err := p.record(turn)
		if err != nil {
			return err
		}
		paper.At = rec.At.In(p.Zone)
		paper.Older = rec.Rules != p.Archive.Rb.Version()
	}
	undone := chronicle.UndoneOf(p.Tx, turn)
	for _, u := range undone {
		paper.own(undoneNews, func(book *phrase.Book) []phrase.Arg {
			return []phrase.Arg{phrase.Num("turn", turn), phrase.Str("when", Day(book, u.At.In(p.Zone)))}
		})
	}
	if err := p.comings(&paper, turn); err != nil {
		return err
	}
	news, err := p.told(turn)
	if err != nil {
		return err
	}
	for told := ""; len(news) > 0; news = news[1:] {
		e := &news[0]
		if !p.sayable(e.Phrase) {
			continue
		}
		paper.News = append(paper.News, News{e.Code, p.said(e.Phrase)})
		if kind, says := p.tale(e.Phrase, turn); says.Code != "" && kind != told {
			told, paper.News = kind, append(paper.News, says)
		}
	}
	p.ending(&paper, turn)
	if w, is := chronicle.As[game.NamedTurns](p.rules); is && len(paper.News) > 0 && turn < p.turn {
		if err := p.dateline(&paper, w, turn); err != nil {
			return err
		}
	}
	if turn < p.turn || len(paper.News) > 0 {
		page.Newspaper = append(page.Newspaper, paper)
	}
	return nil
}

// tale is what the chronicler says in public of an event: a phrase of the kind that public.tale.CODE names. If the
// rules lack that, it is nothing. The phrases take turns.
func (p *Press) tale(what phrase.Phrase, turn int) (kind string, says News) {
	words := p.Archive.Rb.Words(phrase.Langs[0])
	if code := "public.tale." + what.Code; words.Has(code) {
		kind = words.T(code)
	}
	phrases := 0
	for words.Has(fmt.Sprintf("tale.%s.%d", kind, phrases+1)) {
		phrases++
	}
	if phrases == 0 {
		return "", says
	}
	what.Code = fmt.Sprintf("tale.%s.%d", kind, turn%phrases+1)
	if !p.sayable(what) {
		return "", says
	}
	says = News{Code: "tale", Text: p.said(what)}
	if strings.HasPrefix(words.T(what.Code), game.Joke) {
		for lang, text := range says.Text {
			says.Text[lang] = text[len(game.Joke):]
		}
	}
	return kind, says
}

// dateline begins a newspaper with what the chronicler calls the turn.
func (p *Press) dateline(paper *Paper, w game.NamedTurns, turn int) error {
	rec, err := p.record(turn)
	if err != nil {
		return err
	}
	seed, err := game.ParseSeed(rec.Seed)
	if err != nil {
		return fmt.Errorf("%w: the seed of turn %d: %v", faults.ErrDamaged, turn, err)
	}
	paper.News = slices.Insert(paper.News, 0, News{"dateline", p.said(w.Dateline(turn, seed))})
	return nil
}

// comings adds who joined before a turn, and which realms changed hands, as far as every report shows that.
func (p *Press) comings(paper *Paper, turn int) error {
	joins, err := chronicle.JoinsOf(p.Tx, turn)
	if err != nil || p.known == nil || p.known.Standings == nil {
		return err
	}
	s := p.known.Standings
	var joined []Realm
	var handed Paper
	for _, j := range joins {
		i := slices.IndexFunc(s.Rows, func(r game.Standing) bool { return r.Realm == j.Realm })
		if j.Edit != nil || i < 0 {
			continue
		}
		who := p.who(j.Realm, s.Rows[i].Name)
		switch {
		case j.To == nil:
			joined = append(joined, who)
		case !s.Players:
		case *j.To == game.Player{}:
			handed.about("vacant", who)
		default:
			handed.about("handed", who)
		}
	}
	if len(joined) > 0 {
		paper.own("joined", func(*phrase.Book) []phrase.Arg {
			return []phrase.Arg{phrase.Str("list", Listed(joined))}
		})
	}
	paper.News = append(paper.News, handed.News...)
	return nil
}

// ending adds that the game has ended, by its rules or because it was closed, or that it will be closed.
func (p *Press) ending(paper *Paper, turn int) {
	closure := chronicle.ReadClosure(p.Tx)
	bare := func(*phrase.Book) []phrase.Arg { return nil }
	over := p.known != nil && p.known.Asked.Over
	switch {
	case turn == p.turn && !over && closure != nil && !closure.Due.IsZero():
		paper.own("closing-soon", bare)
	case turn == p.turn && !over && closure != nil:
		paper.own("closing", func(*phrase.Book) []phrase.Arg {
			return []phrase.Arg{phrase.Num("turn", max(closure.After, turn))}
		})
	case turn != p.turn-1 || !over:
	case closure.Happened() && closure.By == chronicle.ByVote:
		paper.own("voted", bare)
	case closure.Happened():
		paper.own("closed", bare)
	default:
		paper.own("over", bare)
	}
}

// sayable reports whether the rules have words for an event that other rules may have stored.
func (p *Press) sayable(what phrase.Phrase) bool {
	for _, lang := range phrase.Langs {
		words := p.Archive.Rb.Words(lang)
		if !words.Has(what.Code) {
			return false
		}
		for _, name := range words.Names(what.Code) {
			if !slices.ContainsFunc(what.Args, func(a phrase.Arg) bool { return a.Name == name }) {
				return false
			}
		}
	}
	return true
}

// own adds news from the machine.
func (p *Paper) own(code string, args func(*phrase.Book) []phrase.Arg) {
	p.News = append(p.News, News{Code: code, Text: Each(func(lang phrase.Lang) string {
		book := wording.Words(lang)
		return book.Say(phrase.P("public.news."+code, args(book)...))
	})})
}

// about adds news from the machine about a realm.
func (p *Paper) about(code string, who Realm) {
	p.own(code, func(book *phrase.Book) []phrase.Arg {
		return []phrase.Arg{phrase.Str("who", phrase.Capital(who.who[book.Lang]))}
	})
}

// Day is a date in words.
func Day(book *phrase.Book, at time.Time) string {
	return book.Say(phrase.P("public.day", phrase.Num("day", at.Day()),
		phrase.Key("month", fmt.Sprintf("month.%d", at.Month())), phrase.Num("year", at.Year())))
}
