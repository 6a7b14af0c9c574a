package wording

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// How a lesson says how something is done: by writing a line, or by pointing at a page.
const (
	ByLine = "line"
	ByPage = "page"
)

// Lesson is what a beginner does in the n-th turn and why, in a rulebook's words, and how it is done; "": there is none.
func Lesson(rules *phrase.Book, n int, how string) (says string) {
	for _, code := range []string{fmt.Sprint("lesson.", n), fmt.Sprintf("lesson.%s.%d", how, n)} {
		if rules.Has(code) {
			says = strings.TrimSpace(says + " " + rules.T(code))
		}
	}
	return says
}

// ownBattle stands in the list of what does a lesson for a battle in which an army of the reader fights.
const ownBattle = "+battle"

// LessonDone is the sentence of a report of an own turn that does the n-th lesson: of the first such event, or what became of
// the first battle; "": nothing does it.
func LessonDone(rules *phrase.Book, n int, f *game.Facts) string {
	code := fmt.Sprint("lesson.done.", n)
	if !rules.Has(code) {
		return ""
	}
	codes := strings.Fields(rules.T(code))
	for _, week := range f.Weeks {
		for _, e := range week.Events {
			if slices.Contains(codes, e.Code) {
				return e.Text
			}
		}
	}
	own := func(s game.FactSide) bool {
		return s.Realm == f.Realm.Number ||
			slices.ContainsFunc(s.Armies, func(a game.FactFighter) bool { return a.Realm == f.Realm.Number })
	}
	for _, b := range f.Battles {
		side := slices.IndexFunc(b.Sides, own) + 1
		if side == 0 || !slices.Contains(codes, ownBattle) {
			continue
		}
		says := "lesson-fought"
		switch b.Won {
		case 0:
		case side:
			says = "lesson-won"
		default:
			says = "lesson-lost"
		}
		return Words(rules.Lang).Say(phrase.P(says, phrase.Str("at", b.At)))
	}
	return ""
}

// Lessons are those before the n-th turn of whoever practises, in a rulebook with lessons. done are those that are done.
func Lessons(rules *phrase.Book, n int, done []int) game.Lessons {
	l := game.Lessons{Now: n}
	for lesson := 1; lesson <= n; lesson++ {
		if rules.Has(fmt.Sprint("lesson.done.", lesson)) && !slices.Contains(done, lesson) {
			l.Open = append(l.Open, lesson)
		}
	}
	return l
}

// Learn looks at the report of the n-th own turn. It returns the lessons that are done now, and says which of them that turn
// did, and why its own lesson stays open.
func Learn(rules *phrase.Book, n int, done []int, f *game.Facts) (now []int, says []string) {
	book, now := Words(rules.Lang), slices.Clone(done)
	for _, lesson := range Lessons(rules, n, done).Open {
		if what := LessonDone(rules, lesson, f); what != "" {
			now = append(now, lesson)
			says = append(says, book.Say(phrase.P("lesson-done", phrase.Num("n", lesson), phrase.Str("what", what))))
		}
	}
	if Lessons(rules, n, now).Opens(n) {
		says = append(says, book.Say(phrase.P("lesson-open", phrase.Num("n", n),
			phrase.Str("why", rules.T(fmt.Sprint("lesson.open.", n))))))
	}
	return now, says
}
