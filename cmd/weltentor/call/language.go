package call

import (
	"strings"

	"weltentor/orders/phrase"
)

// ChooseLang returns the language of the last valid --lang, otherwise that of the environment, otherwise English. It
// looks at the unparsed arguments, because the help must be in the right language too.
func ChooseLang(args []string, env func(string) string) phrase.Lang {
	var asked phrase.Lang
	for i, a := range args {
		value, ok := strings.CutPrefix(a, "--lang=")
		if a == "--lang" && i+1 < len(args) {
			value, ok = args[i+1], true
		}
		if ok && (value == string(phrase.De) || value == string(phrase.En)) {
			asked = phrase.Lang(value)
		}
	}
	if asked != "" {
		return asked
	}
	if strings.HasPrefix(strings.ToLower(spoken(env)), "de") {
		return phrase.De
	}
	return phrase.En
}

// spoken returns the environment's language, and "" if it names none.
func spoken(env func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := env(name); v != "" {
			return v
		}
	}
	return ""
}

// Speaking returns the call in the language of a world's game master, unless a language was asked for. A crontab has
// none.
func (c *Call) Speaking(lang phrase.Lang) *Call {
	name, _, _ := strings.Cut(spoken(c.Env), ".")
	if c.Asked || name != "" && name != "C" && name != "POSIX" {
		return c
	}
	own := *c
	own.Voice = NewVoice(lang, c.Voice.Out, c.Voice.Err)
	return &own
}
