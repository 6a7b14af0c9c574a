package report

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// cultureFiles are the culture texts ($K) that the realm does not have yet: those of this turn. Texts are for the
// whole world (manual, "Der Spielzug": the files are on every player's disk). Who joins later gets the earlier ones
// with report 0, so nobody ever lacks one.
func (o *Season) cultureFiles(reader *realm.Realm) []game.File {
	return cultureTexts(o.After, reader, func(r *realm.Realm) bool { return r.TextTurn == o.Turn.Number })
}

// cultureTexts returns the wanted texts as files in the language of the reader.
func cultureTexts(at realm.Position, reader *realm.Realm, wanted func(*realm.Realm) bool) []game.File {
	var out []game.File
	for i := range at.State.Realms {
		r := &at.State.Realms[i]
		if i == 0 || r.Text == "" || !wanted(r) {
			continue
		}
		book := at.Rules.Words(reader.Lang)
		text := frame.AppendKept(nil,
			book.Say(phrase.P("report.culture", phrase.Num("realm", r.Number), phrase.Str("name", r.Name))), indent)
		text = append(text, '\n')
		text = frame.AppendKept(text, orders.Legible(r.Text), "")
		out = append(out, game.File{Name: book.T("report.culture-file") + realm.TwoDigits(r.Number) + ".TXT",
			Type: "text/plain", Data: text})
	}
	return out
}
