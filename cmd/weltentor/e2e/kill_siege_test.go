//go:build linux

package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/smtp"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/storetest"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds"
)

// siege is a world whose commands are killed: the mail servers behind taps, what the players wrote, and what became of
// it.
type siege struct {
	stage.Probe
	post       *mailertest.Server
	imap, smtp *tap
	realms     []besieged // realm n is realms[n-1]
	orders     []order    // all that were ever mailed
	again      map[string]int
	dice       *rand.Rand
	tally      tally
	bulk       int  // more lines in each mail, which cannot be packed
	moves      bool // the server knows MOVE
	twice      int  // mails that are twice in the folder for read ones, or will be

	mu    sync.Mutex
	trap  *trap
	watch *watch
}

// besieged is a realm and its player.
type besieged struct{ address, identity string }

// order is a mail with orders: a message to the next realm.
type order struct {
	realm, to, turn int
	id, token       string
	hash            [32]byte
}

const besiegers = 8

// newSiege founds a world of eight realms whose reports 0 have gone out.
func newSiege(t *testing.T) *siege {
	t.Helper()
	return newSiegeIn(t, filepath.Join(t.TempDir(), "world"), mailertest.Options{})
}

func newSiegeIn(t *testing.T, dir string, o mailertest.Options) *siege {
	t.Helper()
	s := &siege{Probe: stage.NewProbe(t, time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC), stage.AsBuilt(t)),
		moves: !o.NoMove, again: map[string]int{}, dice: rand.New(rand.NewPCG(4, 7)), tally: tally{}}
	s.Dir = dir
	var err error
	noon := s.Now // the servers' clock stands still, since they run concurrently
	o.Time = func() time.Time { return noon }
	if s.post, err = mailertest.Start(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.post.Close() })
	s.imap, s.smtp = newTap(t, s.post.IMAP(), newIMAPSteps, s.wire), newTap(t, s.post.SMTP(), newSMTPSteps, s.wire)
	s.Done("new", s.Dir, "--seed", "7", "--size", "60x40")
	s.Settle(stage.GameAddress, "", stage.ServersAt(s.imap.addr(), s.smtp.addr()),
		map[string]string{"zone": `"UTC"`, "deadline": `"Friday 20:00"`})
	s.addUser(stage.GameAddress)
	list := "name,player,mail,lang\n"
	for n := 1; n <= besiegers; n++ {
		address := fmt.Sprintf("player%d@demo.test", n)
		s.addUser(address)
		list += fmt.Sprintf("Land%c,Player %d,%s,%s\n", 'A'+n, n, address, []string{"de", "en"}[n%2])
	}
	path := filepath.Join(t.TempDir(), "list.csv")
	stage.Must(t, os.WriteFile(path, []byte(list), 0o600))
	var listed struct {
		Added []struct {
			Realm          int
			Mail, Password string
		}
	}
	stage.Must(t, json.Unmarshal([]byte(s.Done("realm", "import", "--print", "--json", s.Dir, path)), &listed))
	for _, r := range listed.Added {
		s.realms = append(s.realms, besieged{r.Mail, fmt.Sprintf("$I %d %s", r.Realm, r.Password)})
	}
	s.Done("send", s.Dir)
	s.Done("poll", s.Dir) // puts the mark into the mailbox
	return s
}

func (s *siege) addUser(address string) {
	s.T.Helper()
	if err := s.post.AddUser(address, stage.Password); err != nil {
		s.T.Fatal(err)
	}
}

// mail sends n mails with orders, of all realms in turn.
func (s *siege) mail(n int) {
	s.T.Helper()
	turn := s.turn()
	for range n {
		k := len(s.orders)
		r := k%len(s.realms) + 1
		o := order{realm: r, to: r%len(s.realms) + 1, turn: turn, id: fmt.Sprintf("<order.%d@player.test>", k),
			token: fmt.Sprintf("token-%05d", k)}
		// the treaty is an order: what only speaks would be added to the letter before
		text := fmt.Sprintf("%s\n$V\n%d A\n$N\n#%d\n%s\n", s.realms[r-1].identity, o.to, o.to, o.token)
		for range s.bulk {
			text += fmt.Sprintf("%016x %016x %016x %016x\n", s.dice.Uint64(), s.dice.Uint64(), s.dice.Uint64(),
				s.dice.Uint64())
		}
		text += "#E\n$E\n"
		raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: Zug\r\nMessage-ID: %s\r\nDate: %s\r\n"+
			"Content-Type: text/plain; charset=utf-8\r\n\r\n%s",
			s.realms[r-1].address, stage.GameAddress, o.id, s.Now.Format(time.RFC1123Z),
			strings.ReplaceAll(text, "\n", "\r\n"))
		o.hash = sha256.Sum256([]byte(raw))
		if err := s.post.Deliver(stage.GameAddress, []byte(raw)); err != nil {
			s.T.Fatal(err)
		}
		s.orders = append(s.orders, o)
	}
}

