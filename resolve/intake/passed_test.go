package intake_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/worldtest"
)

// mailed returns the letters that wait: those to the game master, and the answer.
func mailed(b *worldtest.Game) (toMaster []outbox.Draft, answer string) {
	b.T.Helper()
	for _, d := range b.Sent("", b.ClockAt) {
		if d.To == "leiter@example.org" {
			toMaster = append(toMaster, d)
		} else {
			answer = d.Text
		}
	}
	return toMaster, answer
}

// A message to the game master is sent when it comes and not with the turn, and only once, however often it comes
// again. The receipt says when.
func TestLettersGoAtOnce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n$N\n#M\nWann ist das Fest?\n#E\n", receipt.Taken)
	his, answer := mailed(b)
	if len(his) != 1 || his[0].ReplyTo != "spiel@example.org" ||
		len(worldtest.TokensIn(his[0].Subject)) != 1 || len(worldtest.TokensIn(his[0].Text)) != 0 ||
		!strings.HasPrefix(his[0].Subject, "[Bovistan #1] Nachricht von Reich 1 Reich1 WT-") ||
		!strings.Contains(his[0].Text,
			"Reich 1 Reich1 (Spieler 1) schreibt mit den Befehlen (Zug 1), von r1@example.org:\n\n  Wann ist das "+
				"Fest?\n") {
		t.Errorf("to the game master: %+v", his)
	}
	if want := "Eure Nachricht an die Spielleitung (Zeile 5) ging am Montag, 23. November 2026, 13:00 Uhr " +
		"(Europe/Berlin) ab.\n"; !strings.Contains(answer, want) {
		t.Errorf("receipt:\n%s", answer)
	}

	b.ClockAt = b.ClockAt.Add(2 * time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 3\n$N\n#M\nWann ist\ndas Fest?\n#M\nUnd wo?\n#E\n", receipt.Taken)
	his, answer = mailed(b)
	if len(his) != 1 || strings.Contains(his[0].Text, "Fest") || !strings.Contains(his[0].Text, "  Und wo?\n") ||
		!strings.HasPrefix(his[0].Subject, "[Bovistan #2] ") {
		t.Errorf("the second time: %+v", his)
	}
	for _, want := range []string{"(Zeile 5) ging am Montag, 23. November 2026, 13:00 Uhr",
		"(Zeile 8) ging am Montag, 23. November 2026, 15:00 Uhr"} {
		if !strings.Contains(answer, want) {
			t.Errorf("%q is not in\n%s", want, answer)
		}
	}

	b.Advance(worldtest.Friday)
	if his, _ = mailed(b); len(his) != 0 {
		t.Errorf("with the turn once more: %+v", his)
	}
	b.Verified()
	b.Send(1, "$I 1 PASSWORD\n$N\n#M\nUnd wo?\n#E\n", receipt.Taken)
	if his, _ = mailed(b); len(his) != 1 {
		t.Errorf("the same words in another turn: %+v", his)
	}
}

// Beyond the limit, messages wait for the turn, and the receipt says so.
func TestLettersAtOnceAnHour(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	atOnce := 0
	for n := range limits.LettersAtOnce.Most() + 2 {
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$N\n#M\n"+strings.Repeat("ha", n+1)+"\n#E\n", receipt.Taken)
		his, answer := mailed(b)
		atOnce += len(his)
		if waits := strings.Contains(answer,
			"(Zeile 5) geht erst mit dem Zug ab"); waits != (n >= limits.LettersAtOnce.Most()) {
			t.Errorf("letter %d:\n%s", n+1, answer)
		}
	}
	if atOnce != 10 {
		t.Errorf("%d left at once, want 10", atOnce)
	}
	b.Advance(worldtest.Friday)
	if his, _ := mailed(b); len(his) != 1 ||
		!strings.Contains(his[0].Text, strings.Repeat("ha", limits.LettersAtOnce.Most()+2)) {
		t.Errorf("with the turn: %+v", his)
	}
}

