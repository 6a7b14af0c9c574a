package resolve

import (
	"errors"
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/picture"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// orderFile is an order file for a realm to fill in, for the turn that a world awaits orders for.
// "": there is none, or no such turn.
func orderFile(k *clerk, world game.World, here game.Realm) (body string, err error) {
	asked := world.Asked()
	if err := store.Guarded(func() { body = world.Template(here.Number) }); err != nil || body == "" || asked.Over {
		return "", err
	}
	password := wording.Words(here.Lang).T("template-password")
	if k.settings.auth() == ByDKIM {
		password = "-"
	}
	return fmt.Sprintf("$I %d %s %d\n%s", here.Number, password, asked.Turn, body), nil
}

// attachedOrders is such a file in a letter; the store keeps its text once.
func attachedOrders(tx *store.Tx, here game.Realm, body string) outbox.Attachment {
	return outbox.Attachment{Name: wording.Words(here.Lang).T("template-file"), Type: "text/plain",
		Charset: outbox.Charset(here.Computer), Sum: store.PutFile(tx, []byte(body))}
}

// template is an order file to fill in, in the letter and as a file.
func (r request) template() error {
	body, err := orderFile(r.world.clerk, r.current.World, r.here)
	if err != nil {
		return err
	}
	if body == "" {
		r.tell("template", phrase.P("template-none"))
		return nil
	}
	how := "template-how"
	if r.world.settings.auth() == ByDKIM {
		how = "template-how-bare"
	}
	t := r.page(phrase.P("template-first", phrase.Str("has", r.world.rulebook.Words(r.here.Lang).T("game-template"))))
	rec, found, err := chronicle.Sheet(r.tx, r.current.Turn, r.here.Number)
	if err != nil {
		return err
	}
	adds := false
	if err := store.Guarded(func() { adds = found && r.current.World.Check(rec.Sheet).Adds }); err != nil {
		return err
	}
	if found && !adds {
		t.Say("template-replaces")
	} else {
		t.Say("template-idle")
	}
	t.Say(how)
	t.Line("")
	r.world.markForm(t, body)
	t.Body.WriteString(body)
	r.send("subject.template", t, nil, outbox.Attachment{Name: r.book.T("template-file"), Type: "text/plain",
		Charset: outbox.Charset(r.here.Computer), Data: []byte(body)})
	return nil
}

// wishes is what holds of a wish when a sheet says of it what it says.
func wishes(so bool, says string) bool {
	return says == chronicle.With || so && says != chronicle.Without
}

// rememberWishes remembers what is to come with whose reports from this turn on, as the sheets it is
// resolved with say.
func rememberWishes(tx *store.Tx, sheets []chronicle.SheetRecord) error {
	for _, s := range sheets {
		if s.Realm == 0 || s.Template+s.Picture+s.Data+s.Table == "" {
			continue
		}
		_, err := roster.ChangeRealm(tx, s.Realm, func(rec *roster.RealmRecord) {
			rec.Template = wishes(rec.Template, s.Template)
			rec.Picture = wishes(rec.Picture, s.Picture)
			rec.Data = wishes(rec.Data, s.Data)
			rec.Table = wishes(rec.Table, s.Table)
		})
		if err != nil && !errors.Is(err, store.ErrVacant) { // nobody is there who wishes anything
			return err
		}
	}
	return nil
}

// forgetWishes forgets what a realm's former player wished in a turn that awaits orders, beside what his orders do:
// what is to come with each report, and more time.
func forgetWishes(w *World, tx *store.Tx, turn, realm int) error {
	s, found, err := chronicle.Sheet(tx, turn, realm)
	if err != nil {
		return err
	}
	if found && s.Template+s.Picture+s.Data+s.Table != "" {
		s.Template, s.Picture, s.Data, s.Table = "", "", "", ""
		chronicle.PutSheet(tx, store.SheetsBucket, store.Pair(turn, realm), s)
		w.shelf.Unlist()
	}
	log, err := pace.ReadLog(tx, turn)
	if i := slices.Index(log.Wants, realm); err == nil && i >= 0 {
		log.Wants = slices.Delete(slices.Clone(log.Wants), i, i+1)
		log.Put(tx, turn)
	}
	return err
}

// withTemplate puts an order file to fill in into a report's letter, where its reader wishes one and
// has orders to give in the turn that comes.
func withTemplate(k *clerk, tx *store.Tx, e *outbox.Entry, r game.Realm, next game.World) error {
	if !slices.Contains(next.Asked().Realms, r.Number) {
		return nil
	}
	body, err := orderFile(k, next, r)
	if err != nil || body == "" {
		return err
	}
	file := attachedOrders(tx, r, body)
	book := wording.Words(r.Lang)
	e.Files = append(slices.Clip(e.Files), file)
	e.Closing += book.Say(phrase.P("report-template", phrase.Str("file", file.Name))) + "\n"
	return nil
}

// adjusts are the lines of $S that change what comes with a report: those of the rules, then the machine's
// that are not set. Of a game that is over there are none.
func (r request) adjusts() (lines []string) {
	if r.current.World.Asked().Over {
		return nil
	}
	for _, a := range adjustments(r.current.World, r.here.Number) {
		lines = append(lines, r.world.rulebook.Words(r.here.Lang).Say(a.Line))
	}
	if _, drawn := chronicle.As[game.Charter](r.current.World); drawn && !r.rec.Picture {
		lines = append(lines, r.book.T("help-wish.picture"))
	}
	if !r.rec.Template {
		lines = append(lines, r.book.T("help-wish.template"))
	}
	_, told := chronicle.As[game.Factual](r.current.World)
	if told && !r.rec.Data {
		lines = append(lines, r.book.T("help-wish.data"))
	}
	if told && !r.rec.Table && hasTable(r.world.clerk) {
		lines = append(lines, r.book.T("help-wish.table"))
	}
	return lines
}

// withPicture puts a drawn map into a report's letter. What is stored is the chart; it is drawn when
// the letter leaves.
func withPicture(k *clerk, tx *store.Tx, e *outbox.Entry, r game.Realm, turn int, end closing) error {
	chart, err := end.album.Chart(end.next, turn, r.Number, r.Lang)
	if err != nil || len(chart.Cells) == 0 {
		return err
	}
	book, sheet := wording.Words(r.Lang), pictured(k, r, turn, chart)
	if !sheet.Fits() {
		e.Closing += book.T("report-picture-large") + "\n"
		return nil
	}
	file := outbox.Attachment{Name: book.T("picture-file"), Type: "image/png", Drawn: true,
		Sum: store.PutFile(tx, store.MustJSON(sheet))}
	e.Files = append(slices.Clip(e.Files), file)
	e.Closing += book.Say(phrase.P("report-picture", phrase.Str("file", file.Name))) + "\n"
	return nil
}

// pictured is a chart with its title; r is the zero Realm for the whole world's.
func pictured(k *clerk, r game.Realm, turn int, chart game.Chart) picture.Sheet {
	code := "picture-title"
	switch {
	case r.Number == 0:
		code = "picture-world"
	case turn == 0:
		code = "picture-title-new"
	}
	title := wording.Words(r.Lang).Say(phrase.P(code, phrase.Str("world", k.settings.Name),
		phrase.Str("realm", r.Name), phrase.Num("turn", turn)))
	return picture.Sheet{Title: title, Lang: r.Lang, Chart: chart}
}

// Drawn is the map as a realm knew it after a turn, 0 for the one it began with, a negative one for the
// newest; of realm 0 the whole world, in the game master's language. ErrReport: no such turn, or the game
// has no map.
func Drawn(w *World, realm, turn int) (sheet picture.Sheet, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		here, found := c.Realm(realm)
		if !found && realm != 0 {
			return fmt.Errorf("%w: %d", store.ErrRealm, realm)
		}
		if realm == 0 {
			here = game.Realm{Lang: w.settings.Lang}
		}
		archive, world := chronicle.Archive{Rb: w.rulebook}, c.World
		if turn < 0 {
			turn = c.Turn - 1
		}
		switch {
		case turn >= c.Turn:
			return wording.Fault(store.ErrReport, "no-turn", phrase.Num("turn", turn), phrase.Num("now", c.Turn))
		case turn < c.Turn-1:
			if world, err = archive.Before(tx, turn+1); err != nil {
				return err
			}
			if world == nil {
				return wording.Fault(store.ErrReport, "map-rules", phrase.Num("turn", turn))
			}
		}
		chart, err := archive.Album(tx).Chart(world, turn, realm, here.Lang)
		if err == nil && len(chart.Cells) == 0 {
			err = wording.Fault(store.ErrReport, "map-none", phrase.Num("realm", realm), phrase.Num("turn", turn))
		}
		sheet = pictured(w.clerk, here, turn, chart)
		return err
	})
	return sheet, err
}
