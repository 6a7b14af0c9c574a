package order

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
)

// The canonical forms: German words, one blank between them, numbers without
// marks. What a realm is shown of its own orders has the words of its language.

func appendInt[N int | int64](dst []byte, n N) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// Print appends `1 Vorruecken 223 Entsatz 400`.
func (o ArmyOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o ArmyOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(append(appendInt(dst, o.Army), ' '), CommandWords[o.Command].In(lang)...)
	if len(o.Steps) > 0 {
		dst = append(dst, ' ')
		for _, d := range o.Steps {
			dst = append(dst, '0'+byte(d))
		}
	}
	if o.Relief == 0 {
		return dst
	}
	dst = append(append(append(dst, ' '), reliefWord.In(lang)...), ' ')
	if o.Relief == Full {
		return append(dst, fullWord.In(lang)...)
	}
	return appendInt(dst, o.Relief)
}

// Print appends `G12 850 2300 1 3`.
func (o ResultOrder) Print(dst []byte) []byte {
	dst = appendInt(append(dst, 'G'), o.Battle)
	if o.None {
		return append(append(dst, ' '), frame.No.De...)
	}
	dst = appendInt(append(dst, ' '), o.Own)
	dst = appendInt(append(dst, ' '), o.Other)
	dst = appendInt(append(dst, ' '), o.OwnGoals)
	return appendInt(append(dst, ' '), o.OtherGoals)
}

// Print appends `Einsatz 712 600`.
func (o StakeOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o StakeOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(append(dst, stakeWord.In(lang)...), ' ')
	return appendInt(append(appendInt(dst, o.On), ' '), o.Points)
}
