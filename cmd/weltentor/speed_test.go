package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/world"
	"weltentor/worlds"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// mailroom is a world whose mail is measured.
type mailroom struct {
	stage.Probe
	identities []string // of realm n at n-1
}

// newMailroom founds a world with that many realms.
func newMailroom(b *testing.B, book game.Rulebook, realms int, founding game.Founding, own map[string]string,
	tables string) *mailroom {
	b.Helper()
	m := &mailroom{Probe: stage.NewProbe(b, time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), clitest.InProcess(book))}
	founding.Seed = game.Seed{7}
	if err := players.Found(m.Dir, book, founding, m.Now); err != nil {
		b.Fatal(err)
	}
	m.Write(settings.File, string(settings.Fresh(texts.Book(phrase.En), nil)))
	m.Settle(stage.GameAddress, tables, map[string]string{"deadline": `"Friday 20:00"`, "time_limit": `"1h"`}, own)
	w, err := world.Open(m.Dir, []game.Rulebook{book},
		world.Settings{Name: "Probe", Address: stage.GameAddress, Render: clitest.Rendering()})
	if err != nil {
		b.Fatal(err)
	}
	for r := 1; r <= realms; r++ {
		n, password, err := players.AddRealm(w, game.Joining{Name: fmt.Sprint("Reich ", r), Player: fmt.Sprint("Spieler ", r),
			Lang: phrase.Langs[r%2]}, clitest.PlayerAddress(r), m.Now)
		if err != nil || n != r {
			b.Fatal(n, err)
		}
		m.identities = append(m.identities, fmt.Sprintf("$I %d %s", r, password))
	}
	return m
}

// waiting is how many letters are in the outbox.
func (m *mailroom) waiting() int {
	m.T.Helper()
	var s gamemaster.Status
	if err := json.Unmarshal([]byte(m.Stands("--json")), &s); err != nil {
		m.T.Fatal(err)
	}
	return s.Outbox.Waiting
}

// orderMail is a mail of 10 KB as a player's program sends it.
func (m *mailroom) orderMail(realm, number int) []byte {
	var t strings.Builder
	fmt.Fprintf(&t, "%s\n\n$Spezial\ninfo\n\n$R\nK.M 1 1000 0 0 ; Wache Nr. %d\n\n$A\n", m.identities[realm-1], number)
	for i := range 100 {
		fmt.Fprintf(&t, "K.L %d %d000000000000 E+ ; nach Süden, über den Fluß\n", i+1, i%6+1)
	}
	t.WriteString("\n$N\n#A\n")
	for t.Len() < 9600 {
		t.WriteString("Wer Frieden hält, wird ihn bei uns finden; wer ihn bricht, findet Gräben.\n")
	}
	t.WriteString("#E\n")
	head := fmt.Sprintf("Return-Path: <%s>\r\nFrom: Spieler %[2]d <%[1]s>\r\nTo: %[3]s\r\nSubject: Mein Zug\r\n"+
		"Date: %[4]s\r\nMessage-ID: <%[5]d.%[6]d@player.test>\r\n"+
		"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8; format=flowed\r\n"+
		"Content-Transfer-Encoding: 8bit\r\n\r\n",
		clitest.PlayerAddress(realm), realm, stage.GameAddress, m.Now.Format(time.RFC1123Z), m.Now.Unix(), number)
	return append([]byte(head), strings.ReplaceAll(t.String(), "\n", "\r\n")...)
}

// BenchmarkPoll takes in order mails of 10 KB, at most as many per player as are answered in an hour: fetched, read,
// checked, stored, answered and moved. With the build tag `servers` they come from Dovecot, otherwise from the
// embedded server, whose memory and work are included.
func BenchmarkPoll(b *testing.B) {
	for _, c := range []struct{ mails, realms, width, height int }{{1000, 50, 100, 57}, {1000, 500, 300, 200},
		{10_000, 500, 300, 200}} {
		b.Run(fmt.Sprintf("%d_mails_of_%d", c.mails, c.realms), func(b *testing.B) {
			box, mails, realms := openMailbox(b), c.mails, c.realms
			m := newMailroom(b, worlds.Rulebooks()[0], realms, game.Founding{Width: c.width, Height: c.height},
				box.settings, "")
			b.ReportAllocs()
			var peak float64
			var cpu time.Duration
			for b.Loop() {
				b.StopTimer()
				m.Now = m.Now.Add(2 * time.Hour) // a realm is answered 20 times an hour
				raws := make([][]byte, mails)
				for i := range raws {
					raws[i] = m.orderMail(i%realms+1, i)
				}
				box.deliver(raws)
				debug.FreeOSMemory()
				b.StartTimer()
				begun := clitest.CPUTime()
				var out string
				peak = max(peak, watchMemory(func() { out = m.Done("poll", m.Dir) }))
				b.StopTimer()
				cpu += clitest.CPUTime() - begun
				if !strings.Contains(out, strconv.Itoa(mails)) {
					b.Fatal(out)
				}
				b.StartTimer()
			}
			b.ReportMetric(float64(mails)*float64(b.N)/b.Elapsed().Seconds(), "mails/s")
			b.ReportMetric(cpu.Seconds()*1000/float64(mails)/float64(b.N), "cpu-ms/letter")
			b.ReportMetric(peak, "peak-MB")
		})
	}
}

