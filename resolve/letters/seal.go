package letters

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/seal"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// sealed is the foot of the letter with a report: its turn's seal. A report 0 has what later letters are checked by. It
// is "" for turns from before there were seals.
func sealed(d world.Session, lang phrase.Lang, turn int) (string, error) {
	t := &wording.Text{Book: wording.Words(lang)}
	t.Line("")
	if turn > 0 {
		rec, _ := chronicle.Record(d.Tx, turn)
		if rec.Sealed == nil {
			return "", nil
		}
		t.Say("sealed", phrase.Num("turn", turn), phrase.Str("seal", seal.Spaced(seal.Of(*rec.Sealed))))
		return t.Body.String(), nil
	}
	f, err := chronicle.FoundingSeal(d.Tx)
	if err != nil {
		return "", err
	}
	last, err := chronicle.LastSeal(d.Tx)
	if err != nil {
		return "", err
	}
	t.Say("sealed-founding")
	begun, _ := chronicle.Founded(d.Tx)
	if a := begun.Announced; a != nil {
		t.Say("sealed-master", phrase.Str("mark", seal.Spaced(seal.Master(a.Master))))
		t.Say("sealed-value", phrase.Str("value", a.Value))
	}
	t.Say("sealed-dice", phrase.Str("dice", seal.Spaced(f.Dice)))
	t.Say("sealed-last", phrase.Str("seal", seal.Spaced(last)))
	t.Say("sealed-key", phrase.Str("key", seal.Spaced(f.Key)))
	return t.Body.String(), nil
}
