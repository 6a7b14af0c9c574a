package clitest

import (
	"bytes"
	"crypto/sha256"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/incoming"
	"weltentor/mailer/mailertest"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/store/disk"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// Written is a mail as the player's program makes it, with more fields in its head.
func (d *Table) Written(id, text string, more ...string) string {
	head := append([]string{"From: Anna <" + Player + ">", "To: " + Address, "Subject: Zug",
		"Message-ID: <" + id + "@test.example>",
		"Date: " + d.SentAt(), "Content-Type: text/plain; charset=utf-8"}, more...)
	return strings.Join(head, "\r\n") + "\r\n\r\n" + strings.ReplaceAll(text, "\n", "\r\n")
}

// SentAt is the date of the mail that is written next: no two are of the same second.
func (d *Table) SentAt() string {
	d.written++
	return d.Now.Add(time.Duration(d.written) * time.Second).Format(time.RFC1123Z)
}

// Deliver puts a mail into the game's mailbox.
func (d *Table) Deliver(raw string) {
	d.T.Helper()
	stage.Must(d.T, d.Post.Deliver(Address, []byte(raw)))
}

// CronSays runs cron and checks its output: "" means nothing at all, otherwise it is one line with these words.
func (d *Table) CronSays(want int, says string) {
	d.T.Helper()
	code, out, errs := d.Run("cron", d.Dir)
	if code != want || out != "" || !strings.Contains(errs, says) || (says == "") != (errs == "") ||
		strings.Count(errs, "\n") > 1 {
		d.T.Errorf("%s: exit %d, %q %q, want exit %d, %q", d.Now.Format("Mon 15:04"), code, out, errs, want, says)
	}
}

// Friday is the deadline of a table's first turn.
var Friday = time.Date(2027, 3, 5, 20, 0, 0, 0, time.UTC)

// Turn checks which turn awaits orders.
func (d *Table) Turn(want int) {
	d.T.Helper()
	if s := d.Status(); s.Turn != want {
		d.T.Errorf("%s: turn %d awaits orders, want %d (%+v)", d.Now.Format("Mon 15:04"), s.Turn, want, s.Waits)
	}
}

// Fresh is a world of a game with its own numbers, without realms.
func Fresh(t *testing.T, rb game.Rulebook) game.World {
	t.Helper()
	tables, err := rb.Tables(nil)
	stage.Must(t, err)
	w, err := rb.Found(game.Founding{Tables: tables})
	stage.Must(t, err)
	return w
}

// Sums lists the files of a world's folder with their sums, but for the lock and the place.
func (d *Table) Sums() []string {
	d.T.Helper()
	return d.sums("lock", "place")
}

// sums lists the files of the world's folder with their sums, without some.
func (d *Table) sums(without ...string) (out []string) {
	d.T.Helper()
	err := filepath.WalkDir(d.Dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || slices.Contains(without, e.Name()) {
			return err
		}
		raw, err := os.ReadFile(path)
		sum := sha256.Sum256(raw)
		out = append(out, path+" "+string(sum[:]))
		return err
	})
	stage.Must(d.T, err)
	return out
}

// Says checks that a text has all of these, in this order.
func (d *Table) Says(what, text string, want ...string) {
	d.T.Helper()
	rest := text
	for _, w := range want {
		_, after, found := strings.Cut(rest, w)
		if !found {
			d.T.Errorf("%s says\n%s\nwant %q", what, text, w)
			return
		}
		rest = after
	}
}

// LaterOrders are orders that differ from SomeOrders in their message.
const LaterOrders = "\n$N\n#M\nUnd wer seid Ihr?\n#E\n$E\n"

// Bare is what is in force without when it came.
func (d *Table) Bare(orders string) string { return orders[strings.Index(orders, "$"):] }

// OwnAuthority is a private CA: its certificate in PEM, and one for this machine that it has signed.
func OwnAuthority(t *testing.T) (root string, server *tls.Config) {
	t.Helper()
	ca, err := stage.NewAuthority()
	stage.Must(t, err)
	der, key, err := ca.Certify()
	stage.Must(t, err)
	return string(ca.Root), &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
}

// Lists fails unless a text has all these words.
func (d *Table) Lists(what, text string, words ...string) {
	d.T.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			d.T.Errorf("%s does not say %q:\n%s", what, w, text)
		}
	}
}

// Events is the part of a German report up to the yields: what happened.
func Events(report string) string {
	out, _, _ := strings.Cut(report, "\nErträge:")
	return out
}

// Table is a game master's desk in a test: one world, a mail provider, a clock.
type Table struct {
	stage.Probe
	Post    *mailertest.Server
	written int // mails of players
}

