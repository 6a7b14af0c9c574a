package conformance

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// sheetsOfValues is how many sheets of random values are written.
const sheetsOfValues = 10_000

// valued: what a form prints it reads, the same values and from them the same line, in each language. The lines of a
// whole sheet are told apart in its text. Orders that are read are canonical in some form, too.
func valued(tb *table, bad fail) {
	l := tb.rb.Language()
	said, pool := map[string]bool{}, pooled(l)
	for n := range Often(200, sheetsOfValues) {
		d := tb.seed.Throw(0, 0, "values", int64(n))
		lang := phrase.Langs[n%len(phrase.Langs)]
		var text strings.Builder
		var want []written
		for i := range l.Sections {
			s := &l.Sections[i]
			if s.Kind != orders.Lines {
				continue
			}
			text.WriteString("$" + string(s.Letter) + "\n")
			for range d.N(4) {
				w := written{section: s, form: int(d.N(int64(len(s.Forms))))}
				w.values = pool.random(s, s.Forms[w.form], lang, d)
				w.line = s.Forms[w.form].Print(w.values, lang)
				want = append(want, w)
				text.WriteString(w.line + "\n")
			}
		}
		rows := slices.DeleteFunc(l.Rows(text.String(), len(want)), func(r orders.Row) bool { return r.Kind != orders.OrderRow })
		if len(rows) != len(want) {
			bad("%d rows of orders in\n%s", len(rows), text.String())
			continue
		}
		for i, w := range want {
			form, values := w.section.Form(rows[i].Text, lang)
			if form != w.form || !slices.Equal(values, w.values) || rows[i].Section != w.section.Letter {
				if key := shown(w.section.Forms[w.form]); !said[key] {
					said[key] = true
					bad("$%c: %q of the form %d %s, %q, is read as form %d, %q", w.section.Letter, w.line, w.form, key,
						w.values, form, values)
				}
				continue
			}
			if again := w.section.Forms[form].Print(values, lang); again != w.line {
				bad("$%c: %q is printed %q", w.section.Letter, w.line, again)
			}
			if wrong := malformed(w); wrong != "" && !said[w.line] && len(said) < 20 {
				said[w.line] = true
				bad("$%c: %q of the form %s: %s", w.section.Letter, w.line, shown(w.section.Forms[form]), wrong)
			}
			if o := rows[i].Order; o != nil {
				line := string(o.Print(nil, lang))
				if form, _ := w.section.Form(line, lang); form < 0 && !said[line] && len(said) < 20 {
					said[line] = true
					bad("$%c: no form reads %q, which is shown as %q", w.section.Letter, w.line, line)
				}
			}
		}
	}
}

// written is a line of random values.
type written struct {
	section *orders.Section
	form    int
	values  []string
	line    string
}

// malformed returns the code of an error about a line that is about its form, not about a value in it. Some orders need
// a part that others do not have.
func malformed(w written) string {
	_, problems := w.section.Line(w.line)
	for _, p := range problems {
		code := p.What.Code
		optional := code == "missing" && slices.ContainsFunc(w.section.Forms[w.form].Parts,
			func(p orders.Part) bool { return p.Optional })
		if p.Severity == orders.Error && slices.Contains([]string{"unexpected", "missing", "surplus"}, code) && !optional {
			return code
		}
	}
	return ""
}

// pool are the values in a rulebook's examples, by section and part, and by the kind of part.
type pool map[string][]string

func pooled(l *orders.Language) pool {
	out := pool{}
	add := func(key, value string) {
		if !slices.Contains(out[key], value) {
			out[key] = append(out[key], value)
		}
	}
	for i := range l.Sections {
		s := &l.Sections[i]
		for _, line := range s.Examples {
			form, values := s.Form(line, phrase.De)
			for k, value := range values {
				p := s.Forms[form].Parts[k]
				for _, one := range strings.Fields(value) {
					if p.Apart {
						one = value
					}
					add(string(s.Letter)+p.Name, one)
					add(string(p.Kind), one)
				}
			}
		}
	}
	return out
}

// random returns random values for a form, in a language.
func (of pool) random(s *orders.Section, f orders.Form, lang phrase.Lang, d *game.Dice) []string {
	values := make([]string, len(f.Parts))
	for i, p := range f.Parts {
		if p.Optional && d.N(2) == 0 {
			continue
		}
		known := of[string(s.Letter)+p.Name]
		if len(known) == 0 {
			known = of[string(p.Kind)]
		}
		if len(known) == 0 {
			known = fillings[p.Kind]
		}
		times := int64(1)
		if p.Again && p.Kind != orders.APath {
			times += d.N(3)
		}
		var all []string
		for range times {
			all = append(all, randomValue(p, known, lang, d))
		}
		values[i] = strings.Join(all, " ")
	}
	return values
}

// randomValue is a value for a part: any of its kind, or one of those known.
func randomValue(p orders.Part, known []string, lang phrase.Lang, d *game.Dice) string {
	one := func(of ...string) string { return of[d.N(int64(len(of)))] }
	digits := func(n int64, of string) (out string) {
		for range n {
			out += string(of[d.N(int64(len(of)))])
		}
		return out
	}
	switch p.Kind {
	case orders.OneOf:
		c := p.Choices[d.N(int64(len(p.Choices)))]
		if lang == phrase.En {
			return c.En
		}
		return c.De
	case orders.AnyNumber:
		return strconv.FormatInt(d.N(5000), 10)
	case orders.ARealm:
		return strconv.FormatInt(1+d.N(99), 10)
	case orders.APath:
		if p.Digits > 0 {
			return strings.TrimRight(digits(d.N(int64(p.Digits)+1), "0123456"), "0")
		}
		return digits(1+d.N(6), "123456")
	case orders.APlace:
		if p.Apart {
			return strconv.FormatInt(d.N(80)-40, 10) + "/" + strconv.FormatInt(d.N(80)-40, 10)
		}
	case orders.AnyText:
		return one("Neustadt", "Große Burg", "a", "Burg V 3")
	}
	return one(known...)
}
