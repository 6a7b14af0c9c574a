package conformance

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// editing: a change by hand is lawful, has the same result when repeated, and leaves the world before it as it was. It
// is told to those whom the events name and to nobody else. A change that is refused says why in both languages.
func editing(tb *table, bad fail) {
	verbs := tb.start().Verbs()
	if len(verbs) == 0 {
		if tb.ex.Edits != nil {
			bad("the example shows changes by hand, and the worlds allow none")
		}
		return
	}
	for i, v := range verbs {
		tb.worded(v.What, bad)
		if v.Name == "" || slices.ContainsFunc(verbs[:i], func(u game.Verb) bool {
			return u.Name == v.Name && u.Form == v.Form
		}) {
			bad("the verb %q %q has no name, or is there twice", v.Name, v.Form)
		}
	}
	if tb.ex.Edits == nil {
		bad("the worlds can be changed by hand, and the example shows no changes")
		return
	}
	done := map[int]bool{}
	told := map[int]bool{} // by verb: only the first change of each verb is played, unless all are
	for _, turns := range []int{0, 1, 2, 3, 5, tb.ex.Turns / 4, tb.ex.Turns / 2, tb.ex.Turns - 1} {
		w := tb.inPlay(turns)
		before, d := w.State(), tb.dice(w, "edits")
		for _, line := range tb.ex.Edits(w, d) {
			form := formOf(verbs, line)
			if tb.edited(w, before, line, Whole() || !told[form], bad) {
				done[form], told[form] = true, true
			}
			for range Often(1, 8) {
				tb.edited(w, before, mutate(line, d), Whole(), bad)
			}
			tb.edited(w, before, line+" more", Whole(), bad)
			tb.edited(w, before, line[:strings.LastIndexByte(line, ' ')], Whole(), bad)
		}
	}
	for i, v := range verbs {
		if !done[i] && !tb.ex.SomeEdits {
			bad("no example of %q %q was ever done", v.Name, v.Form)
		}
	}
}

// formOf returns the index of the verb that a line is a form of, and −1 if there is none.
func formOf(verbs []game.Verb, line string) int {
	words := strings.Fields(line)
	return slices.IndexFunc(verbs, func(v game.Verb) bool {
		form := strings.Fields(v.Name + " " + v.Form)
		if len(form) != len(words) {
			return false
		}
		for i := range form {
			if form[i] != words[i] && form[i] != strings.ToUpper(form[i]) {
				return false
			}
		}
		return true
	})
}

// edited makes a change in a world with the state before, and checks it, and also the turn after it if play is true. It
// returns whether the change could be made.
func (tb *table) edited(w game.World, before []byte, line string, play bool, bad fail) bool {
	words := append(strings.Fields(line), "")
	edit := func(w game.World) (game.World, []game.Event, error) {
		return w.Edit(words[0], words[1:len(words)-1])
	}
	if len(words) == 1 {
		return false
	}
	next, events, err := edit(w)
	if !bytes.Equal(w.State(), before) {
		bad("%q changes the world it was asked of", line)
	}
	if err != nil {
		tb.refusedInWords(line, err, bad)
		return false
	}
	opened, wrong := tb.rb.Open(before, tb.tables)
	if wrong != nil {
		bad("the world before %q does not open: %v", line, wrong)
		return false
	}
	state := next.State()
	again, told, _ := edit(opened)
	if again == nil || !bytes.Equal(again.State(), state) || !reflect.DeepEqual(told, events) {
		bad("%q done again gives another world", line)
	}
	if bytes.Equal(state, before) {
		bad("%q changes nothing, and is not refused", line)
	}
	if broken := next.Broken(); len(broken) > 0 {
		bad("%q leaves a broken world: %v", line, broken)
	}
	if !reflect.DeepEqual(next.Asked(), w.Asked()) {
		bad("after %q the turn asks %+v, before it %+v", line, next.Asked(), w.Asked())
	}
	tb.reopens(line, state, bad)
	if play {
		tb.editTold(line, next, events, bad)
	}
	return true
}

// refusedInWords: a change that is refused says why in both languages, without gaps.
func (tb *table) refusedInWords(line string, err error, bad fail) {
	var fault *phrase.Fault
	if !errors.As(err, &fault) {
		bad("%q is refused in one language only: %v", line, err)
		return
	}
	for _, lang := range phrase.Langs {
		readable("why not "+line, []byte(fault.In(lang)), bad)
	}
}

// reopens: the world after a change can be stored and opened like any other.
func (tb *table) reopens(line string, state []byte, bad fail) {
	if again, err := tb.rb.Open(state, tb.tables); err != nil || !bytes.Equal(again.State(), state) {
		bad("after %q the world does not open as it was (%v)", line, err)
	}
}

// editTold: the next reports tell each realm that the events name about the change, and no other realm.
func (tb *table) editTold(line string, w game.World, events []game.Event, bad fail) {
	if len(events) == 0 {
		bad("nothing is told of %q", line)
	}
	var told []int
	for _, e := range events {
		if e.Phase != game.EditPhase || e.Week != 0 {
			bad("%q is told in week %d of phase %q", line, e.Week, e.Phase)
		}
		tb.worded(e.Phrase, bad)
		told = append(told, e.Realms...)
	}
	slices.Sort(told)
	told = slices.Compact(told)
	why := game.Event{Phase: game.EditPhase, Realms: told,
		Phrase: phrase.P(game.WhyEdited, phrase.Str("why", whyEdited))}
	sheets, seed := tb.sheets(w), tb.turnSeed(w)
	out := w.Resolve(slices.Clone(sheets), seed, 1, nil)
	behind := w.Resolve(slices.Clone(sheets), seed, 1, append(slices.Clone(events), why))
	all := behind.Annals().Events()
	if n := len(events) + 1; len(all) < n || !reflect.DeepEqual(all[n:], out.Annals().Events()) ||
		!bytes.Equal(behind.Next().State(), out.Next().State()) {
		bad("behind %q the turn comes out otherwise", line)
	}
	for _, n := range out.Realms() {
		plain, with := out.Report(n, nil), behind.Report(n, nil)
		tb.reported(with, n, bad)
		if !slices.Contains(told, n) {
			if !reflect.DeepEqual(Spelled(plain), Spelled(with)) {
				bad("realm %d is not to hear of %q, and its report is another:\n%s", n, line, with.Text)
			}
			continue
		}
		for _, text := range [][]byte{with.Text, with.Summary} {
			if !bytes.Contains(text, []byte(whyEdited)) {
				bad("realm %d does not read of %q:\n%s", n, line, text)
			}
		}
		to := game.Player{Name: "Neu", Lang: phrase.De, Computer: game.UTF8}
		if anew := behind.HandOver(n, to).Report(n, nil); !bytes.Contains(anew.Text, []byte(whyEdited)) {
			bad("who takes realm %d over does not read of %q", n, line)
		}
	}
}

// whyEdited is a reason that appears in no report otherwise.
const whyEdited = "Seltsamkeit"
