package order

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/realm"
)

// The canonical forms: German words, one blank between them, numbers without
// marks. What a realm is shown of its own orders has the words of its language.

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// appendFleet appends `Flotte_2` or `Fleet_2`.
func appendFleet(dst []byte, lang phrase.Lang, n int) []byte {
	return appendInt(append(append(dst, FleetWord.In(lang)...), '_'), n)
}

// Print appends `Cortez 14`.
func (o MoveOrder) Print(dst []byte) []byte {
	return appendInt(append(append(dst, o.Leader...), ' '), o.Area)
}

// Print appends `Cortez an Flotte_2`.
func (o EmbarkOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o EmbarkOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	word := embarkWord
	if o.Land {
		word = landWord
	}
	return appendFleet(append(append(append(append(dst, o.Leader...), ' '), word.In(lang)...), ' '), lang, o.Fleet)
}

// Print appends `Cortez nimmt INF 2`.
func (o TransferOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o TransferOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	word := takeWord
	if o.Give {
		word = giveWord
	}
	dst = append(append(append(append(dst, o.Leader...), ' '), word.In(lang)...), ' ')
	dst = appendInt(append(append(dst, o.Kind.Code()...), ' '), o.Count)
	if o.Other != "" {
		dst = append(append(dst, ' '), o.Other...)
	}
	return dst
}

// Print appends `Flotte_2 7`.
func (o SailOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o SailOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	return appendInt(append(appendFleet(dst, lang, o.Fleet), ' '), o.Area)
}

// Print appends `Flotte_2 zu Flotte_1`.
func (o JoinOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o JoinOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(append(append(appendFleet(dst, lang, o.Fleet), ' '), joinWord.In(lang)...), ' ')
	return appendFleet(dst, lang, o.To)
}

// Print appends `Flotte_2 gibt ESK 1 Flotte_3`.
func (o ShipsOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o ShipsOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	word := takeWord
	if o.Give {
		word = giveWord
	}
	dst = append(append(append(appendFleet(dst, lang, o.Fleet), ' '), word.In(lang)...), ' ')
	dst = appendInt(append(append(dst, o.Class.Code()...), ' '), o.Count)
	if o.Other > 0 {
		dst = appendFleet(append(dst, ' '), lang, o.Other)
	}
	return dst
}

// Print appends `Cortez rueckzug verlust 50 nach 12 13`.
func (o CombatOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o CombatOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	if o.Leader != "" {
		dst = append(dst, o.Leader...)
	} else {
		dst = appendFleet(dst, lang, o.Fleet)
	}
	dst = append(append(append(dst, ' '), TopicWords[o.Topic].In(lang)...), ' ')
	switch {
	case o.None:
		return append(dst, noneWord.In(lang)...)
	case o.Topic == TopicWithdraw:
		return write(o.Withdraw, dst, lang)
	case o.Topic == TopicLosses:
		return o.printLosses(dst)
	case o.Yes:
		return append(dst, frame.Yes.In(lang)...)
	}
	return append(dst, frame.No.In(lang)...)
}

func (o CombatOrder) printLosses(dst []byte) []byte {
	for i, k := range o.Losses {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, k.Code()...)
	}
	for i, c := range o.Sinking {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, c.Code()...)
	}
	return dst
}

func write(w realm.Withdrawal, dst []byte, lang phrase.Lang) []byte {
	dst = append(dst, whenWords[w.When].In(lang)...)
	if w.When == realm.AtLoss || w.When == realm.BelowCF {
		dst = appendInt(append(dst, ' '), w.N)
	}
	for i, p := range w.To {
		if i == 0 {
			dst = append(append(dst, ' '), toWord.In(lang)...)
		}
		dst = append(dst, ' ')
		if p.Fleet > 0 {
			dst = appendFleet(dst, lang, p.Fleet)
		} else {
			dst = appendInt(dst, p.Area)
		}
	}
	return dst
}

// Print appends `14 INF 2`.
func (o RaiseOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o RaiseOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(appendInt(dst, o.Area), ' ')
	switch o.What {
	case MusterLeader:
		dst = append(dst, LeaderWord.In(lang)...)
	case MusterMedic:
		dst = append(dst, MedicWord.In(lang)...)
	case MusterShips:
		dst = appendInt(append(append(dst, o.Class.Code()...), ' '), o.Count)
	default:
		dst = appendInt(append(append(dst, o.Kind.Code()...), ' '), o.Count)
	}
	switch o.Post {
	case PostLeader:
		dst = append(append(dst, ' '), o.Name...)
	case PostGarrison:
		dst = append(append(dst, ' '), GarrisonWord.In(lang)...)
	case PostRegiment:
		dst = append(append(dst, ' '), RegimentWord.In(lang)...)
	case PostFleet:
		dst = appendFleet(append(dst, ' '), lang, o.Fleet)
	}
	return dst
}

// Print appends `14 Ausbau`.
func (o BuildOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o BuildOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	return append(append(appendInt(dst, o.Area), ' '), WorkWords[o.Work].In(lang)...)
}

// Print appends `3 P`.
func (o TreatyOrder) Print(dst []byte) []byte {
	return append(appendInt(dst, o.Realm), ' ', StanceLetters[o.Stance])
}
