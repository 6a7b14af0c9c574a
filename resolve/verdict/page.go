package verdict

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// shown is how many problems a receipt lists one by one.
const shown = orders.Kept

// noGoodLine says that nothing of a letter counts, and that no other orders stay in force.
const noGoodLine = "no-good-line"

// Verdict is what the rules say about a letter with orders.
type Verdict struct {
	Checked game.Checked
	Lines   Lines
	Text    string // the text whose lines are shown
	Whole   bool   // it is in force alone, without anything of earlier orders
	Kept    string // code for why it is not in force; "": it is
	Waits   bool   // so far nothing of it counts: its turn waits for a letter without bad lines
	Others  int    // lines of the sheet in force from there on are from other letters; 0: none is
	Added   *Added // it orders nothing, so it was added to what is in force; nil: it was not

	For, Now int           // the later turn that it is for, and the one that awaits orders; 0, 0: it is for the latter
	Refused  phrase.Phrase // why it is not even looked at; then everything else is empty

	DroppedErrors, DroppedWarnings int // problems that were only counted
}

// Rules judge sheets: a world, or what a realm knows of it.
type Rules interface {
	Check(game.Sheet) game.Checked
	Merge(earlier, later game.Sheet) game.Sheet
	Realms() []game.Realm
}

// Check asks the rules about a sheet, in its language. If a line fails only because another one does not count, its
// problem says so.
func Check(rules Rules, language *orders.Language, s game.Sheet) game.Checked {
	c := checked(rules, s)
	c.Problems = language.Because(s.Text, c.Problems, c.Forced())
	return c
}

// checked is what the rules say of a sheet, with the names of the realms that it speaks of.
func checked(rules Rules, s game.Sheet) game.Checked { return rules.Check(s).Called(rules.Realms()) }

// Earlier are the orders in force when a letter comes.
type Earlier struct {
	game.Before
	Stands bool // there are such orders
	Counts int  // how many of their lines count
}

// Judge has the rules judge a letter without files that comes after earlier orders. It counts their lines itself. File
// is what the language has read from the letter.
func Judge(rules Rules, language *orders.Language, file *orders.File, before game.Before, later game.Sheet) Verdict {
	j := Alone(rules, language, file, later)
	earlier := Earlier{Before: before, Stands: before.Sheet.Text != ""}
	if earlier.Stands {
		l := Count(rules.Check(earlier.Sheet), 0)
		earlier.Counts = l.Good + l.Partial + len(earlier.Sheet.Orders(language).Settings)
	}
	j.Follow(rules, language, earlier, later)
	j.Keep(rules, earlier, later)
	return j
}

// Alone has the rules judge a letter by itself.
func Alone(rules Rules, language *orders.Language, file *orders.File, later game.Sheet) Verdict {
	checked := Check(rules, language, later)
	j := Verdict{Checked: checked, Lines: Count(checked, file.DroppedErrors), Text: later.Text, Whole: true,
		DroppedErrors: file.DroppedErrors, DroppedWarnings: file.DroppedWarnings}
	j.Lines.Good += len(file.Settings)
	return j
}

// Follow finds out what is in force after the letter, and has the rules judge that. The problems are still the letter's
// own. It also counts the lines of what is in force.
func (j *Verdict) Follow(rules Rules, language *orders.Language, earlier Earlier, later game.Sheet) (after game.After,
	stands Lines) {
	stands = j.Lines
	after = game.Follow(rules.Merge, language, j.Checked, earlier.Before, later)
	problems := leftOut(after, &j.Lines, j.Checked.Problems)
	if j.After(after); after.Differs(later) {
		j.Checked = checked(rules, after.Sheet)
		stands = Standing(j.Checked)
		stands.Good += len(after.Sheet.Orders(language).Settings)
	}
	j.Checked.Problems = problems
	return after, stands
}

