package notices

import (
	"errors"
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/outbox"
	"weltentor/resolve/picture"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// OrderFile is an order file for a realm to fill in, for the turn for which a world awaits orders. It is "" if there
// is none, or no such turn.
func OrderFile(k *world.Setup, state game.World, here game.Realm) (body string, err error) {
	asked := state.Asked()
	if err := store.Guarded(func() { body = state.Template(here.Number) }); err != nil || body == "" || asked.Over {
		return "", err
	}
	return identity(k, here, false, asked.Turn) + "\n" + body, nil
}

// Wishes reports whether a wish holds after a sheet that may say something about it. so is whether it held before.
func Wishes(so bool, says string) bool {
	return says == sheets.With || so && says != sheets.Without
}

// ForgetWishes forgets what a realm's former player wished in a turn that awaits orders: what comes with each report,
// and more time. The orders themselves stay.
func ForgetWishes(w *world.World, tx *store.Tx, turn, realm int) {
	s, found := sheets.Get(tx, turn, realm)
	if found && s.Wishes != (sheets.Wishes{}) {
		s.Wishes = sheets.Wishes{}
		sheets.Put(tx, s)
		w.Cache.Unlist()
	}
	log := deadlines.ReadLog(tx, turn)
	if i := slices.Index(log.Wants, realm); i >= 0 {
		log.Wants = slices.Delete(slices.Clone(log.Wants), i, i+1)
		log.Put(tx, turn)
	}
}

// template adds an order file, if the reader has orders to give in the next turn.
func (b beside) template() error {
	if !slices.Contains(b.end.asked.Realms, b.r.Number) {
		return nil
	}
	body, err := OrderFile(b.World.Setup, b.end.next, b.r)
	if err == nil && body != "" {
		b.file(textFile(b.Tx, wording.Words(b.r.Lang).T("template-file"), b.r, body))
	}
	return err
}

// picture adds a drawn map. The chart is stored, and drawn when the letter is sent.
func (b beside) picture() error {
	chart, err := b.end.album.Chart(b.end.next, b.turn, b.r.Number, b.r.Lang)
	if err != nil || len(chart.Cells) == 0 {
		return err
	}
	if file, fits := mapFile(b.World.Setup, b.Tx, b.r, b.turn, chart); fits {
		b.file(file)
	} else {
		b.tooLarge("report-picture-large")
	}
	return nil
}

// mapFile is a realm's map as a file of a letter, if a picture can show all of it.
func mapFile(k *world.Setup, tx *store.Tx, r game.Realm, turn int, chart game.Chart) (f outbox.Attachment, fits bool) {
	sheet := pictured(k, r, turn, chart)
	if !sheet.Fits() {
		return f, false
	}
	return outbox.Attachment{Name: wording.Words(r.Lang).T("picture-file"), Type: "image/png", Drawn: true,
		Sum: store.PutFile(tx, store.MustJSON(sheet))}, true
}

// MapAfter is a realm's map as it was after a turn. A negative turn means the newest. said is about the picture, or says
// why there is none.
func MapAfter(k *world.Setup, tx *store.Tx, c chronicle.Current, r game.Realm, turn int) (files []outbox.Attachment,
	said phrase.Phrase, err error) {
	code := "map-then"
	if turn < 0 || turn == c.Turn-1 {
		code, turn = "map-now", c.Turn-1
	}
	archive := chronicle.Archive{Rb: k.Rules}
	state, err := stateAfter(archive, tx, c, turn)
	if errors.Is(err, faults.ErrReport) {
		return nil, phrase.P("map-past", phrase.Num("turn", turn), phrase.Num("now", c.Turn-1)), nil
	}
	var chart game.Chart
	if err == nil {
		chart, err = archive.Album(tx).Chart(state, turn, r.Number, r.Lang)
	}
	if err != nil || len(chart.Cells) == 0 {
		return nil, phrase.P("map-none"), err
	}
	file, fits := mapFile(k, tx, r, turn, chart)
	if !fits {
		return nil, phrase.P("report-picture-large"), nil
	}
	return []outbox.Attachment{file}, phrase.P(code, phrase.Str("file", file.Name), phrase.Num("turn", turn)), nil
}

// stateAfter is the world as it was after a turn. The error is ErrReport if there is no such turn, or if other rules
// resolved it.
func stateAfter(archive chronicle.Archive, tx *store.Tx, c chronicle.Current, turn int) (state game.World, err error) {
	switch {
	case turn >= c.Turn:
		return nil, wording.Fault(faults.ErrReport, "no-turn", phrase.Num("turn", turn), phrase.Num("now", c.Turn))
	case turn == c.Turn-1:
		return c.World, nil
	}
	state, err = archive.Before(tx, turn+1)
	if err == nil && state == nil {
		err = wording.Fault(faults.ErrReport, "map-rules", phrase.Num("turn", turn))
	}
	return state, err
}

// pictured returns a chart with its title. r is the zero Realm if the chart shows the whole world.
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

// Drawn returns the map as a realm knew it after a turn. Turn 0 is the map it began with, and a negative turn means
// the newest. For realm 0 it is the whole world, in the game master's language. The error is ErrReport if there is no
// such turn, or if the game has no map.
func Drawn(w *world.World, realm, turn int) (sheet picture.Sheet, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		here, found := c.Realm(realm)
		if !found && realm != 0 {
			return fmt.Errorf("%w: %d", faults.ErrRealm, realm)
		}
		if realm == 0 {
			here = game.Realm{Lang: w.Settings.Lang}
		}
		if turn < 0 {
			turn = c.Turn - 1
		}
		archive := chronicle.Archive{Rb: w.Rules}
		state, err := stateAfter(archive, tx, c, turn)
		if err != nil {
			return err
		}
		chart, err := archive.Album(tx).Chart(state, turn, realm, here.Lang)
		if err == nil && len(chart.Cells) == 0 {
			err = wording.Fault(faults.ErrReport, "map-none", phrase.Num("realm", realm), phrase.Num("turn", turn))
		}
		sheet = pictured(w.Setup, here, turn, chart)
		return err
	})
	return sheet, err
}

// AddLegend explains the abbreviations in a realm's reports and lists the prices, if the game has such a legend.
func AddLegend(t *wording.Text, state game.World, r game.Realm) error {
	var legend []byte
	if err := store.Guarded(func() { legend = state.Guide(r.Number, r.Lang).Legend }); err != nil {
		return err
	}
	if len(legend) > 0 {
		t.Line("")
		t.Body.Write(legend)
	}
	return nil
}
