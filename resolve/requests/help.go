package requests

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// helpGroups are the words that HELP explains. Of the others it names the words alone.
var helpGroups = []helpGroup{
	{"help-head-read", []letter.Service{"report", letter.Rulebooks, "map", "public", "page"}},
	{"help-head-send", []letter.Service{letter.TellsNow, letter.Templates, letter.Letters, waits}},
	{"help-head-own", []letter.Service{letter.Passwords, "pause", letter.Substitutes}},
}

// helpGroup is some of them, under a heading.
type helpGroup struct {
	head  string
	words []letter.Service
}

// help says what can be asked, and how orders are sent.
func (r request) help() error {
	t := r.page(phrase.P("help-first", phrase.Str("address", r.World.Settings.Address)))
	var more []string
	for _, g := range helpGroups {
		t.Head(g.head)
		for _, k := range kinds() {
			if slices.Contains(g.words, k.Service) && k.Listed(r) {
				t.Line(notices.HelpRow(r.World.Setup, r.book, k.Service, notices.Another(r.here)))
			}
		}
	}
	for _, k := range kinds() {
		if k.Listed(r) && !slices.ContainsFunc(helpGroups, func(g helpGroup) bool { return slices.Contains(g.words, k.Service) }) {
			more = append(more, r.book.T("word."+string(k.Service)))
		}
	}
	t.Line("")
	t.Say("help-more", phrase.Str("list", strings.Join(more, ", ")))
	t.Say("help-rules")
	t.Say("help-realms")
	if lines := r.adjusts(); len(lines) > 0 {
		t.Head("unused-settings")
		for _, line := range lines {
			t.Line("  " + line)
		}
	}
	t.Line("")
	t.Say("help-orders", phrase.Num("realm", r.here.Number))
	guide, err := notices.Guide(r.World.Setup, r.Tx, t, r.Current.World, r.here)
	if err != nil {
		return err
	}
	if err := notices.AddLegend(t, r.Current.World, r.here); err != nil {
		return err
	}
	if err := r.until(t); err != nil {
		return err
	}
	r.send("subject.help", t, nil, guide...)
	return nil
}

// adjusts returns the lines of $S that change what comes with a report. Those of the rules come first, then those of
// the machine. It is empty if the game is over.
func (r request) adjusts() (lines []string) {
	if r.Current.World.Asked().Over {
		return nil
	}
	for _, a := range r.Current.World.Adjustments(r.here.Number) {
		lines = append(lines, r.World.Rules.Words(r.here.Lang).Say(a.Line))
	}
	for _, wish := range []struct {
		name string
		may  bool // there is such a thing in this game
		so   bool // it is as it is at first: the line changes that
	}{
		{"picture", r.drawn(), !r.rec.Picture}, {"template", true, !r.rec.Template},
		{"data", r.Current.World.Facts(r.here.Number) != nil, !r.rec.Data},
		{"table", notices.HasTable(r.World.Setup), !r.rec.Table},
		{"tale", r.World.Rules.Words(r.here.Lang).Has("tale.story.1"), !r.rec.NoTale},
		{"advice", r.World.Rules.Bot() != nil, !r.rec.NoAdvice},
	} {
		code := "help-wish." + wish.name
		if !wish.so {
			code += "-off"
		}
		if wish.may {
			lines = append(lines, r.book.T(code))
		}
	}
	return lines
}

// drawn reports whether the game has a map for the realm.
func (r request) drawn() bool { return r.Current.World.Chart(r.here.Number, r.here.Lang) != nil }

// Setting answers a letter that consists of a line of settings. That is not a question but an order, which belongs
// below `$S`: a YES to the answer's code gives it there. It returns nil if the letter says anything else.
func Setting(s sender.Sender) (*world.Ending, error) {
	r, err := requestOf(s, s.Own[0], letter.Wish{Service: letter.Sets})
	if err != nil {
		return nil, err
	}
	line := letter.Setting(s.World.Rules.Language(), s.Letter.Subject, s.Text, r.here.Lang)
	if line == "" {
		return nil, nil
	}
	if !r.mayIssue() || !r.may() {
		return s.Served(s.Own[0], false), nil
	}
	ready := "$S\n" + line
	whole := r.book.Say(phrase.P("setting-line", phrase.Num("own", r.here.Number), s.Line())) + "\n" + ready
	return s.Served(s.Own[0], true), r.ask(question{args: correspondence.Ready{Text: ready + "\n"}, subject: "subject.setting",
		first: phrase.P("setting-hint"), quote: whole, answer: "setting-answer"})
}