// A question above orders reaches the game master, and the orders still count.
func TestQuestionAboveOrders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		above, part string
		passed      string // "": nothing
	}{
		"a question": {"Hello GM, is K.M the infantry?\n\n", "body",
			"  Hello GM, is K.M the infantry?\n"},
		"a question in a file": {"; my file\nIs it over?\n", "orders.txt", "  Is it over?\n"},
		"a wish": {"Bitte verschiebe die Frist um zwei Tage.\n", "body",
			"  Bitte verschiebe die Frist um zwei Tage.\n"},
		"a greeting": {"Hallo,\n\n", "body", ""},
		"a courtesy": {"Hallo liebe Spielleitung, anbei meine Befehle für den nächsten Zug.\n", "body",
			""},
		"a courtesy, in English": {"Hi there, please find below my orders for turn 1.\nCheers Kim\n", "body", ""},
		"the heading of a file":  {"The orders of the realm of Reich1 for Kim\n", "orders.txt", ""},
		"remarks":                {"; is it over?\n; or is it not over yet at all\n", "body", ""},
		"a question in a courtesy": {"Anbei meine Befehle. Ist das so recht?\n", "body",
			"  Anbei meine Befehle. Ist das so recht?\n"},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.Sent("", worldtest.Day0)
		l := b.Letter(1, c.above+"$I 1 PASSWORD\n$A\ndig 2\n")
		l.Part = c.part
		if a := b.Accept(l); a.Fate != receipt.Taken || a.Good != 1 {
			t.Errorf("%s: %+v", name, a)
		}
		his, answer := mailed(b)
		if c.passed == "" {
			if len(his) != 0 || strings.Contains(answer, "neben den Befehlen") {
				t.Errorf("%s: %+v\n%s", name, his, answer)
			}
			continue
		}
		if len(his) != 1 || !strings.Contains(his[0].Text, c.passed) || strings.Contains(his[0].Text, "dig 2") ||
			his[0].ReplyTo != "spiel@example.org" {
			t.Errorf("%s: %+v", name, his)
		}
		if !strings.Contains(answer,
			"Euer Text neben den Befehlen ging am Montag, 23. November 2026, 13:00 Uhr") ||
			strings.Contains(answer, "Text vor dem ersten Abschnitt") {
			t.Errorf("%s: receipt\n%s", name, answer)
		}
	}
}

// So does a question below them, under `$E` or without it. A mere greeting is not passed on, and neither is what mail
// programs add.
func TestQuestionBelowOrders(t *testing.T) {
	t.Parallel()
	const went = "Euer Text neben den Befehlen ging am Montag, 23. November 2026, 13:00 Uhr"
	for name, c := range map[string]struct {
		below, part string
		passed      string // "": nothing
	}{
		"a question": {"$E\nPS: Darf ich die Frist verlängert haben?\n", "body",
			"  PS: Darf ich die Frist verlängert haben?\n"},
		"a wish": {"$E\nViele Grüße\nHans\n\nBitte verschiebe die Frist um zwei Tage.\n", "body",
			"  Bitte verschiebe die Frist um zwei Tage.\n"},
		"a question, no $E": {"Liebe Leitung, wann endet das Spiel?\nHans\n", "body",
			"  Liebe Leitung, wann endet das Spiel?\n  Hans\n"},
		"a question, file": {"$E\nIs it over?\n", "orders.txt", "  Is it over?\n"},
		"a wish in a file": {"$E\nThis line and the next are mine alone.\n", "orders.txt", ""},
		"a greeting":       {"$E\nViele Grüße\nHans\n", "body", ""},
		"a long greeting": {"$E\nVielen Dank im Voraus und bis bald\nMit freundlichen Grüßen aus " +
			"Moorland\nHans Adler\n", "body", ""},
		"a greeting, no $E": {"Viele Grüße\nHans\n", "body", ""},
		"a good wish":       {"$E\nHave a nice weekend, all of you!\n", "body", ""},
		"a remark":          {"$E\n; is it over?\n", "body", ""},
		"a scanner's word": {"$E\nDiese E-Mail wurde von Avast auf Viren geprüft.\nwww.avast.com/sig?id=7\n",
			"body", ""},
		"an office's": {"$E\nLG Hans\n\nDiese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht " +
			"der\nrichtige Adressat sind, informieren Sie den Absender.\n", "body", ""},
		"below a ruler":          {"$E\nLG Hans\n-- --\nDer frühe Vogel kann uns alle mal, oder?\n", "body", ""},
		"a question over a note": {"$E\nGilt das?\n\nSent from my phone with a new program\n", "body", "  Gilt das?\n"},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.Sent("", worldtest.Day0)
		l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 2\n"+c.below)
		l.Part = c.part
		if a := b.Accept(l); a.Fate != receipt.Taken || a.Good != 1 || a.Bad != 0 {
			t.Errorf("%s: %+v", name, a)
		}
		his, answer := mailed(b)
		if c.passed == "" {
			if len(his) != 0 || strings.Contains(answer, "neben den Befehlen") {
				t.Errorf("%s: %+v\n%s", name, his, answer)
			}
			continue
		}
		if len(his) != 1 || !strings.Contains(his[0].Text, c.passed) || strings.Contains(his[0].Text, "dig 2") ||
			strings.Contains(his[0].Text, "phone") {
			t.Errorf("%s: %+v", name, his)
		}
		if !strings.Contains(answer, went) {
			t.Errorf("%s: receipt\n%s", name, answer)
		}
	}
}