// due sets the clock to half an hour after the next deadline.
func (s *siege) due() {
	if at := s.status().Deadline.Add(30 * time.Minute); at.After(s.Now) {
		s.Now = at
	}
}

// open opens the world's store.
func (s *siege) open() *world.World {
	s.T.Helper()
	w, err := world.Open(s.Dir, worlds.Rulebooks(), world.Settings{})
	if err != nil {
		s.T.Fatal(err)
	}
	return w
}

// status returns the world's status as the program prints it.
func (s *siege) status() (st gamemaster.Status) {
	s.T.Helper()
	if err := json.Unmarshal([]byte(s.Stands("--json")), &st); err != nil {
		s.T.Fatal(err)
	}
	return st
}

// turn is the turn that awaits orders.
func (s *siege) turn() int {
	s.T.Helper()
	st, err := gamemaster.StatusOf(s.open(), s.Now)
	if err != nil {
		s.T.Fatal(err)
	}
	return st.Turn
}

// standing is what can be seen of a world from outside.
type standing struct {
	letters, sheets int // letters known, sheets in force or replaced
	inbox, put      int // mails in the inbox, and put away
	turn, reports   int // that awaits orders; reports stored
	receipts        int // queued
	noted, taken    int // letters recorded as sent, and taken by the server
}

// standing looks at a world and the mail servers, and checks that everything is complete: each letter has its sheet
// and its receipt, each turn its reports and their letters, each page of the store its place.
func (s *siege) standing() (now standing) {
	s.T.Helper()
	store, err := storetest.Look(filepath.Join(s.Dir, "world.db"))
	if err != nil {
		s.T.Fatal(err)
	}
	for _, wrong := range store.Wrong {
		s.T.Errorf("page: %v", wrong)
	}
	now.letters, now.sheets, now.reports = store.Keys["letters"], store.Keys["sheets"]+store.Keys["replaced"],
		store.Keys["reports"]
	for _, o := range s.orders[:min(now.letters, len(s.orders))] {
		if !store.Letters[o.hash] {
			s.T.Errorf("%s is not known, a later one is", o.id)
		}
	}
	rows, err := s.open().Outbox()
	if err != nil {
		s.T.Fatal(err)
	}
	reports := 0
	for _, r := range rows {
		switch r.Kind {
		case "receipt":
			now.receipts++
		case "report":
			reports++
		}
		if r.State == outbox.Sent {
			now.noted++
		}
	}
	now.turn = s.turn()
	all, deleted := s.post.Count(stage.GameAddress, "INBOX")
	now.inbox = all - deleted
	now.put, _ = s.post.Count(stage.GameAddress, "Weltentor")
	now.put -= s.marks()
	if now.inbox+now.put < len(s.orders) {
		s.T.Errorf("of %d mails %d lie in the inbox and %d are put away: the others are nowhere", len(s.orders),
			now.inbox, now.put)
	}
	now.taken = len(s.post.Letters())
	if now.letters != now.sheets || now.receipts != now.letters || reports != now.reports ||
		now.reports != len(s.realms)*now.turn {
		s.T.Errorf("turn %d: %d letters, %d sheets, %d receipts, %d reports, %d letters with reports", now.turn,
			now.letters, now.sheets, now.receipts, now.reports, reports)
	}
	return now
}

// marks counts the world's marks in the folder for read mails. One is put there before letters leave, and those of
// before stay for a while. If the server has no UIDPLUS, deleted ones stay.
func (s *siege) marks() int {
	return s.post.CountWith(stage.GameAddress, "Weltentor", "X-Weltentor-World")
}

