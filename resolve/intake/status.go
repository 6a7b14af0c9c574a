package intake

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
	"weltentor/worlds/game"
)

// public answers with what everybody may know.
func (r request) public() error {
	if len(r.World.Settings.Public) == 0 {
		r.tell("public", phrase.P("public.nothing"))
		return nil
	}
	press := letters.PressOf(r.World.Setup, r.Tx, r.World.Shelf)
	press.Back, press.Papers = letters.TurnsBack, letters.PapersBack
	page, err := letters.PublicPage(r.World.Setup, r.Tx, press, r.Current)
	if err != nil {
		return err
	}
	t := r.page(phrase.P("public.first"))
	t.Body.Write(page.Parts(r.book.Lang, game.Unbroken))
	if err := r.until(t); err != nil {
		return err
	}
	r.send("subject.public", t, nil)
	return nil
}
