package kolonien

import (
	"strconv"

	"weltentor/orders/phrase"
)

// The canonical forms: German words, one blank between them, numbers without
// marks. What a realm is shown of its own orders has the words of its language.

// in is the keyword in a language.
func (n named) in(lang phrase.Lang) string {
	if lang == phrase.En {
		return n.en
	}
	return n.de
}

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

func appendFleet(dst []byte, n int) []byte { return fleetWord.append(dst, phrase.De, n) }

// append appends `Flotte_2` or `Fleet_2`.
func (n named) append(dst []byte, lang phrase.Lang, number int) []byte {
	return appendInt(append(append(dst, n.in(lang)...), '_'), number)
}

// Print appends `Cortez 14`.
func (o MoveOrder) Print(dst []byte) []byte {
	return appendInt(append(append(dst, o.Leader...), ' '), o.Area)
}

// Print appends `Cortez an Flotte_2`.
func (o EmbarkOrder) Print(dst []byte) []byte {
	word := embarkWord
	if o.Land {
		word = landWord
	}
	return appendFleet(append(append(append(append(dst, o.Leader...), ' '), word.de...), ' '), o.Fleet)
}

// Print appends `Cortez nimmt INF 2`.
func (o TransferOrder) Print(dst []byte) []byte {
	word := takeWord
	if o.Give {
		word = giveWord
	}
	dst = append(append(append(append(dst, o.Leader...), ' '), word.de...), ' ')
	dst = appendInt(append(append(dst, o.Kind.Code()...), ' '), o.Count)
	if o.Other != "" {
		dst = append(append(dst, ' '), o.Other...)
	}
	return dst
}

// Print appends `Flotte_2 7`.
func (o SailOrder) Print(dst []byte) []byte {
	return appendInt(append(appendFleet(dst, o.Fleet), ' '), o.Area)
}

// Print appends `Flotte_2 zu Flotte_1`.
func (o JoinOrder) Print(dst []byte) []byte {
	dst = append(append(append(appendFleet(dst, o.Fleet), ' '), joinWord.de...), ' ')
	return appendFleet(dst, o.To)
}

// Print appends `Flotte_2 gibt ESK 1 Flotte_3`.
func (o ShipsOrder) Print(dst []byte) []byte {
	word := takeWord
	if o.Give {
		word = giveWord
	}
	dst = append(append(append(appendFleet(dst, o.Fleet), ' '), word.de...), ' ')
	dst = appendInt(append(append(dst, o.Class.Code()...), ' '), o.Count)
	if o.Other > 0 {
		dst = appendFleet(append(dst, ' '), o.Other)
	}
	return dst
}

// Print appends `Cortez rueckzug verlust 50 nach 12 13`.
func (o CombatOrder) Print(dst []byte) []byte { return o.write(dst, phrase.De) }

// write is Print in the words of a language.
func (o CombatOrder) write(dst []byte, lang phrase.Lang) []byte {
	if o.Leader != "" {
		dst = append(dst, o.Leader...)
	} else {
		dst = fleetWord.append(dst, lang, o.Fleet)
	}
	dst = append(append(append(dst, ' '), topicWords[o.Topic].in(lang)...), ' ')
	switch {
	case o.None:
		return append(dst, noneWord.in(lang)...)
	case o.Topic == TopicWithdraw:
		return o.Withdraw.write(dst, lang)
	case o.Topic == TopicLosses:
		return o.printLosses(dst)
	case o.Yes:
		return append(dst, yesWord.in(lang)...)
	}
	return append(dst, noWord.in(lang)...)
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

func (w Withdrawal) write(dst []byte, lang phrase.Lang) []byte {
	dst = append(dst, whenWords[w.When].in(lang)...)
	if w.When == AtLoss || w.When == BelowCF {
		dst = appendInt(append(dst, ' '), w.N)
	}
	for i, p := range w.To {
		if i == 0 {
			dst = append(append(dst, ' '), toWord.in(lang)...)
		}
		dst = append(dst, ' ')
		if p.Fleet > 0 {
			dst = fleetWord.append(dst, lang, p.Fleet)
		} else {
			dst = appendInt(dst, p.Area)
		}
	}
	return dst
}

// Print appends `14 INF 2`.
func (o RaiseOrder) Print(dst []byte) []byte {
	dst = append(appendInt(dst, o.Area), ' ')
	switch o.What {
	case MusterLeader:
		dst = append(dst, leaderWord.de...)
	case MusterMedic:
		dst = append(dst, medicWord.de...)
	case MusterShips:
		dst = appendInt(append(append(dst, o.Class.Code()...), ' '), o.Count)
	default:
		dst = appendInt(append(append(dst, o.Kind.Code()...), ' '), o.Count)
	}
	switch o.Post {
	case PostLeader:
		dst = append(append(dst, ' '), o.Name...)
	case PostGarrison:
		dst = append(append(dst, ' '), garrisonWord.de...)
	case PostRegiment:
		dst = append(append(dst, ' '), regimentWord.de...)
	case PostFleet:
		dst = appendFleet(append(dst, ' '), o.Fleet)
	}
	return dst
}

// Print appends `14 Ausbau`.
func (o BuildOrder) Print(dst []byte) []byte {
	return append(append(appendInt(dst, o.Area), ' '), workWords[o.Work].de...)
}

// Print appends `3 P`.
func (o TreatyOrder) Print(dst []byte) []byte {
	return append(appendInt(dst, o.Realm), ' ', stanceLetters[o.Stance])
}

// Print appends `Sprache en`.
func (o SettingOrder) Print(dst []byte) []byte {
	return append(append(append(dst, o.Setting...), ' '), o.Value...)
}
