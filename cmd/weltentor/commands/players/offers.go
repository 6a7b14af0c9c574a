package players

import (
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/worlds/game"
)

// checkOffered refuses a kind or culture that the world does not offer, and names those it does. Either may be given
// as the world calls it or by its name in any language. Capitals and typing errors do not matter.
func checkOffered(w *folder.Opened, j *game.Joining) error {
	kinds, cultures, err := players.Offers(w.World)
	if err != nil {
		return err
	}
	for _, o := range []struct {
		flag  string
		value *string
		of    roster.Offers
	}{{"kind", &j.Kind, kinds}, {"culture", &j.Culture, cultures}} {
		if *o.value == "" {
			continue
		}
		code, ok := o.of.Find(*o.value)
		switch {
		case o.of.None():
			return complaint.Usage("no-choice", phrase.Str("flag", o.flag), phrase.Str("value", *o.value))
		case !ok:
			return complaint.Usage("bad-choice", phrase.Str("flag", o.flag), phrase.Str("value", *o.value),
				phrase.Str("choices", offeredIn(w.Call.Voice, o.of)))
		}
		*o.value = code
	}
	return nil
}

// OffersOf returns what realms of a world may choose from, and nothing if no world can be read.
func OffersOf(c *call.Call, dir string) (kinds, cultures roster.Offers) {
	w, err := folder.Look(c, dir)
	if err != nil {
		return kinds, cultures
	}
	if kinds, cultures, err = players.Offers(w.World); err != nil {
		return roster.Offers{}, roster.Offers{}
	}
	return kinds, cultures
}

// offeredIn lists choices in a sentence: what to type, and the name if it is different.
func offeredIn(v *call.Voice, of roster.Offers) string {
	var list []string
	for _, o := range of.In(v.Book.Lang) {
		if o.Name != o.Code {
			o.Code += " (" + o.Name + ")"
		}
		list = append(list, o.Code)
	}
	return strings.Join(list, ", ")
}