// So does a question in the letter's own text, if the orders came in a file. A greeting, a courtesy and a name are not
// a question. The password is never passed on with it.
func TestQuestionBesideAFile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		beside, above string
		passed        string // "": nothing
	}{
		"a question": {beside: "Hello GM, is K.M the infantry?\n",
			passed: "  Hello GM, is K.M the infantry?\n"},
		"a wish": {beside: "Bitte verschiebe die Frist um zwei Tage.\n",
			passed: "  Bitte verschiebe die Frist um zwei Tage.\n"},
		"below the realm's line": {beside: "$I 1 PASSWORD\nIst das so recht?\n", passed: "  Ist das so recht?\n"},
		"above orders that count": {beside: "Ist das so recht?\n$I 1 PASSWORD\n$A\ndig 7\n",
			passed: "  Ist das so recht?\n"},
		"a password": {beside: "Ist PASSWORD mein Passwort?\n", passed: "  Ist * * * mein Passwort?\n"},
		"the file's question too": {beside: "Ist das so recht?\n", above: "Und wann?\n",
			passed: "  Und wann?\n  \n  Ist das so recht?\n"},
		"a greeting": {beside: "Hallo,\n"},
		"a courtesy": {beside: "Hallo, anbei meine Befehle\n"},
		"a whole letter": {beside: "Hallo liebe Spielleitung,\n\nanbei meine Befehle für den nächsten " +
			"Zug.\n\nMit freundlichen Grüßen\nAnna Maria Müller\nMoorland\n"},
		"the same, in English": {beside: "Dear game master,\n\nplease find attached my orders for turn " +
			"1.\n\nBest regards,\nKim van der Berg\n"},
		"only the realm's line": {beside: "$I 1 PASSWORD\n"},
		"remarks":               {beside: "; is it over?\n"},
		"only orders":           {beside: "$I 1 PASSWORD\n$A\ndig 7\nIs it over, or is it not?\n"},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.Sent("", worldtest.Day0)
		l := b.Letter(1, c.above+"$I 1 PASSWORD\n$A\ndig 2\n")
		l.Part, l.Beside = "zug.txt", strings.ReplaceAll(c.beside, "PASSWORD", b.Passwords[1])
		if a := b.Accept(l); a.Fate != receipt.Taken || a.Good != 1 {
			t.Errorf("%s: %+v", name, a)
		}
		his, answer := mailed(b)
		if told := strings.Contains(answer,
			"Euer Text neben den Befehlen ging am Montag, 23. November 2026, 13:00 "+
				"Uhr"); told != (c.passed != "") {
			t.Errorf("%s: receipt\n%s", name, answer)
		}
		if c.passed == "" {
			if len(his) != 0 {
				t.Errorf("%s: %+v", name, his)
			}
			continue
		}
		if len(his) != 1 || !strings.Contains(his[0].Text, c.passed) || strings.Contains(his[0].Text, "dig") ||
			strings.Contains(his[0].Text, b.Passwords[1]) {
			t.Errorf("%s: %+v", name, his)
		}
	}
}

// The remark that a file's heading does not count stays if the heading was not passed on.
func TestHeadingOfAFileStaysRemarked(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	l := b.Letter(1, "The orders of Reich1\n$I 1 PASSWORD\n$A\ndig 2\n")
	l.Part, l.Beside = "zug.txt", "Ist das so recht?\n"
	b.Accept(l)
	if his, answer := mailed(b); len(his) != 1 || strings.Contains(his[0].Text, "The orders of") ||
		!strings.Contains(answer, "The orders of Reich1") {
		t.Errorf("%+v\n%s", his, answer)
	}
}

