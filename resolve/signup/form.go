package signup

import (
	"slices"
	"strings"
	"unicode"

	"weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// Form is a sign-up as a letter fills it in, a line each: `Reich: Moorland`.
type Form struct {
	Record
	Kinds, Cultures Offers
	Faults          []phrase.Phrase
	Unnamed         bool // who asked has said no name, neither his own nor the realm's
}

// formFields are the names of its lines, German and English.
var formFields = map[string]string{
	"name": "player", "spieler": "player", "player": "player", "reich": "name", "realm": "name",
	"art": "kind", "kind": "kind", "kultur": "culture", "culture": "culture", "sprache": "lang", "language": "lang",
}

// formLines is how many lines of a letter are looked at.
const formLines = 200

// fieldsIn reads the lines of a form in texts; of two for one thing the first counts, for an
// answer has what is new above what is quoted.
func fieldsIn(fields map[string]string, text string) {
	lines := strings.SplitN(text, "\n", formLines+1)
	for _, line := range lines[:min(len(lines), formLines)] {
		key, value, ok := strings.Cut(strings.TrimLeft(line, "> \t"), ":")
		field := formFields[strings.ToLower(strings.TrimSpace(key))]
		if value = strings.TrimSpace(value); ok && field != "" && value != "" && fields[field] == "" {
			fields[field] = value
		}
	}
}

// Besides is a text without the form's lines, and whether one of them leads it.
func Besides(text string) (rest string, leads bool) {
	var others []string
	for n, line := range strings.Split(text, "\n") {
		fields := map[string]string{}
		if fieldsIn(fields, line); len(fields) == 0 {
			others = append(others, line)
		} else if n == 0 {
			leads = true
		}
	}
	return strings.Join(others, "\n"), leads
}

// Differs tells whether a quoted form says anything but the one that was shown.
func Differs(shown, quoted string) bool {
	was, is := map[string]string{}, map[string]string{}
	fieldsIn(was, shown)
	fieldsIn(is, quoted)
	for field, value := range is {
		if value != was[field] {
			return true
		}
	}
	return false
}

// Read takes what a text says.
func (f *Form) Read(text string) {
	fields := map[string]string{}
	fieldsIn(fields, text)
	f.take(fields)
}

// Answered takes what the answer to a letter of ours says. What was wished for and is not
// offered is asked again, unless the player's own words say what else: an older letter
// that he quotes says what would have been given unasked.
func (f *Form) Answered(own, quoted string) {
	fields := map[string]string{}
	fieldsIn(fields, own)
	asked := map[string]bool{}
	for _, field := range f.Asked {
		asked[field] = fields[field] == ""
	}
	fieldsIn(fields, quoted)
	for field, again := range asked {
		if again {
			delete(fields, field)
		}
	}
	f.take(fields)
	for _, field := range []string{"kind", "culture"} {
		if asked[field] {
			f.refuse("signup-no-" + field)
		}
	}
}

// take fills the form in, in the order in which it is shown, but for the language, in
// which the rest is said.
func (f *Form) take(fields map[string]string) {
	for _, field := range []string{"lang", "player", "name", "kind", "culture"} {
		if value := fields[field]; value != "" {
			f.fill(field, value)
		}
	}
}

// refuse notes what cannot be. The value is not quoted: the letter may go to somebody who
// has never written one.
func (f *Form) refuse(code string) { f.Faults = append(f.Faults, phrase.P(code)) }

func (f *Form) fill(field, value string) {
	switch field {
	case "kind":
		f.choose(field, &f.Kind, f.Kinds, value)
	case "culture":
		f.choose(field, &f.Culture, f.Cultures, value)
	case "lang":
		switch l := strings.ToLower(value); {
		case l == "de" || strings.HasPrefix(l, "deu") || strings.HasPrefix(l, "ger"):
			f.Lang = phrase.De
		case l == "en" || strings.HasPrefix(l, "eng"):
			f.Lang = phrase.En
		default:
			f.refuse("signup-no-lang")
		}
	default:
		value = name.Neat(value)
		if wrong := name.Wrong(value); wrong.Code != "" {
			f.Faults = append(f.Faults, wrong)
			return
		}
		if field == "player" {
			f.Player = value
		} else {
			f.Name = value
		}
	}
}

// choose takes one of what is offered; where nothing is, the wish is passed over.
func (f *Form) choose(field string, chosen *string, of Offers, value string) {
	if of.None() {
		return
	}
	f.Asked = slices.DeleteFunc(slices.Clone(f.Asked), func(s string) bool { return s == field })
	code, ok := of.Find(value)
	if *chosen = code; !ok {
		f.Asked = append(f.Asked, field)
		f.refuse("signup-no-" + field)
	}
}

// Complete fills in what nobody said: the player is called as his mail program
// says, the realm as he is.
func (f *Form) Complete(fromName string) {
	local, _, _ := strings.Cut(f.Mail, "@")
	for _, s := range []string{fromName, strings.Map(lettersOnly, local), f.Name, "N. N."} {
		if s = name.Neat(s); f.Player == "" && name.Wrong(s).Code == "" {
			f.Player = s
		}
	}
	if f.Name == "" {
		f.Name = f.Player
	}
	if f.Kind == "" && !slices.Contains(f.Asked, "kind") {
		f.Kind = f.Kinds.first()
	}
	if f.Culture == "" && !slices.Contains(f.Asked, "culture") {
		f.Culture = f.Cultures.first()
	}
}

func lettersOnly(r rune) rune {
	if unicode.IsLetter(r) {
		return r
	}
	return -1
}

// Show tells what is written down, as lines to be changed in an answer, and what
// could not be. As long as the address is nobody's the names are not shown: that
// letter is mailed to whom a From names, and what they say is anybody's to choose.
func (f *Form) Show(t *wording.Text, names bool) {
	for _, p := range f.Faults {
		t.Line("  " + t.Book.Say(p))
	}
	if len(f.Faults) > 0 {
		t.Line("")
	}
	switch {
	case names:
	case f.Unnamed:
		t.Say("signup-unnamed")
	default:
		t.Say("signup-names")
	}
	t.Say("signup-form")
	t.Line("")
	f.Lines(t, names)
	f.choices(t, "kind", f.Kinds)
	f.choices(t, "culture", f.Cultures)
}

// choices lists what may be chosen, each with what it is good for.
func (f *Form) choices(t *wording.Text, field string, of Offers) {
	offers := of.In(t.Book.Lang)
	if len(offers) < 2 && !slices.Contains(f.Asked, field) {
		return
	}
	t.Line("")
	t.Say("signup-" + field + "s")
	for _, o := range offers {
		t.Line("  " + strings.TrimSuffix(o.Name+": "+o.Line, ": "))
	}
}

// Lines are those of the form, as they may be sent back. What is asked again is empty.
func (f *Form) Lines(t *wording.Text, names bool) {
	if names {
		t.Say("form.player", phrase.Str("value", f.Player))
		t.Say("form.realm", phrase.Str("value", f.Name))
	}
	f.chosen(t, "kind", f.Kind, f.Kinds)
	f.chosen(t, "culture", f.Culture, f.Cultures)
	t.Say("form.lang", phrase.Str("value", string(f.Lang)))
}

func (f *Form) chosen(t *wording.Text, field, code string, of Offers) {
	if code != "" || slices.Contains(f.Asked, field) {
		t.Line(strings.TrimSpace(t.Book.Say(phrase.P("form."+field, phrase.Str("value", of.Name(code, t.Book.Lang))))))
	}
}
