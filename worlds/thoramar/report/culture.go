package report

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// cultureTexts returns the wanted culture texts ($K) as files in the language of the reader. Texts are for the whole world
// (manual, "Der Spielzug": the files are on every player's disk). With a report come those of its turn. Who joins later
// gets the earlier ones with report 0, so nobody ever lacks one.
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
