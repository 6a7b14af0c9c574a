package letters

import (
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/outbox"
	"weltentor/resolve/picture"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// OrderFile is an order file for a realm to fill in, for the turn that a world awaits orders for.
// "": there is none, or no such turn.
func OrderFile(k *world.Setup, state game.World, here game.Realm) (body string, err error) {
	asked := state.Asked()
	if err := store.Guarded(func() { body = state.Template(here.Number) }); err != nil || body == "" || asked.Over {
		return "", err
	}
	password := wording.Words(here.Lang).T("template-password")
	if k.Settings.AuthInForce() == world.ByDKIM {
		password = "-"
	}
	return fmt.Sprintf("$I %d %s %d\n%s", here.Number, password, asked.Turn, body), nil
}

// attachedOrders is such a file in a letter; the store keeps its text once.
func attachedOrders(tx *store.Tx, here game.Realm, body string) outbox.Attachment {
	return outbox.Attachment{Name: wording.Words(here.Lang).T("template-file"), Type: "text/plain",
		Charset: outbox.Charset(here.Computer), Sum: store.PutFile(tx, []byte(body))}
}

// Wishes is what holds of a wish when a sheet says of it what it says.
func Wishes(so bool, says string) bool {
	return says == chronicle.With || so && says != chronicle.Without
}

// ForgetWishes forgets what a realm's former player wished in a turn that awaits orders, beside what his orders do:
// what is to come with each report, and more time.
func ForgetWishes(w *world.World, tx *store.Tx, turn, realm int) error {
	s, found, err := chronicle.Sheet(tx, turn, realm)
	if err != nil {
		return err
	}
	if found && s.Template+s.Picture+s.Data+s.Table != "" {
		s.Template, s.Picture, s.Data, s.Table = "", "", "", ""
		chronicle.PutSheet(tx, store.SheetsBucket, store.Pair(turn, realm), s)
		w.Shelf.Unlist()
	}
	log, err := deadlines.ReadLog(tx, turn)
	if i := slices.Index(log.Wants, realm); err == nil && i >= 0 {
		log.Wants = slices.Delete(slices.Clone(log.Wants), i, i+1)
		log.Put(tx, turn)
	}
	return err
}

// withTemplate puts an order file to fill in into a report's letter, where its reader wishes one and
// has orders to give in the turn that comes.
func withTemplate(k *world.Setup, tx *store.Tx, e *outbox.Entry, r game.Realm, next game.World) error {
	if !slices.Contains(next.Asked().Realms, r.Number) {
		return nil
	}
	body, err := OrderFile(k, next, r)
	if err != nil || body == "" {
		return err
	}
	file := attachedOrders(tx, r, body)
	book := wording.Words(r.Lang)
	e.Files = append(slices.Clip(e.Files), file)
	e.Closing += book.Say(phrase.P("report-template", phrase.Str("file", file.Name))) + "\n"
	return nil
}

// withPicture puts a drawn map into a report's letter. What is stored is the chart; it is drawn when
// the letter leaves.
func withPicture(k *world.Setup, tx *store.Tx, e *outbox.Entry, r game.Realm, turn int, end closing) error {
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
func pictured(k *world.Setup, r game.Realm, turn int, chart game.Chart) picture.Sheet {
	code := "picture-title"
	switch {
	case r.Number == 0:
		code = "picture-world"
	case turn == 0:
		code = "picture-title-new"
	}
	title := wording.Words(r.Lang).Say(phrase.P(code, phrase.Str("world", k.Settings.Name),
		phrase.Str("realm", r.Name), phrase.Num("turn", turn)))
	return picture.Sheet{Title: title, Lang: r.Lang, Chart: chart}
}

// Drawn is the map as a realm knew it after a turn, 0 for the one it began with, a negative one for the
// newest; of realm 0 the whole world, in the game master's language. ErrReport: no such turn, or the game
// has no map.
func Drawn(w *world.World, realm, turn int) (sheet picture.Sheet, err error) {
	err = w.View(func(tx *store.Tx) error {
		c, err := w.Now(tx)
		if err != nil {
			return err
		}
		here, found := c.Realm(realm)
		if !found && realm != 0 {
			return fmt.Errorf("%w: %d", store.ErrRealm, realm)
		}
		if realm == 0 {
			here = game.Realm{Lang: w.Settings.Lang}
		}
		archive, state := chronicle.Archive{Rb: w.Rules}, c.World
		if turn < 0 {
			turn = c.Turn - 1
		}
		switch {
		case turn >= c.Turn:
			return wording.Fault(store.ErrReport, "no-turn", phrase.Num("turn", turn), phrase.Num("now", c.Turn))
		case turn < c.Turn-1:
			if state, err = archive.Before(tx, turn+1); err != nil {
				return err
			}
			if state == nil {
				return wording.Fault(store.ErrReport, "map-rules", phrase.Num("turn", turn))
			}
		}
		chart, err := archive.Album(tx).Chart(state, turn, realm, here.Lang)
		if err == nil && len(chart.Cells) == 0 {
			err = wording.Fault(store.ErrReport, "map-none", phrase.Num("realm", realm), phrase.Num("turn", turn))
		}
		sheet = pictured(w.Setup, here, turn, chart)
		return err
	})
	return sheet, err
}

// AddLegend explains a realm's reports' abbreviations and tells the prices, in a game that does.
func AddLegend(t *wording.Text, state game.World, realm int) error {
	w, ok := chronicle.As[game.Legender](state)
	if !ok {
		return nil
	}
	var legend []byte
	if err := store.Guarded(func() { legend = w.Legend(realm) }); err != nil {
		return err
	}
	if len(legend) > 0 {
		t.Line("")
		t.Body.Write(legend)
	}
	return nil
}