// A message to the game master in a letter that is refused is also sent at once, and once, and the receipt says when.
// Nothing of an unproven letter is sent.
func TestLettersOfRefusedOrders(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{InTurn: true}, 2)
	b.Sent("", worldtest.Day0)
	const message = "$A\ndig 2\n$N\n#M\nWann bin ich dran?\n#2\nHallo!\n#E\n"
	for range 2 {
		if a := b.Send(2, "$I 2 PASSWORD\n"+message, receipt.Refused); a.Reason.Code != "not-asked" {
			t.Fatalf("%+v", a)
		}
		b.ClockAt = b.ClockAt.Add(time.Hour)
	}
	his, answer := mailed(b)
	if len(his) != 1 || !strings.Contains(his[0].Text,
		"in einem Brief, dessen Befehle nicht angenommen sind (Zug 1), von r2@example.org:\n\n  Wann bin ich "+
			"dran?\n") ||
		strings.Contains(his[0].Text, "Hallo!") || his[0].ReplyTo != "spiel@example.org" {
		t.Errorf("to the game master: %+v", his)
	}
	if want := "Your message to the game master (line 5) went out on Monday, 23 November 2026, 13:00 " +
		"(Europe/Berlin).\n"; !strings.Contains(answer, want) {
		t.Errorf("receipt:\n%s", answer)
	}
	b.Send(2, "$I 2 wrong-password\n$N\n#M\nUnd nun?\n#E\n", receipt.WrongWord)
	if his, _ := mailed(b); len(his) != 0 {
		t.Errorf("of a letter without a right password: %+v", his)
	}

	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n$N\n#M\nWo ist das Fest?\n#E\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	mailed(b)
	b.Send(1, "$I 1 PASSWORD 1\n$N\n#M\nWo ist das Fest?\n#M\nZu spät?\n#E\n", receipt.Refused)
	if his, answer = mailed(b); len(his) != 1 || strings.Contains(his[0].Text, "Fest") ||
		!strings.Contains(his[0].Text, "  Zu spät?\n") || strings.Count(answer, "ging am") != 2 {
		t.Errorf("for the last turn: %+v\n%s", his, answer)
	}
}

// Beyond the limit such messages are lost, and the receipt says so.
func TestLettersOfRefusedOrdersAnHour(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{InTurn: true}, 2)
	b.Sent("", worldtest.Day0)
	for n := range limits.LettersAtOnce.Most() + 1 {
		b.Send(2, "$I 2 PASSWORD\n$N\n#M\n"+strings.Repeat("ha", n+1)+"\n#E\n", receipt.Refused)
		his, answer := mailed(b)
		beyond := n >= limits.LettersAtOnce.Most()
		if told := strings.Contains(answer, "(line 3) did NOT go out"); told != beyond || len(his) != 1 && !beyond ||
			len(his) != 0 && beyond {
			t.Errorf("letter %d: %d letters\n%s", n+1, len(his), answer)
		}
	}
}

// The same words are not passed on again, and passwords in them never are.
func TestQuestionAboveOrdersOnce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	n := 0
	for _, more := range []string{"dig 2", "dig 3"} {
		b.Send(1, "Ist PASSWORD mein Passwort?\n$I 1 PASSWORD\n$A\n"+more+"\n", receipt.Taken)
		his, answer := mailed(b)
		for _, d := range his {
			if n++; strings.Contains(d.Text, b.Passwords[1]) || !strings.Contains(d.Text, "Ist * * * mein Passwort?") {
				t.Errorf("%s", d.Text)
			}
		}
		if !strings.Contains(answer, "ging am Montag, 23. November 2026, 13:00 Uhr") {
			t.Errorf("receipt:\n%s", answer)
		}
		b.ClockAt = b.ClockAt.Add(time.Hour)
	}
	if n != 1 {
		t.Errorf("passed on %d times", n)
	}
	refused := false
	for n := range 7 {
		b.Send(1, strings.Repeat("Wann? ", n+1)+"\n$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken)
		_, answer := mailed(b)
		refused = strings.Contains(answer, "ging NICHT an die Spielleitung")
	}
	if !refused {
		t.Error("the player was not told that too many questions came")
	}
}

// The question in a letter that is refused is still passed on.
func TestQuestionAboveRefusedOrders(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	b.Send(1, "Was ist mit dem alten Zug?\n$I 1 PASSWORD 17\n$A\ndig 2\n", receipt.Refused)
	his, answer := mailed(b)
	if len(his) != 1 || !strings.Contains(his[0].Text, "Was ist mit dem alten Zug?") ||
		!strings.Contains(answer, "ging am") {
		t.Errorf("%+v\n%s", his, answer)
	}
	b.Send(1, "Ist das richtig so?\n$I 1 wrong-password\n$A\ndig 2\n", receipt.WrongWord)
	if his, _ := mailed(b); len(his) != 0 {
		t.Errorf("of a letter without a right password: %+v", his)
	}
}

// A message that is sent with a letter that merges with an earlier one does not count as sent earlier.
func TestAMessageThatGoesNowIsNotEarlier(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Adds: true, Keeps: true}, 1)
	b.Sent("", worldtest.Day0)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n$N\n#M\nWann ist das Fest?\n#E\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	b.ClockAt = b.ClockAt.Add(2 * time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$N\n#M\nUnd wo?\n#E\n", receipt.Taken)
	if _, answer := mailed(b); strings.Contains(answer,
		"frühere Nachricht an die Spielleitung ging am Montag, 23. November 2026, 15:00") ||
		!strings.Contains(answer, "Nachricht an die Spielleitung") ||
		!strings.Contains(answer, "15:00 Uhr (Europe/Berlin) ab.") {
		t.Errorf("receipt:\n%s", answer)
	}
}
