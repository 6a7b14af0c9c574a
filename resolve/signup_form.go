package resolve

import (
	"slices"
	"strings"
	"unicode"

	"weltentor/orders"
	"weltentor/orders/name"
	"weltentor/orders/phrase"
)

// form is a sign-up as a letter fills it in, a line each: `Reich: Moorland`.
type form struct {
	signupRecord
	cultures []string
	wrong    []phrase.Phrase
	unknown  bool // a culture was wished for that there is not: it is asked for again
}

// formFields are the names of its lines, German and English.
var formFields = map[string]string{
	"name": "player", "spieler": "player", "player": "player",
	"reich": "name", "realm": "name", "kultur": "culture", "culture": "culture", "sprache": "lang", "language": "lang",
}

// read takes what a text says; of two lines for one thing the first counts, for
// an answer has what is new above what is quoted.
func (f *form) read(text string) {
	seen := map[string]bool{}
	lines := strings.SplitN(text, "\n", formLines+1)
	for _, line := range lines[:min(len(lines), formLines)] {
		key, value, ok := strings.Cut(strings.TrimLeft(line, "> \t"), ":")
		field := formFields[strings.ToLower(strings.TrimSpace(key))]
		if value = strings.TrimSpace(value); !ok || field == "" || value == "" || seen[field] {
			continue
		}
		seen[field] = true
		f.fill(field, value)
	}
}

// formLines is how many lines of a letter are looked at.
const formLines = 200

func (f *form) fill(field, value string) {
	no := func(code string) { // the value is not quoted: the letter may go to somebody who has never written one
		f.wrong = append(f.wrong, phrase.P(code, phrase.Str("choices", strings.Join(f.cultures, ", "))))
	}
	switch field {
	case "culture":
		at := slices.IndexFunc(f.cultures, func(c string) bool { return strings.EqualFold(c, value) })
		if near := orders.Nearest(value, f.cultures); at < 0 && len(near) == 1 {
			at = slices.Index(f.cultures, near[0])
		}
		if at < 0 {
			f.Culture, f.unknown = "", true
			no("signup-no-culture")
			return
		}
		f.Culture = f.cultures[at]
	case "lang":
		switch l := strings.ToLower(value); {
		case l == "de" || strings.HasPrefix(l, "deu") || strings.HasPrefix(l, "ger"):
			f.Lang = phrase.De
		case l == "en" || strings.HasPrefix(l, "eng"):
			f.Lang = phrase.En
		default:
			no("signup-no-lang")
		}
	default:
		value = name.Neat(value)
		if wrong := name.Wrong(value); wrong.Code != "" {
			f.wrong = append(f.wrong, wrong)
			return
		}
		if field == "player" {
			f.Player = value
		} else {
			f.Name = value
		}
	}
}

// complete fills in what nobody said: the player is called as his mail program
// says, the realm as he is.
func (f *form) complete(fromName string) {
	local, _, _ := strings.Cut(f.Mail, "@")
	for _, s := range []string{fromName, strings.Map(lettersOnly, local), f.Name, "N. N."} {
		if s = name.Neat(s); f.Player == "" && name.Wrong(s).Code == "" {
			f.Player = s
		}
	}
	if f.Name == "" {
		f.Name = f.Player
	}
	if f.Culture == "" && len(f.cultures) > 0 && !f.unknown {
		f.Culture = f.cultures[0]
	}
}

func lettersOnly(r rune) rune {
	if unicode.IsLetter(r) {
		return r
	}
	return -1
}

// show tells what is written down, as lines to be changed in an answer, and what
// could not be. As long as the address is nobody's the names are not shown: that
// letter is mailed to whom a From names, and what they say is anybody's to choose.
func (f *form) show(t *text, names bool) {
	for _, p := range f.wrong {
		t.line("  " + t.book.Say(p))
	}
	if len(f.wrong) > 0 {
		t.line("")
	}
	if !names {
		t.say("signup-names")
	}
	t.say("signup-form")
	t.line("")
	f.lines(t, names)
	if len(f.cultures) > 1 {
		t.line("")
		t.say("signup-cultures", phrase.Str("choices", strings.Join(f.cultures, ", ")))
	}
}

// lines are those of the form, as they may be sent back.
func (f *form) lines(t *text, names bool) {
	if names {
		t.say("form.player", phrase.Str("value", f.Player))
		t.say("form.realm", phrase.Str("value", f.Name))
	}
	if f.Culture != "" {
		t.say("form.culture", phrase.Str("value", f.Culture))
	}
	t.say("form.lang", phrase.Str("value", string(f.Lang)))
}