// The addresses of a table: the game's, its player's and its game master's.
const (
	Address = "spiel@test.example"
	Player  = "anna@test.example"
	Master  = "leitung@test.example"
)

// NewTable founds a small world at noon of a Monday; the deadline is Friday 20:00.
func NewTable(t *testing.T) *Table {
	t.Helper()
	return NewTableOf(t, "--size", "40x30")
}

// NewTableOf is NewTable with other words of the founding.
func NewTableOf(t *testing.T, founding ...string) *Table {
	t.Helper()
	d := EmptyTable(t)
	var err error
	d.Post, err = mailertest.Start(mailertest.Options{Time: func() time.Time { return d.Now }})
	stage.Must(t, err)
	t.Cleanup(func() { d.Post.Close() })
	for _, a := range []string{Address, Player, Master} {
		stage.Must(t, d.Post.AddUser(a, stage.Password))
	}
	d.found(append(founding, "--seed", "7")...)
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
	return d
}

// founded are the files of worlds that `new` has founded at the tables' first hour, by its words.
var founded sync.Map

// found founds a world. Only the first of its kind is made by the command; the same words at the same hour give the same
// world, and all others get copies of its files.
func (d *Table) found(words ...string) {
	d.T.Helper()
	key := strings.Join(words, " ")
	if files, is := founded.Load(key); is {
		stage.Must(d.T, os.Mkdir(d.Dir, 0o700))
		for name, raw := range files.(map[string]string) {
			d.Write(name, raw)
		}
		return
	}
	d.Done(append([]string{"new", d.Dir}, words...)...)
	files := map[string]string{}
	for _, name := range []string{disk.FileName, settings.File} {
		raw, err := os.ReadFile(filepath.Join(d.Dir, name))
		stage.Must(d.T, err)
		files[name] = string(raw)
	}
	founded.Store(key, files)
}

// EmptyTable is a table without a world.
func EmptyTable(t *testing.T) *Table {
	return &Table{Probe: stage.NewProbe(t, time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC),
		InProcess(worlds.Rulebooks()...))}
}

// SettleAt writes world.toml, with mail servers at these addresses.
func (d *Table) SettleAt(imap, smtp string, own map[string]string) {
	d.T.Helper()
	d.Probe.Settle(Address, "", stage.ServersAt(imap, smtp),
		map[string]string{"zone": `"UTC"`, "gm.mail": settings.Quoted(Master)}, own)
}

// Join adds the player's realm and gives its identity line.
func (d *Table) Join() string {
	d.T.Helper()
	out := d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Moorland", "--player", "Anna", "--mail", Player,
		"--player-lang", "de")
	var realm int
	var password string
	if n, err := fmt.Sscanf(out, "$I %d %s\n", &realm, &password); n != 2 || err != nil || realm != 1 ||
		len(password) < 10 {
		d.T.Fatalf("realm add printed %q", out)
	}
	return strings.TrimSpace(out)
}

// Mail puts a mail of the player into the game's mailbox and gives its bytes.
func (d *Table) Mail(id, text string, more ...string) []byte {
	d.T.Helper()
	raw := d.Written(id, text, more...)
	d.Deliver(raw)
	return []byte(raw)
}

// Letters are what an address has got, newest last.
func (d *Table) Letters(address string) []incoming.Reading {
	d.T.Helper()
	var out []incoming.Reading
	for _, l := range d.Post.Letters() {
		if l.To != address {
			continue
		}
		// Our letters call themselves a machine's; as such they are not read
		// further, which is the point. The test looks inside all the same.
		raw := bytes.Replace(l.Raw, []byte("Auto-Submitted:"), []byte("X-Was-Auto:"), 1)
		r, err := incoming.Read(d.T.Context(), raw, incoming.ReadOptions{})
		stage.Must(d.T, err)
		r.Text = stage.OpenLetter(d.T, l.Raw).Body // as a person reads it: ours may quote a head that a player's letter ends at
		out = append(out, r)
	}
	return out
}

// Status is what `status --json` says.
func (d *Table) Status() gamemaster.Status {
	d.T.Helper()
	var s gamemaster.Status
	stage.Must(d.T, json.Unmarshal([]byte(d.Stands("--json")), &s))
	return s
}

// Fingerprint is over all files of the world but the lock's.
func (d *Table) Fingerprint() string {
	d.T.Helper()
	return strings.Join(d.sums("lock"), "\n")
}

// Recruits is an order, which makes a letter more than talk.
const Recruits = "\n$R\nK.M 1 1000 0 0"

// SomeOrders only speak.
const SomeOrders = "\n$N\n#M\nIst hier jemand?\n#E\n$E\n"
