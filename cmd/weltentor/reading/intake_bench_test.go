package reading

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/incoming"
	"weltentor/resolve/receipt"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
)

// BenchmarkIntake measures the processor's time for a letter, from its bytes to the commit: thirty lines of orders, as
// many that are wrong, 10 KB of wrong ones, and what strangers send, in one line of 1 MB or many. The rules are
// those of the main game.
func BenchmarkIntake(b *testing.B) {
	good := lines(30*32, func(n int) string { return fmt.Sprintf("K.M %2d 1000 0 0 ; Wache Nr. %2d", n+1, n) })
	wrong := lines(30*32, func(n int) string { return fmt.Sprintf("K.X %2d 1000 0 0 ; Wache Nr. %2d", n+1, n) })
	long := lines(10_000, func(n int) string { return fmt.Sprintf("K.X %d %d000 nach Osten, dann in die Berge", n, n) })
	many := lines(1<<20, func(n int) string { return fmt.Sprintf("Wir ziehen %d Tage nach Osten, dann in die Berge.", n) })
	for _, c := range []struct {
		name, from, text string
		fate             receipt.Fate
	}{
		{"good", "r1@example.org", "$I 1 PASSWORD\n$R\n" + good, receipt.Taken},
		{"wrong", "r1@example.org", "$I 1 PASSWORD\n$R\n" + wrong, receipt.Kept},
		{"wrong-10KB", "r1@example.org", "$I 1 PASSWORD\n$A\n" + long, receipt.Kept},
		{"stranger", "who@elsewhere.test", "Is there a place for me?\n", receipt.Stranger},
		{"stranger-1MB-line", "who@elsewhere.test", strings.Repeat("Wort ", 1<<20/5), receipt.Stranger},
		{"stranger-1MB-word", "who@elsewhere.test", strings.Repeat("x", 1<<20), receipt.Stranger},
		{"stranger-1MB-address", "who@elsewhere.test", strings.Repeat("x@y.z ", 1<<20/6), receipt.Stranger},
		{"stranger-1MB-lines", "who@elsewhere.test", many, receipt.Stranger},
		{"stranger-1MB-orders", "who@elsewhere.test", "$A\n" + many, receipt.Stranger},
		{"stranger-password-1MB-lines", "who@elsewhere.test", "$I 1 k7mw-x3pq-hhd42\n$A\n" + many, receipt.WrongWord},
	} {
		b.Run(c.name, func(b *testing.B) { intakeOf(b, c.from, c.text, c.fate) })
	}
}

// intakeOf takes in letters with a text again and again. Each is another by its head.
func intakeOf(b *testing.B, from, text string, fate receipt.Fate) {
	rules := worlds.Rulebooks()[0]
	g := worldtest.Found(b, rules, 2)
	text = strings.ReplaceAll(text, "PASSWORD", g.Passwords[1])
	language := rules.Language()
	var cpu time.Duration
	var got receipt.Acceptance
	for n := 0; b.Loop(); n++ {
		raw := fmt.Appendf(nil, "From: %s\r\nTo: game@example.org\r\nSubject: Zug\r\nMessage-ID: <%d@example.org>\r\n"+
			"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s", from, n,
			strings.ReplaceAll(text, "\n", "\r\n"))
		g.ClockAt = g.ClockAt.Add(time.Minute * 10)
		begun := cpuTime()
		lines, o := language.NewMemory(), Options(language, "game@example.org")
		o.Score = lines.Score
		r, err := incoming.Read(b.Context(), raw, o)
		if err != nil {
			b.Fatal(err)
		}
		l := Letter(imap.Fetched{Raw: raw}, r)
		l.Lines = lines
		got = g.Accept(l)
		cpu += cpuTime() - begun
		if got.Fate != fate {
			b.Fatalf("%s %s: %d good, %d bad", got.Fate, got.Reason.Code, got.Good, got.Bad)
		}
	}
	b.ReportMetric(float64(got.Good), "good")
	b.ReportMetric(float64(got.Bad), "bad")
	b.ReportMetric(cpu.Seconds()*1000/float64(b.N), "cpu-ms/letter")
}

// lines are lines with that many bytes in all.
func lines(bytes int, line func(n int) string) string {
	var all strings.Builder
	for n := 0; all.Len() < bytes; n++ {
		all.WriteString(line(n) + "\n")
	}
	return all.String()
}

// cpuTime is what the process has used of all processors.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