// watchMemory returns the maximum memory of the process while f runs, in MB, measured ten times a second. The store's
// pages, which the kernel lends as long as it has room, are not included.
func watchMemory(f func()) (peak float64) {
	done, told := make(chan struct{}), make(chan float64)
	go func() {
		for most := 0.0; ; {
			most = max(most, ownMemory())
			select {
			case <-done:
				told <- most
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	f()
	close(done)
	return <-told
}

// ownMemory is 0 if /proc does not have it.
func ownMemory() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, line, _ := bytes.Cut(status, []byte("RssAnon:"))
	line, _, _ = bytes.Cut(line, []byte("kB"))
	kb, _ := strconv.Atoi(strings.TrimSpace(string(line)))
	return float64(kb) / 1000
}

// longReports is a game whose reports have 100 KB.
type longReports struct{ game.Rulebook }

func (l longReports) Found(f game.Founding) (game.World, error) {
	w, err := l.Rulebook.Found(f)
	return longWorld{w}, err
}

func (l longReports) Open(state, tables []byte) (game.World, error) {
	w, err := l.Rulebook.Open(state, tables)
	return longWorld{w}, err
}

type longWorld struct{ game.World }

func (l longWorld) Join(j game.Joining, s game.Seed) (game.World, int, error) {
	w, n, err := l.World.Join(j, s)
	return longWorld{w}, n, err
}

func (l longWorld) Welcome(realm int, shown *game.Shown) game.Report {
	return long(l.World.Welcome(realm, shown))
}

func (l longWorld) Resolve(sheets []game.Sheet, seed game.Seed, lanes int, edits []game.Event) game.Outcome {
	return longOutcome{l.World.Resolve(sheets, seed, lanes, edits)}
}

type longOutcome struct{ game.Outcome }

func (l longOutcome) Next() game.World { return longWorld{l.Outcome.Next()} }

func (l longOutcome) Report(realm int, shown *game.Shown) game.Report {
	return long(l.Outcome.Report(realm, shown))
}

// long writes a report of 100 KB, no two alike.
func long(r game.Report) game.Report {
	var t bytes.Buffer
	for i := 0; t.Len() < 100_000; i++ {
		fmt.Fprintf(&t, "Woche %2d: K.L %d zieht von %d/%d nach Südosten und verliert %d Mann im Gefecht bei "+
			"Grünfurt.\n", i%13+1, i*7%99+1, i*31%400, i*17%228, (i+r.Realm)*7919%1000)
	}
	r.Name, r.Text = "ERGEBNIS.TXT", t.Bytes()
	return r
}

// BenchmarkSend hands reports of 100 KB to a mail server of loopback that throws
// them away.
func BenchmarkSend(b *testing.B) {
	for _, letters := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(letters, "_reports"), func(b *testing.B) {
			addr, taken := sink(b)
			host, port, _ := net.SplitHostPort(addr)
			own := map[string]string{"smtp.host": strconv.Quote(host), "smtp.port": port, "smtp.tls": `"plain"`,
				"smtp.user": `""`, "smtp.password_file": `""`}
			b.ReportAllocs()
			var peak float64
			var cpu time.Duration
			for b.Loop() {
				b.StopTimer()
				m := newMailroom(b, longReports{duel.Rules()}, 1000, game.Founding{}, own, "rounds = 99\n")
				// not every turn of this game has reports
				for turns := 0; m.waiting() < letters && turns < 40; turns++ {
					m.Now = m.Now.AddDate(0, 0, 7)
					m.Done("turn", m.Dir, "--force", "--yes")
				}
				before := taken()
				debug.FreeOSMemory()
				b.StartTimer()
				begun := clitest.CPUTime()
				peak = max(peak, watchMemory(func() { m.Done("send", m.Dir) }))
				b.StopTimer()
				cpu += clitest.CPUTime() - begun
				if n := taken() - before; n != letters {
					b.Fatalf("%d letters were taken, want %d", n, letters)
				}
				b.StartTimer()
			}
			b.ReportMetric(float64(letters)*float64(b.N)/b.Elapsed().Seconds(), "letters/s")
			b.ReportMetric(cpu.Seconds()*1000/float64(letters)/float64(b.N), "cpu-ms/letter")
			b.ReportMetric(peak, "peak-MB")
		})
	}
}

// sink is an SMTP server that takes everything and keeps nothing.
func sink(b *testing.B) (addr string, taken func() int) {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	s := &drain{}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return s, nil }))
	server.Domain, server.ErrorLog = "localhost", log.New(io.Discard, "", 0)
	go server.Serve(l)
	b.Cleanup(func() { server.Close() })
	return l.Addr().String(), func() int { return s.taken }
}

// drain is the only session of a sink at a time.
type drain struct{ taken int }

func (*drain) Reset() {}

func (*drain) Logout() error { return nil }

func (*drain) Mail(string, *smtp.MailOptions) error { return nil }

func (*drain) Rcpt(string, *smtp.RcptOptions) error { return nil }

func (d *drain) Data(r io.Reader) error {
	n, err := io.Copy(io.Discard, r)
	if n >= 100_000 {
		d.taken++
	}
	return err
}
