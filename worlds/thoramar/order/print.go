package order

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/realm"
)

// The canonical forms: one blank between words, codes in upper case, thirteen
// directions, numbers without marks.

func appendXY(dst []byte, at realm.XY) []byte {
	dst = strconv.AppendInt(append(dst, ' '), int64(at.X), 10)
	return strconv.AppendInt(append(dst, ' '), int64(at.Y), 10)
}

// xyText gives a position as reports write it: "-1/3".
func xyText(at realm.XY) string { return strconv.Itoa(at.X) + "/" + strconv.Itoa(at.Y) }

// Print appends `STD 2 4 Sewastopol`.
func (o BuildOrder) Print(dst []byte) []byte {
	dst = appendXY(append(dst, o.Building...), o.At)
	if o.Name != "" {
		dst = append(append(dst, ' '), o.Name...)
	}
	return dst
}

// Print appends `W 2 -1 34`.
func (o EdgeOrder) Print(dst []byte) []byte {
	dst = append(appendXY(append(dst, byte(o.Edge)), o.At), ' ')
	for _, d := range o.Dirs {
		dst = append(dst, '0'+byte(d))
	}
	return dst
}

// Print appends `+K.M 1 2500 0 0`.
func (o RecruitOrder) Print(dst []byte) []byte {
	if o.Fit {
		dst = append(dst, '+')
	}
	dst = strconv.AppendInt(append(o.Army.Append(dst), ' '), o.Count, 10)
	dst = appendXY(dst, o.At)
	if o.Dir != 0 {
		dst = append(dst, ' ', '0'+byte(o.Dir))
	}
	return dst
}

// Print appends `K.M 1 1220000000000 A+ K.M 2 1000`.
func (o ArmyOrder) Print(dst []byte) []byte {
	dst = append(o.Army.Append(dst), ' ')
	for _, d := range o.Plan {
		dst = append(dst, '0'+byte(d))
	}
	dst = append(dst, ' ', byte(o.Command))
	if o.Flag != realm.NoSign {
		dst = append(dst, byte(o.Flag))
	}
	return print(o.Special, dst)
}

func print(s realm.Special, dst []byte) []byte {
	switch s.Form {
	case realm.AnArmy:
		dst = s.Army.Append(append(dst, ' '))
		if s.Count != 0 {
			dst = strconv.AppendInt(append(dst, ' '), s.Count, 10)
		}
	case realm.AField:
		dst = appendXY(dst, s.At)
	case realm.ABuilding:
		dst = append(append(dst, ' '), s.Building...)
	case realm.AnEdge:
		dst = append(dst, ' ', byte(s.Edge), ' ', '0'+byte(s.Dir))
	case realm.ACode:
		dst = strconv.AppendInt(append(dst, ' '), s.Count, 10)
	}
	return dst
}

// Print appends `1 20000`.
func (o TransferOrder) Print(dst []byte) []byte {
	dst = strconv.AppendInt(dst, int64(o.Realm), 10)
	return strconv.AppendInt(append(dst, ' '), o.Amount, 10)
}

// Print appends `4 500 zurueck`.
func (o PaybackOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o PaybackOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	dst = TransferOrder(o).Print(dst)
	return append(append(dst, ' '), backWord(lang)...)
}

// Print appends `2 1 1`.
func (o CedeOrder) Print(dst []byte) []byte {
	return appendXY(strconv.AppendInt(dst, int64(o.Realm), 10), o.At)
}

// Print appends `1 A`.
func (o TreatyOrder) Print(dst []byte) []byte {
	return append(strconv.AppendInt(dst, int64(o.Realm), 10), ' ', byte(o.Treaty))
}

// Print appends `Computer PC`.
func (o SettingOrder) Print(dst []byte) []byte {
	for _, s := range settingTable {
		if s.letter == o.Setting {
			dst = append(dst, s.word...)
		}
	}
	return append(dst, strings.TrimRight(" "+o.Value, " ")...)
}

// Speak is Print in the words of a language.
func (o SettingOrder) Speak(dst []byte, lang phrase.Lang) []byte {
	if lang != phrase.En {
		return o.Print(dst)
	}
	for i := range settingTable {
		if s := &settingTable[i]; s.letter == o.Setting {
			return append(append(dst, s.in(lang)...), strings.TrimRight(" "+s.valueIn(lang, o.Value), " ")...)
		}
	}
	return o.Print(dst)
}