// Keep finds out whether the letter replaces nothing: none of its lines counts, and either some of the earlier ones do,
// or it has lines with errors. Then Kept says so, and the rules judge what stays in force.
func (j *Verdict) Keep(rules Rules, earlier Earlier, later game.Sheet) {
	switch {
	case j.Lines.Good+j.Lines.Partial > 0 || j.Lines.Bad == 0 && (!earlier.Stands || earlier.Counts == 0):
		return
	case !earlier.Stands:
		j.Kept, earlier.Sheet = noGoodLine, game.Sheet{Realm: later.Realm, Turn: later.Turn}
	case j.Lines.Bad == 0:
		j.Kept = "no-order-kept"
	default:
		j.Kept = "no-good-line-kept"
	}
	stays := checked(rules, earlier.Sheet)
	stays.Problems, stays.From = j.Checked.Problems, j.Checked.From
	j.Checked = stays
}

// Accepted says how many lines of a letter count, if its orders are in force. If a part of the letter was not read, it
// does not say that there is no fault.
func (j Verdict) Accepted(t *wording.Text, unread bool) {
	l := j.Lines
	counts := []phrase.Arg{phrase.Num("good", l.Good), phrase.Num("bad", l.Bad)}
	switch doubts := j.doubts(); {
	case j.Waits:
		t.Say("accepted-waits", counts...)
	case j.Added != nil:
		j.Added.say(t, l.Bad, "added")
	case l.Good+l.Partial == 0:
		t.Say("accepted-empty")
	case l.Bad > 0:
		t.Say("accepted-partly", counts...)
	case doubts > 0 && l.NotYet == 0 && !unread:
		t.Say("accepted-doubts", append(counts, phrase.Num("n", doubts))...)
	case l.NotYet > 0 || unread || len(l.OnlyIf) > 0:
		t.Say("accepted-good", counts...)
	default:
		t.Say("accepted", counts...)
	}
}

// Counted says how many lines count in part, on a condition, or not yet. inForce says that the letter's orders are in
// force.
func (j Verdict) Counted(t *wording.Text, inForce bool) {
	if j.Lines.Partial > 0 {
		t.Say("lines-partial", phrase.Num("n", j.Lines.Partial))
	}
	if len(j.Lines.OnlyIf) > 0 && inForce {
		t.Say("lines-if", phrase.Num("n", len(j.Lines.OnlyIf)))
	}
	if j.Lines.NotYet > 0 {
		t.Say("lines-not-yet", phrase.Num("n", j.Lines.NotYet))
	}
}

// kinds are the headings under which problems are listed, in this order.
var kinds = []string{"error", "partial", "if", "not-yet", "beware", "warning"}

// doubts counts the warnings that are listed.
func (j Verdict) doubts() int {
	n := j.DroppedWarnings
	for _, p := range j.Checked.Problems {
		if k := j.Lines.Kind(p); k == "warning" || k == "beware" {
			n++
		}
	}
	return n
}

// headed are the problems under one heading.
type headed struct {
	kind  string
	lines int // that the heading counts
	told  []orders.Problem
	more  int // problems that are only counted
}

// headed returns the problems by their headings, in the order of kinds. Each is listed by itself as long as there is
// room.
func (j Verdict) headed() (out []headed) {
	of := map[string][]orders.Problem{}
	for _, p := range j.Checked.Problems {
		of[j.Lines.Kind(p)] = append(of[j.Lines.Kind(p)], p)
	}
	left := shown
	for _, kind := range kinds {
		counted := 0 // beyond those kept in words
		switch kind {
		case "error":
			counted = j.DroppedErrors
		case "warning":
			counted = j.DroppedWarnings
		}
		told := of[kind]
		if len(told)+counted == 0 {
			continue
		}
		slices.SortStableFunc(told, func(a, b orders.Problem) int { return cmp.Compare(a.Line, b.Line) })
		n := min(len(told), left)
		out = append(out, headed{kind, distinct(told) + counted, told[:n], len(told) - n + counted})
		left -= n
	}
	return out
}

