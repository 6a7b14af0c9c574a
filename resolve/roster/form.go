package roster

import (
	"slices"
	"strings"
	"unicode"

	"weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// SignupForm is a sign-up as a letter fills it in, one line each: `Reich: Moorland`.
type SignupForm struct {
	Applicant
	Kinds, Cultures Offers
	Faults          []phrase.Phrase
	Unnamed         [2]bool // no name was given that could be: the player's, the realm's
}

// formFields are the names of its lines, German and English.
var formFields = map[string]string{
	"name": "player", "spieler": "player", "player": "player", "reich": "name", "realm": "name",
	"art": "kind", "kind": "kind", "kultur": "culture", "culture": "culture", "sprache": "lang", "language": "lang",
}

// formLines is how many lines of a letter are read.
const formLines = 200

// fieldsIn reads the lines of a form in texts. If there are two lines for one thing, the first counts: an answer has
// what is new above what is quoted.
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

// Besides is a text without the form's lines, and whether one of them comes first.
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

// Differs reports whether a quoted form says anything other than the one that was shown.
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

// Read fills the form in from a text.
func (f *SignupForm) Read(text string) {
	fields := map[string]string{}
	fieldsIn(fields, text)
	f.take(fields)
}

// Answered fills the form in from the answer to one of our letters. If a wish was for something not offered, the form
// asks again, unless the player's own words choose something else. An older letter that is quoted only says what would
// have been given by default.
func (f *SignupForm) Answered(own, quoted string) {
	fields := map[string]string{}
	fieldsIn(fields, own)
	wished := map[string]bool{"kind": fields["kind"]+f.Kind != "", "culture": fields["culture"]+f.Culture != ""}
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
	for field, of := range map[string]Offers{"kind": f.Kinds, "culture": f.Cultures} {
		if code, ok := of.Find(fields[field]); ok && code == of.first() && !wished[field] {
			delete(fields, field) // what the form showed is no wish
		}
	}
	f.take(fields)
	for _, field := range []string{"kind", "culture"} {
		if asked[field] {
			f.refuse("signup-no-" + field)
		}
	}
}

// take fills the form in, in the order in which it is shown. Only the language comes first, since the rest is said in
// it.
func (f *SignupForm) take(fields map[string]string) {
	for _, field := range []string{"lang", "player", "name", "kind", "culture"} {
		if value := fields[field]; value != "" {
			f.fill(field, value)
		}
	}
}

// refuse records an entry that is not possible. The value is not quoted: the letter may go to somebody who never wrote
// one.
func (f *SignupForm) refuse(code string) { f.Faults = append(f.Faults, phrase.P(code)) }

func (f *SignupForm) fill(field, value string) {
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

// choose takes one of the offers. If there are none, the wish is ignored.
func (f *SignupForm) choose(field string, chosen *string, of Offers, value string) {
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

// Complete fills in the names that are missing: the player's from their mail program, and the realm's from the
// player's.
func (f *SignupForm) Complete(fromName string) {
	local, _, _ := strings.Cut(f.Mail, "@")
	for _, s := range []string{fromName, strings.Map(lettersOnly, local), f.Name, "N. N."} {
		if s = name.Neat(s); f.Player == "" && name.Wrong(s).Code == "" {
			f.Player = s
		}
	}
	if f.Name == "" {
		f.Name = f.Player
	}
}

func lettersOnly(r rune) rune {
	if unicode.IsLetter(r) {
		return r
	}
	return -1
}

// Show lists what is recorded, as lines to be changed in an answer, and what was not possible. Names are not shown
// while the address is not yet a player's. That letter goes to whoever a From names, and anybody may have chosen the
// names in it.
func (f *SignupForm) Show(t *wording.Text, names bool) {
	for _, p := range f.Faults {
		t.Line("  " + t.Book.Say(p))
	}
	if len(f.Faults) > 0 {
		t.Line("")
	}
	if !names {
		t.Say(map[[2]bool]string{{}: "signup-names", {true, true}: "signup-unnamed", {true, false}: "signup-unnamed-player",
			{false, true}: "signup-unnamed-realm"}[f.Unnamed])
	}
	t.Say("signup-form")
	t.Line("")
	f.Lines(t, names)
	f.choices(t, "kind", f.Kinds)
	f.choices(t, "culture", f.Cultures)
}

// choices lists what may be chosen, each with what it is good for.
func (f *SignupForm) choices(t *wording.Text, field string, of Offers) {
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

// Lines adds the form's lines to t, ready to be sent back. An entry that is asked for again is empty.
func (f *SignupForm) Lines(t *wording.Text, names bool) {
	if names {
		t.Say("form.player", phrase.Str("value", f.Player))
		t.Say("form.realm", phrase.Str("value", f.Name))
	}
	f.chosen(t, "kind", f.Kind, f.Kinds)
	f.chosen(t, "culture", f.Culture, f.Cultures)
	t.Say("form.lang", phrase.Str("value", string(f.Lang)))
}

// chosen adds the line of a choice: what was wished for, or the default.
func (f *SignupForm) chosen(t *wording.Text, field, code string, of Offers) {
	again := slices.Contains(f.Asked, field)
	if code == "" && !again {
		code = of.first()
	}
	if code != "" || again {
		t.Line(strings.TrimSpace(t.Book.Say(phrase.P("form."+field, phrase.Str("value", of.Name(code, t.Book.Lang))))))
	}
}
