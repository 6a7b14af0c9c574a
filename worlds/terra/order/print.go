package order

import (
	"strconv"

	"weltentor/orders/phrase"
)

// The canonical forms: German words, one blank between them, numbers without
// marks. What a realm is shown of its own orders has the words of its language.

// in is the keyword in a language.
func (n named) in(lang phrase.Lang) string {
	if lang == phrase.En {
		return n.En
	}
	return n.De
}

func appendInt[N int | int64](dst []byte, n N) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// Print appends `1 Vorruecken 223 Entsatz 400`.
func (o ArmyOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o ArmyOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = append(append(appendInt(dst, o.Army), ' '), CommandWords[o.Command].in(lang)...)
	if len(o.Steps) > 0 {
		dst = append(dst, ' ')
		for _, d := range o.Steps {
			dst = append(dst, '0'+byte(d))
		}
	}
	if o.Relief == 0 {
		return dst
	}
	dst = append(append(append(dst, ' '), reliefWord.in(lang)...), ' ')
	if o.Relief == Full {
		return append(dst, fullWord.in(lang)...)
	}
	return appendInt(dst, o.Relief)
}

// Print appends `G12 850 2300 1 3`.
func (o ResultOrder) Print(dst []byte) []byte {
	dst = appendInt(append(dst, 'G'), o.Battle)
	if o.None {
		return append(append(dst, ' '), noWord.De...)
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
	dst = append(append(dst, stakeWord.in(lang)...), ' ')
	return appendInt(append(appendInt(dst, o.On), ' '), o.Points)
}

// Print appends `Spielt ja`.
func (o SettingOrder) Print(dst []byte) []byte {
	dst = append(dst, o.Setting...)
	if o.Value == "" {
		return dst
	}
	return append(append(dst, ' '), o.Value...)
}

// Speak is Print in the words of a language.
func (o SettingOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	for _, s := range settingWords {
		if s.name.De == o.Setting {
			dst = append(dst, s.name.in(lang)...)
		}
	}
	if o.Value == "" {
		return dst
	}
	return append(append(dst, ' '), o.ValueIn(lang)...)
}

// ValueIn is the value in the words of a language.
func (o SettingOrder) ValueIn(lang phrase.Lang) string {
	for _, s := range settingWords {
		for _, v := range s.values {
			if s.name.De == o.Setting && v.De == o.Value {
				return v.in(lang)
			}
		}
	}
	return o.Value
}
