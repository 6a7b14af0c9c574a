package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letters"
	"weltentor/resolve/outbox"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// template sends an order file to fill in, in the letter and as an attachment.
func (r request) template() error {
	body, err := letters.OrderFile(r.World.Setup, r.Current.World, r.here)
	if err != nil {
		return err
	}
	if body == "" {
		r.tell("template", phrase.P("template-none"))
		return nil
	}
	how := "template-how"
	if r.World.Settings.AuthInForce() == world.ByDKIM {
		how = "template-how-bare"
	}
	t := r.page(phrase.P("template-first", phrase.Str("has", r.World.Rules.Words(r.here.Lang).T("game-template"))))
	rec, found := sheets.Get(r.Tx, r.Current.Turn, r.here.Number)
	adds := false
	if err := store.Guarded(func() { adds = found && r.Current.World.Check(rec.Sheet).Adds }); err != nil {
		return err
	}
	if found && !adds {
		t.Say("template-replaces")
	} else {
		t.Say("template-idle")
	}
	t.Say(how)
	t.Line("")
	letters.MarkForm(r.World.Setup, t, body)
	t.Body.WriteString(body)
	r.send("subject.template", t, nil, outbox.Attachment{Name: r.book.T("template-file"), Type: "text/plain",
		Charset: outbox.Charset(r.here.Computer), Data: []byte(body)})
	return nil
}

// adjusts returns the lines of $S that change what comes with a report. Those of the rules come first, then those of
// the machine that are not set. It is empty if the game is over.
func (r request) adjusts() (lines []string) {
	if r.Current.World.Asked().Over {
		return nil
	}
	for _, a := range letters.Adjustments(r.Current.World, r.here.Number) {
		lines = append(lines, r.World.Rules.Words(r.here.Lang).Say(a.Line))
	}
	if _, drawn := chronicle.As[game.Charter](r.Current.World); drawn && !r.rec.Picture {
		lines = append(lines, r.book.T("help-wish.picture"))
	}
	if !r.rec.Template {
		lines = append(lines, r.book.T("help-wish.template"))
	}
	_, told := chronicle.As[game.Factual](r.Current.World)
	if told && !r.rec.Data {
		lines = append(lines, r.book.T("help-wish.data"))
	}
	if told && !r.rec.Table && letters.HasTable(r.World.Setup) {
		lines = append(lines, r.book.T("help-wish.table"))
	}
	if !r.rec.NoTale && r.World.Rules.Words(r.here.Lang).Has("tale.story.1") {
		lines = append(lines, r.book.T("help-wish.tale"))
	}
	return lines
}