// Players get the rules themselves by mail: somebody who has only mail has no other way to them.

// rule mails what was asked for of the rules, in the body of the letter: one rule, a chapter, or those with some words. If
// there are none in the player's language, they are looked up in the others. Where nothing is found, the chapters are
// listed, and HELP brings its words.
func (r request) rule() error {
	asked, text := "word", ""
	if strings.Contains(r.Rule, ".") {
		asked = "rule"
	} else if _, err := strconv.Atoi(r.Rule); err == nil {
		asked = "chapter"
	}
	of, what := r.World.Settings.Rule, phrase.Str("what", r.Rule)
	if of == nil {
		of = func(string, phrase.Lang, string) string { return "" }
	}
	for _, lang := range append([]phrase.Lang{r.here.Lang}, phrase.Langs...) {
		if text = of(r.World.Rules.Name(), lang, r.Rule); text != "" {
			if at := chapterOf().FindStringSubmatch(text); lang != r.here.Lang && at != nil {
				r.before = append(r.before, phrase.P("word-other", what, phrase.Str("chapter", at[1])))
			}
			break
		}
	}
	none := phrase.P(asked+"-none", what)
	if text == "" && r.Service == letter.Helps && asked == "word" {
		r.before = append(r.before, none)
		return r.help()
	}
	if r.World.Settings.Rule == nil { // they are one text
		r.before = append(r.before, none)
		return r.rules()
	}
	t := r.page(phrase.P(asked+"-first", what))
	if text == "" {
		t = r.page(none)
		text = of(r.World.Rules.Name(), r.here.Lang, "")
	}
	if text != "" {
		t.Line("")
		t.Line(strings.TrimSpace(text))
		t.Line("")
		t.Say("rule-more")
	}
	r.send("subject.rules", t, nil)
	return nil
}

// chapterOf finds the chapter of the first rule in a text.
var chapterOf = lazy.Pattern(`§(\d+)\.\d`)

// rules mails the rules of the world's game, in the player's language and charset. The store keeps each text once,
// however often it is sent.
func (r request) rules() error {
	text := notices.RulesOf(r.World.Setup, r.here.Lang)
	if text == "" {
		r.tell("rules", phrase.P("rules-none"))
		return nil
	}
	file := r.book.T("rules-file")
	t := r.page(phrase.P("rules-first", phrase.Str("file", file)))
	notices.Cites(t, r.World.Rules)
	if err := r.until(t); err != nil {
		return err
	}
	r.send("subject.rules", t, nil,
		outbox.Attachment{Name: file, Type: "text/plain", Charset: outbox.Charset(r.here.Computer),
			Sum: store.PutFile(r.Tx, []byte(text))})
	return nil
}

// fair says what seals are for.
func (r request) fair() error {
	t := &wording.Text{Book: r.book}
	err := notices.SayFair(r.Session, t)
	r.send("subject.fair", t, nil)
	return err
}

// data says what the game keeps about its players, and what of that others can read.
func (r request) data() error {
	t := &wording.Text{Book: r.book}
	t.Say("data-first")
	notices.SayKept(r.Session, t)
	r.send("subject.data", t, nil)
	return nil
}

// hasGuide reports whether there is a page for beginners. A fault of the rules shows where the page is written.
func (r request) hasGuide() bool {
	has, err := notices.HasGuide(r.World.Setup, r.Current.World, r.here)
	return has && err == nil
}

// guide sends the page for beginners, in the letter itself.
func (r request) guide() error {
	page, err := notices.GuidePage(r.World.Setup, r.Current.World, r.here, false)
	if err != nil {
		return err
	}
	if page == "" {
		r.tell("guide", phrase.P("guide-none"))
		return nil
	}
	t := &wording.Text{Book: r.book}
	t.Body.WriteString(page)
	if err := r.until(t); err != nil {
		return err
	}
	r.send("subject.guide", t, nil)
	return nil
}

// manual sends the manual for players of the world's game.
func (r request) manual() error {
	file, is := notices.Manual(r.World.Setup, r.Tx, r.here)
	if !is {
		r.tell("manual", phrase.P("manual-none"))
		return nil
	}
	t := r.page(phrase.P("manual-first", phrase.Str("file", file.Name)))
	if err := r.until(t); err != nil {
		return err
	}
	r.send("subject.manual", t, nil, file)
	return nil
}