// Told returns the problems that are listed one by one, in the order of the text, and how many more there are.
// Receipt, page and command line all list these.
func (j Verdict) Told() (told []orders.Problem, more int) {
	for _, h := range j.headed() {
		told, more = append(told, h.told...), more+h.more
	}
	orders.SortProblems(told)
	return told, more
}

// Problems lists every bad line. Errors come first, then what counts in part or not yet, then what threatens without a
// line. Last comes what may count differently from what was meant. used says that what was read is used. Headings
// count lines.
func (j Verdict) Problems(t *wording.Text, words *phrase.Book, used bool) {
	lines := strings.Split(j.Text, "\n")
	for _, h := range j.headed() {
		head := "head." + h.kind
		if h.kind == "warning" && !used {
			head = "head.warning-unused"
		}
		t.Head(head, phrase.Num("n", h.lines))
		tell(t, words, h.told, lines)
		t.More(h.more)
	}
}

// tell lists problems, each line of the letter below the last problem of its own.
func tell(t *wording.Text, words *phrase.Book, told []orders.Problem, lines []string) {
	for i, p := range told {
		if p.Line == 0 { // about the whole file
			t.Line("  " + words.Say(p.What))
			continue
		}
		t.Say("problem", phrase.Num("line", p.Line), phrase.Num("col", p.Col),
			phrase.Str("what", words.Say(p.What)))
		last := i == len(told)-1 || told[i+1].Line != p.Line
		if last && p.Line <= len(lines) {
			t.Line("      > " + wording.Cut(strings.TrimSpace(lines[p.Line-1])))
		}
	}
}

// distinct counts the lines of problems; each problem about the whole file counts as one.
func distinct(problems []orders.Problem) int {
	seen, n := map[int]bool{}, 0
	for _, p := range problems {
		if p.Line == 0 || !seen[p.Line] {
			n++
		}
		seen[p.Line] = true
	}
	return n
}

// Forced is what will be done, without what is already said with its condition.
func (j Verdict) Forced() []game.InForce {
	return slices.DeleteFunc(slices.Clone(j.Checked.InForce),
		func(o game.InForce) bool { return o.What.Code == game.WillIf })
}

// InForce lists what will be done below its heading: by line, if the line is the letter's.
func (j Verdict) InForce(t *wording.Text, words *phrase.Book, numbered bool) {
	forced := j.Forced()
	for _, o := range forced[:min(len(forced), wording.ForcedShown)] {
		if o.Line > 0 && numbered && (j.Others == 0 || o.Line < j.Others) {
			t.Say("in-force", phrase.Num("line", o.Line), phrase.Str("what", wording.SayShort(words, o.What)))
		} else {
			t.Line("  " + wording.SayShort(words, o.What))
		}
	}
	t.More(len(forced) - wording.ForcedShown)
}

// Page is what a receipt says about a letter, without what only the machine knows: how the letter came, the deadline,
// what others have sent.
func (j Verdict) Page(lang phrase.Lang, words *phrase.Book) string {
	t, taken := &wording.Text{Book: wording.Words(lang)}, j.Kept == "" && !j.Waits
	if j.Refused.Code != "" {
		t.Say("not-accepted", phrase.Str("reason", t.Book.Say(j.Refused)))
		return t.Body.String()
	}
	if j.For > 0 {
		j.ahead(t, words)
		return t.Body.String()
	}
	if taken || j.Waits {
		j.Accepted(t, false)
	} else {
		t.Say("not-accepted", phrase.Str("reason", t.Book.T(j.Kept)))
	}
	j.Counted(t, taken)
	if j.Checked.Holds.Code != "" && j.Kept != noGoodLine {
		t.Line(words.Say(j.Checked.Holds))
	}
	j.Problems(t, words, taken)
	t.Told("head.idle", j.Checked.Idle, words)
	if len(j.Forced()) > 0 {
		t.Head("head.in-force")
	}
	j.InForce(t, words, (taken || j.Waits) && j.Whole)
	t.Told("head.outlook", j.Checked.Outlook, words)
	return t.Body.String()
}
