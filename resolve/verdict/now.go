package verdict

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Now is the state of a game for one realm: what decides whether its orders are looked at, whatever they are.
type Now struct {
	Asked  game.Asked
	Turn   int  // that awaits orders
	Realm  int  // 0 is the game master
	Fallen bool // the realm has fallen
	// reports whether a text has orders for another mail phase; nil: nobody looks for them
	OtherPhase func(text string) bool
}

// Sentences by which a receipt knows that a realm's orders are not looked at at all.
const (
	Over        = "game-over"
	Fallen      = "fallen"
	NotAsked    = "not-asked"
	OthersAsked = "stale-turn-others" // it was for a turn that is over, and the present one asks others
)

// Untimely says why orders for a turn can neither count now nor be kept for a later turn. It is an empty phrase if
// they can. Turn 0 is the one that awaits orders.
func (n Now) Untimely(turn int, text string) phrase.Phrase {
	at := []phrase.Arg{phrase.Num("turn", turn), phrase.Num("now", n.Turn)}
	switch {
	case n.Asked.Over:
		return phrase.P(Over)
	case n.Fallen:
		return phrase.P(Fallen)
	case turn != 0 && turn < n.Turn:
		return phrase.P(n.stale(text), at...)
	case turn > n.Turn+AheadTurns:
		return phrase.P("turn-not-yet", append(at, phrase.Num("most", AheadTurns))...)
	case turn > n.Turn: // nobody knows yet who will be asked
	case !n.asked():
		return phrase.P(NotAsked, at...)
	}
	return phrase.Phrase{}
}

func (n Now) asked() bool { return n.Realm == 0 || slices.Contains(n.Asked.Realms, n.Realm) }

// stale is the code of the answer to a letter for a turn that is over. Only if the present turn asks for such orders
// does the answer say that they count with its number.
func (n Now) stale(text string) string {
	switch {
	case !n.asked():
		return OthersAsked
	case n.OtherPhase != nil && n.OtherPhase(text):
		return "stale-turn-phase"
	}
	return "stale-turn"
}

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
func (j *Verdict) FollowAhead(language *orders.Language, before game.Before, later game.Sheet) game.After {
	read := j.Checked
	for _, l := range later.Orders(language).Lines {
		read.InForce = append(read.InForce, game.InForce{Line: l.Line})
	}
	after := game.Follow(replaces, language, read, before, later)
	j.Checked.Problems = leftOut(after, &j.Lines, j.Checked.Problems)
	return after
}

// replaces is Merge of rules that are not asked: a later letter replaces an earlier one.
func replaces(_, later game.Sheet) game.Sheet { return later }

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
