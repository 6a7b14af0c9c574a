package judged

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// shown is how many problems a receipt tells one by one.
const shown = orders.Kept

// Letter is what the rules say of a letter with orders.
type Letter struct {
	Checked game.Checked
	Lines   Lines
	Text    string // the letter's, whose lines are shown

	DroppedErrors, DroppedWarnings int // problems that were only counted
}

// Judge counts the lines of a letter: of its text, as its language read it, and of what the rules say of it.
func Judge(checked game.Checked, text string, file *orders.File) Letter {
	j := Letter{Checked: checked, Lines: Count(checked, file.DroppedErrors), Text: text,
		DroppedErrors: file.DroppedErrors, DroppedWarnings: file.DroppedWarnings}
	j.Lines.Good += len(file.Settings)
	return j
}

// Accepted says how many lines of a letter whose orders are in force count. If a part of it was
// not read, a letter without a fault is not called one.
func (j Letter) Accepted(t *wording.Text, unread bool) {
	l := j.Lines
	counts := []phrase.Arg{phrase.Num("good", l.Good), phrase.Num("bad", l.Bad)}
	switch doubts := j.doubts(); {
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

// Counted says how many lines count in part, on a condition, or not yet; in force: the letter's orders are.
func (j Letter) Counted(t *wording.Text, inForce bool) {
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

// kinds are the headings under which problems are told, in this order.
var kinds = []string{"error", "partial", "if", "not-yet", "beware", "warning"}

// doubts counts the warnings that are told.
func (j Letter) doubts() int {
	n := j.DroppedWarnings
	for _, p := range j.Checked.Problems {
		if k := j.Lines.Kind(p); k == "warning" || k == "beware" {
			n++
		}
	}
	return n
}

// Problems tells every bad line: errors first, then what counts in part or not
// yet, what threatens without a line, and what counts perhaps not as it was meant, if what was
// read is used. Headings count lines.
func (j Letter) Problems(t *wording.Text, words *phrase.Book, used bool) {
	of := map[string][]orders.Problem{}
	for _, p := range j.Checked.Problems {
		of[j.Lines.Kind(p)] = append(of[j.Lines.Kind(p)], p)
	}
	lines := strings.Split(j.Text, "\n")
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
		slices.SortStableFunc(told, func(a, b orders.Problem) int { return cmp.Compare(a.Line, b.Line) })
		if len(told)+counted == 0 {
			continue
		}
		head := "head." + kind
		if kind == "warning" && !used {
			head = "head.warning-unused"
		}
		t.Head(head, phrase.Num("n", distinct(told)+counted))
		rest := len(told) + counted
		told = told[:min(len(told), left)]
		tell(t, words, told, lines)
		left -= len(told)
		t.More(rest - len(told))
	}
}

// tell tells problems, each line of the letter below the last of its own.
func tell(t *wording.Text, words *phrase.Book, told []orders.Problem, lines []string) {
	for i, p := range told {
		if p.Line == 0 { // of the whole file
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

// distinct counts the lines of problems; what is about the whole file counts each.
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

// Forced is what will be done, without what is told with its condition.
func (j Letter) Forced() []game.InForce {
	return slices.DeleteFunc(slices.Clone(j.Checked.InForce),
		func(o game.InForce) bool { return o.What.Code == game.WillIf })
}

// InForce tells what will be done, below its heading: by line, if the lines are the letter's.
func (j Letter) InForce(t *wording.Text, words *phrase.Book, numbered bool) {
	forced := j.Forced()
	for _, o := range forced[:min(len(forced), wording.ForcedShown)] {
		if o.Line > 0 && numbered {
			t.Say("in-force", phrase.Num("line", o.Line), phrase.Str("what", wording.SayShort(words, o.What)))
		} else {
			t.Line("  " + wording.SayShort(words, o.What))
		}
	}
	t.More(len(forced) - wording.ForcedShown)
}

// Page is what a receipt says of a letter that comes alone, without what only the machine knows: whose it
// is, the deadline, what others have sent.
func (j Letter) Page(lang phrase.Lang, words *phrase.Book) string {
	t := &wording.Text{Book: wording.Words(lang)}
	void := j.Lines.Good+j.Lines.Partial == 0 && j.Lines.Bad > 0
	if void {
		t.Say("not-accepted", phrase.Str("reason", t.Book.T("no-good-line")))
	} else {
		j.Accepted(t, false)
	}
	j.Counted(t, !void)
	if j.Checked.Holds.Code != "" && !void {
		t.Line(words.Say(j.Checked.Holds))
	}
	j.Problems(t, words, !void)
	if void {
		return t.Body.String()
	}
	t.Told("head.idle", j.Checked.Idle, words)
	if len(j.Forced()) > 0 {
		t.Head("head.in-force")
	}
	j.InForce(t, words, true)
	t.Told("head.outlook", j.Checked.Outlook, words)
	return t.Body.String()
}