// sentAgain counts the letters that the server took and the store did not record. Only these leave once more, and one
// kill makes at most as many as leave side by side.
func (s *siege) sentAgain() (n int) {
	s.T.Helper()
	taken := map[string]int{}
	for _, l := range s.post.Letters() {
		taken[messageID(s.T, l.Raw)]++
	}
	rows, err := s.open().Outbox()
	if err != nil {
		s.T.Fatal(err)
	}
	for _, r := range rows {
		noted := s.again[r.MessageID]
		if r.State == outbox.Sent {
			noted++
		}
		if r.MessageID == "" || taken[r.MessageID] == noted {
			continue
		}
		if n++; taken[r.MessageID] != noted+1 || n > smtp.MostConnections {
			s.T.Errorf("%s was taken %d times, %d are accounted for", r.MessageID, taken[r.MessageID], noted)
		}
		s.again[r.MessageID]++
	}
	return n
}

func messageID(t testing.TB, raw []byte) string {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return m.Header.Get("Message-ID")
}

// settled finishes everything, and checks that nothing was lost and nothing happened twice.
func (s *siege) settled() {
	s.T.Helper()
	s.Done("poll", s.Dir)
	s.Done("send", s.Dir)
	s.due()
	s.Done("turn", s.Dir)
	s.Done("send", s.Dir)
	s.Done("verify", s.Dir)
	now := s.standing()
	if now.inbox != 0 || now.put != len(s.orders)+s.twice || now.letters != len(s.orders) {
		s.T.Errorf("of %d mails %d are known, %d lie in the inbox, %d are put away", len(s.orders), now.letters,
			now.inbox, now.put)
	}
	if st := s.status(); st.Outbox.Waiting+st.Outbox.Failed+st.Outbox.Unclear > 0 || len(st.Undelivered) > 0 {
		s.T.Errorf("the outbox: %+v", st.Outbox)
	}
	s.lettersOnce()
	s.ordersOnce()
}

// lettersOnce: every letter was taken once, and once more for each kill between the server's yes and our record,
// always with the same bytes. Every mail was answered by one letter, and every realm got one report per turn.
func (s *siege) lettersOnce() {
	s.T.Helper()
	first, copies := map[string][]byte{}, map[string]int{}
	answers := map[string]map[string]bool{}
	for _, l := range s.post.Letters() {
		m, err := mail.ReadMessage(bytes.NewReader(l.Raw))
		if err != nil {
			s.T.Fatal(err)
		}
		id, answered := m.Header.Get("Message-ID"), m.Header.Get("In-Reply-To")
		if copies[id]++; copies[id] == 1 {
			first[id] = l.Raw
		} else if !bytes.Equal(first[id], l.Raw) {
			s.T.Errorf("%s left in other bytes the second time", id)
		}
		if answers[answered] == nil {
			answers[answered] = map[string]bool{}
		}
		answers[answered][id] = true
	}
	for _, o := range s.orders {
		if len(answers[o.id]) != 1 {
			s.T.Errorf("%s was answered by %v", o.id, answers[o.id])
		}
	}
	rows, err := s.open().Outbox()
	if err != nil {
		s.T.Fatal(err)
	}
	reports := map[[2]int]int{}
	for _, r := range rows {
		if copies[r.MessageID] != 1+s.again[r.MessageID] {
			s.T.Errorf("%s left %d times, want 1 and %d", r.MessageID, copies[r.MessageID], s.again[r.MessageID])
		}
		if r.Kind == "report" {
			reports[[2]int{r.Turn, r.Realm}]++
		}
	}
	if len(copies) != len(rows) {
		s.T.Errorf("%d letters left, %d are in the outbox", len(copies), len(rows))
	}
	for turn := range s.turn() {
		for realm := 1; realm <= len(s.realms); realm++ {
			if n := reports[[2]int{turn, realm}]; n != 1 {
				s.T.Errorf("realm %d has %d reports of turn %d", realm, n, turn)
			}
		}
	}
}

// ordersOnce: of each realm's mails for a turn the last one counted, once, and no other.
func (s *siege) ordersOnce() {
	s.T.Helper()
	inForce := map[[2]int]order{} // by turn and realm
	for _, o := range s.orders {
		inForce[[2]int{o.turn, o.realm}] = o
	}
	w, texts := s.open(), map[[2]int]string{}
	for _, o := range s.orders {
		at := [2]int{o.turn, o.to}
		if _, ok := texts[at]; !ok {
			report, err := turns.Report(w, o.to, o.turn)
			if err != nil {
				s.T.Fatal(err)
			}
			texts[at] = string(report.Text)
		}
		want := 0
		if inForce[[2]int{o.turn, o.realm}] == o {
			want = 1
		}
		if got := strings.Count(texts[at], o.token); got != want {
			s.T.Errorf("%s stands %d times in the report of realm %d of turn %d, want %d", o.token, got, o.to,
				o.turn, want)
		}
	}
}
