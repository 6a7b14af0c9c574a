package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
)

// settingExample is shown with a problem in a line of $S.
const settingExample = "Deutsch"

// SettingOrder is a word of $S.
type SettingOrder struct {
	Word string `part:"setting"`
}

var settings = part.New[SettingOrder](parts.With(part.Kinds{"setting": settingPart}),
	settingExample, settingExample, "english", "UTF8", "PC", "Amiga", "zip", "unzip", "voll", "short")

// Print appends the word.
func (o SettingOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o SettingOrder) Speak(dst []byte, lang phrase.Lang) []byte { return settings.Print(dst, o, lang) }

// Called is the group of the word: `zip/unzip`.
func (o SettingOrder) Called(lang phrase.Lang) string { return frame.BareGroup(o.Word, lang) }

// settingWords are the words of $S.
var settingWords = frame.BareSettings()

// settingPart is one of these words.
var settingPart = frame.SettingPart(settingWords, func(r *orders.Reading, t orders.Token) {
	unknown(r, t, "order.setting", orders.Nearest(t.Value, frame.BothWords(settingWords)))
})
