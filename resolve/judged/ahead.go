package judged

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// AheadTurns is for how many turns to come orders are kept at most.
const AheadTurns = 10

// Ahead judges a letter for a turn to come, while another turn awaits orders: only the language has read it. Whether
// its lines count is not known before its turn begins. File is what the language has read from text.
func Ahead(file *orders.File, text string, turn, now int) Verdict {
	read := game.Checked{Problems: file.Problems}
	for _, l := range file.Lines {
		read.InForce = append(read.InForce, game.InForce{Line: l.Line})
	}
	j := Verdict{Checked: game.Checked{Problems: file.Problems}, Lines: Count(read, file.DroppedErrors), Text: text,
		Whole: true, For: turn, Now: now, DroppedErrors: file.DroppedErrors, DroppedWarnings: file.DroppedWarnings}
	j.Lines.Good += len(file.Settings)
	if j.Lines.Good+j.Lines.Partial == 0 && j.Lines.Bad > 0 {
		j.Kept = "ahead-no-good-line"
	}
	return j
}

// FollowAhead is Follow for a letter for a turn to come, and for what is kept for that turn already.
func (j *Verdict) FollowAhead(language *orders.Language, earlier game.Sheet, spoken int, later game.Sheet) game.After {
	read := j.Checked
	for _, l := range later.Orders(language).Lines {
		read.InForce = append(read.InForce, game.InForce{Line: l.Line})
	}
	after := game.Follow(unread{}, language, read, earlier, spoken, later)
	j.Checked.Problems = LeftOut(after, &j.Lines, j.Checked.Problems)
	return after
}

// unread are rules that are not asked: a later letter replaces an earlier one.
type unread struct{}

func (unread) Merge(_, later game.Sheet) game.Sheet { return later }

// KeptAhead says that the letter is kept for its turn, and how many lines it has.
func (j Verdict) KeptAhead(t *wording.Text) {
	code := "ahead-kept"
	switch {
	case j.Added != nil && !j.Added.Alone:
		j.Added.say(t, j.Lines.Bad, "ahead-added", phrase.Num("turn", j.For))
		return
	case j.Lines.Bad > 0:
		code = "ahead-partly"
	}
	t.Say(code, phrase.Num("turn", j.For), phrase.Num("good", j.Lines.Good+j.Lines.Partial),
		phrase.Num("bad", j.Lines.Bad))
}

// BeginsAhead says when the letter is looked at again, and how to change it.
func (j Verdict) BeginsAhead(t *wording.Text) {
	t.Say("ahead-begins", phrase.Num("turn", j.For), phrase.Num("now", j.Now))
	t.Say("ahead-change", phrase.Num("turn", j.For))
}

// ahead says what becomes of a letter for a turn to come. It does not know what is kept for that turn already.
func (j Verdict) ahead(t *wording.Text, words *phrase.Book) {
	turn := phrase.Num("turn", j.For)
	switch {
	case j.Kept != "":
		t.Say("not-accepted", phrase.Str("reason", t.Book.Say(phrase.P(j.Kept, turn))))
	case j.Lines.Good+j.Lines.Partial == 0:
		t.Say("ahead-nothing", turn)
	default:
		j.KeptAhead(t)
		j.BeginsAhead(t)
	}
	j.Problems(t, words, j.Kept == "")
}
