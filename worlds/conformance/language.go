package conformance

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// sections: letters are unique, I and E stay reserved, names in both languages find the right section, and each
// section shows how it is written.
func sections(tb *table, bad fail) {
	l := tb.rb.Language()
	if l == nil || len(l.Sections) == 0 {
		bad("no order language")
		return
	}
	seen := map[byte]bool{}
	for _, s := range l.Sections {
		switch {
		case s.Letter < 'A' || s.Letter > 'Z':
			bad("section %q has no upper-case letter", s.Letter)
		case s.Letter == 'I' || s.Letter == 'E':
			bad("section %c is reserved in every game", s.Letter)
		case seen[s.Letter]:
			bad("section %c stands there twice", s.Letter)
		}
		seen[s.Letter] = true
		if (s.Line != nil) != (s.Kind == orders.Lines) {
			bad("section %c: lines and only lines are read by Line", s.Letter)
		}
		if s.Kind == orders.Lines && len(s.Examples) == 0 {
			bad("section %c shows no example", s.Letter)
		}
	}
	for _, s := range l.Sections {
		if len(s.Names) < 2 || s.Names[0] == "" || s.Names[0][0] != s.Letter {
			bad("section %c is named %q, not in German and English, or not by its letter", s.Letter, s.Names)
			continue
		}
		for _, n := range s.Names {
			if first := strings.ToUpper(n)[0]; first != s.Letter && (seen[first] || first == 'I' || first == 'E') {
				bad("section %c is named %q, and `$%s` would open another", s.Letter, n, n)
			}
		}
	}
}

// examples: the examples of a rulebook are correct, and read back from their print as they were.
func examples(tb *table, bad fail) {
	for _, s := range tb.rb.Language().Sections {
		if s.Kind != orders.Lines {
			continue
		}
		for _, line := range s.Examples {
			order, problems := s.Line(line)
			if order == nil {
				bad("example %q does not count: %s", line, tb.say(problems))
				continue
			}
			if tb.gravest(problems) == orders.Error {
				bad("example %q has errors, yet counts", line)
			}
			printed := string(order.Print(nil, phrase.De))
			if printed == "" || strings.ContainsAny(printed, "\r\n") {
				bad("example %q prints as %q, which is not one line", line, printed)
			}
			again, problems := s.Line(printed)
			if !reflect.DeepEqual(order, again) {
				bad("example %q prints as %q and that reads otherwise: %#v, was %#v %s", line, printed, again, order,
					tb.say(problems))
			} else if twice := string(again.Print(nil, phrase.De)); twice != printed {
				bad("example %q prints as %q, then as %q", line, printed, twice)
			}
			spoken(&s, order, printed, bad)
			if kept := string(order.Print([]byte("; "), phrase.De)); kept != "; "+printed {
				bad("Print does not append: %q", kept)
			}
		}
	}
}

// spoken: the words in which an order is shown read back as that order. In the language of the canonical words it is
// the canonical line.
func spoken(s *orders.Section, order orders.Order, printed string, bad fail) {
	for _, lang := range phrase.Langs {
		shown := string(order.Print(nil, lang))
		if again, problems := s.Line(shown); !reflect.DeepEqual(order, again) {
			bad("%q is shown as %q in %s, and that reads otherwise: %#v %v", printed, shown, lang, again, problems)
		}
		if lang == phrase.Langs[0] && shown != printed {
			bad("%q is shown as %q in %s", printed, shown, lang)
		}
	}
}

// ordered: the sheets of the example have each kind of order that the language has, but for $S, which orders nothing. What
// they never have no law tries.
func ordered(tb *table, bad fail) {
	l, missing := tb.rb.Language(), map[string]string{} // an example of each kind
	kind := func(letter byte, o orders.Order) string { return fmt.Sprintf("$%c %T", letter, o) }
	for _, s := range l.Sections {
		for _, line := range s.Examples {
			if s.Kind == orders.Lines && s.Letter != 'S' {
				order, _ := s.Line(line)
				missing[kind(s.Letter, order)] = line
			}
		}
	}
	for turns := range tb.ex.Turns {
		for _, s := range tb.sheets(tb.after(turns)) {
			for _, line := range l.Parse(s.Text).Lines {
				delete(missing, kind(line.Section, line.Order))
			}
		}
	}
	for k, line := range missing {
		bad("no sheet of the example has an order such as %q (%s): let Sheet write some", line, k)
	}
}

// badLines: any line either counts, or an error says why not, at a column of the line and in both languages. What
// counts can be printed and read back.
func badLines(tb *table, bad fail) {
	d := tb.seed.Throw(0, 0, "bad lines")
	for _, s := range tb.rb.Language().Sections {
		if s.Kind != orders.Lines || len(s.Examples) == 0 {
			continue
		}
		for range 400 {
			tb.badLine(s, mutateLine(s.Examples[d.N(int64(len(s.Examples)))], d), bad)
		}
	}
}

func (tb *table) badLine(s orders.Section, line string, bad fail) {
	defer panicked(bad, "$%c %q", s.Letter, line)
	order, problems := s.Line(line)
	if order == nil && tb.gravest(problems) != orders.Error {
		bad("$%c %q does not count, and no error says why", s.Letter, line)
	}
	if order != nil && tb.gravest(problems) == orders.Error {
		bad("$%c %q has an error, yet counts", s.Letter, line)
	}
	for _, p := range problems {
		if p.Col < 1 || p.Col > utf8.RuneCountInString(line)+1 {
			bad("$%c %q: problem %s at column %d", s.Letter, line, p.What.Code, p.Col)
		}
		tb.worded(p.What, bad)
	}
	if order == nil {
		return
	}
	printed := string(order.Print(nil, phrase.De))
	if again, _ := s.Line(printed); !reflect.DeepEqual(order, again) {
		bad("$%c %q prints as %q and that reads otherwise", s.Letter, line, printed)
	}
}

// gravest is the worst severity among problems, and "" if there are none.
func (tb *table) gravest(problems []orders.Problem) orders.Severity {
	var worst orders.Severity
	for _, p := range problems {
		if p.Severity == orders.Error {
			return orders.Error
		}
		worst = p.Severity
	}
	return worst
}

func (tb *table) say(problems []orders.Problem) string {
	var b strings.Builder
	for _, p := range problems {
		b.WriteString(tb.rb.Words(phrase.En).Say(p.What) + " [" + p.What.Code + "] ")
	}
	return b.String()
}
