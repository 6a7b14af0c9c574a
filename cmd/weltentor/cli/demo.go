package cli

import (
	"bytes"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/examples"
	"weltentor/mailer/mailertest"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
)

// demoCmd plays a rulebook's example world.
type demoCmd struct {
	Dir      string `arg:"" optional:""`
	Rulebook string `placeholder:"NAME"`
	Example  string `placeholder:"NAME"`
}

// Run founds the example world. When a player's mail is due, it puts the mail into the mailbox of an embedded mail
// server, and runs `cron` as a crontab would. It succeeds only if every report has arrived at its player.
func (k *demoCmd) Run(c *call.Call) error {
	rb, err := c.Rulebook(k.Rulebook)
	if err != nil {
		return err
	}
	game := examples.Find(k.Example, rb.Name(), k.Rulebook != "")
	switch {
	case game == nil && k.Example != "":
		return complaint.Usage("demo-no-example", phrase.Str("name", k.Example),
			phrase.Str("list", strings.Join(examples.Names(), ", ")))
	case game == nil:
		return complaint.Usage("demo-none", phrase.Str("name", rb.Name()))
	}
	d := &demo{call: c, game: game, dir: k.Dir}
	if k.Example == "" && game.Shown > 0 {
		game.Turns = game.Turns[:game.Shown]
	}
	if d.dir == "" {
		if d.dir, err = os.MkdirTemp("", "weltentor-demo-"); err != nil {
			return fmt.Errorf("make a folder for the demo: %w", err)
		}
	}
	if err := d.found(); err != nil {
		return err
	}
	defer d.post.Close()
	if err := d.play(); err != nil {
		return err
	}
	return d.finish()
}

// demo is an example world while it is played.
type demo struct {
	call      *call.Call
	game      *examples.World
	dir       string // the world is in dir/world
	now       time.Time
	post      *mailertest.Server
	passwords []string // of the realms, in order
	resolved  int      // number of turns so far
}

// mailboxPassword opens the game's mailbox on the embedded mail server. That server listens only on this machine, and
// runs only as long as the demo.
const mailboxPassword = "only for the demo"

func (d *demo) world() string { return filepath.Join(d.dir, "world") }

// run runs a weltentor command at the demo's time.
func (d *demo) run(args ...string) (string, error) {
	var out, errs bytes.Buffer
	args = append([]string{"--lang", string(d.call.Voice.Book.Lang), "--at", d.now.Format(time.RFC3339)}, args...)
	code := Run(d.call.Ctx, args, strings.NewReader(""), &out, &errs, d.call.Env, d.call.Books)
	if code != complaint.ExitDone {
		return "", &complaint.Complaint{Exit: code, What: phrase.P("demo-command", phrase.Str("command", strings.Join(args, " ")),
			phrase.Num("code", code), phrase.Str("what", strings.TrimSpace(out.String()+errs.String())))}
	}
	return out.String(), nil
}

// waits reports whether a command ended because something has to wait.
func waits(err error) bool { return complaint.ExitOf(err) == complaint.ExitLater }

// later sets the demo's clock, which does not go back.
func (d *demo) later(at time.Time) {
	if at.After(d.now) {
		d.now = at
	}
}

// found starts the mail server, founds the world and adds the realms.
func (d *demo) found() (err error) {
	d.now = d.game.Founded
	if d.post, err = mailertest.Start(mailertest.Options{Time: func() time.Time { return d.now }}); err != nil {
		return fmt.Errorf("start the mail servers: %w", err)
	}
	d.call.Voice.Say("demo-post", phrase.Str("imap", d.post.IMAP()), phrase.Str("smtp", d.post.SMTP()))
	addresses := []string{d.game.Address, d.game.Master}
	for _, r := range d.game.Realms {
		addresses = append(addresses, r.Mail)
	}
	for _, a := range addresses {
		if err := d.post.AddUser(a, mailboxPassword); err != nil {
			return fmt.Errorf("make a mailbox: %w", err)
		}
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return fmt.Errorf("make a folder for the demo: %w", err)
	}
	tables := filepath.Join(d.dir, "tables.toml")
	if err := write(tables, d.rules()); err != nil {
		return err
	}
	if _, err := d.run("new", d.world(), "--rulebook", d.game.Rulebook, "--seed", d.game.Seed, "--size", d.game.Size,
		"--tables", tables); err != nil {
		return err
	}
	if err := d.settle(); err != nil {
		return err
	}
	founded := "demo-founded"
	if d.game.Size == "" {
		founded = "demo-founded-plain"
	}
	d.call.Voice.Say(founded, phrase.Str("name", d.game.Name), phrase.Str("size", d.game.Size),
		phrase.Str("dir", d.world()))
	return d.join()
}

// settle writes the settings that a game master would write by hand.
func (d *demo) settle() error {
	const secret = "mail-password" // a file beside world.toml, which names it
	if err := os.WriteFile(filepath.Join(d.world(), secret), []byte(mailboxPassword+"\n"), 0o600); err != nil {
		return fmt.Errorf("write the mailbox's password: %w", err)
	}
	own := map[string]string{
		"name": settings.Quoted(d.game.Name), "address": settings.Quoted(d.game.Address), "zone": settings.Quoted(d.game.Zone),
		"deadline": settings.Quoted(d.game.Deadline), "gm.mail": settings.Quoted(d.game.Master),
	}
	for section, addr := range map[string]string{"imap": d.post.IMAP(), "smtp": d.post.SMTP()} {
		host, port, err := net.SplitHostPort(addr)
		if err != nil {
			return fmt.Errorf("the address of the %s settings.Server: %w", section, err)
		}
		own[section+".host"], own[section+".port"], own[section+".tls"] = settings.Quoted(host), port, `"plain"`
		own[section+".user"], own[section+".password_file"] = settings.Quoted(d.game.Address), settings.Quoted(secret)
	}
	raw := append(settings.Fresh(d.call.Voice.Book, own), d.rules()...)
	if err := os.WriteFile(filepath.Join(d.world(), settings.File), raw, 0o600); err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	return nil
}

// rules returns the example's own numbers, as world.toml has them.
func (d *demo) rules() []byte {
	if len(d.game.Rules) == 0 {
		return nil
	}
	out := []byte("\n[tables.rules]\n")
	for _, name := range slices.Sorted(maps.Keys(d.game.Rules)) {
		out = fmt.Appendf(out, "%s = %s\n", name, d.game.Rules[name])
	}
	return out
}

// join adds the realms, and keeps their passwords for their mails.
func (d *demo) join() error {
	for i, r := range d.game.Realms {
		args := []string{"realm", "add", "--by-hand", d.world(), "--name", r.Name, "--player", r.Player, "--mail", r.Mail,
			"--player-lang", r.Lang, "--computer", r.Computer}
		if r.Kind != "" {
			args = append(args, "--kind", r.Kind)
		}
		if r.Culture != "" {
			args = append(args, "--culture", r.Culture)
		}
		line, err := d.run(args...)
		if err != nil {
			return err
		}
		words := strings.Fields(line) // $I number password
		if len(words) != 3 || words[1] != strconv.Itoa(i+1) {
			return fmt.Errorf("realm add answered %q", line)
		}
		d.passwords = append(d.passwords, words[2])
		d.call.Voice.Say("demo-joined", phrase.Num("realm", i+1), phrase.Str("name", r.Name),
			phrase.Str("player", r.Player), phrase.Str("lang", r.Lang))
	}
	return d.cron()
}

// play lets time pass: mails arrive and deadlines go by, and cron runs after each. Either may resolve a turn,
// depending on the game.
func (d *demo) play() error {
	mails := d.game.Mails
	for _, deadline := range d.game.Turns {
		for len(mails) > 0 && mails[0].At.Before(deadline) {
			if err := d.deliver(mails[0]); err != nil {
				return err
			}
			mails = mails[1:]
		}
		d.later(deadline)
		if err := d.cron(); err != nil {
			return err
		}
	}
	return nil
}

// deliver puts a player's mail into the game's mailbox and runs cron.
func (d *demo) deliver(m examples.Mail) error {
	raw, err := d.game.Raw(m, d.passwords)
	if err != nil {
		return err
	}
	d.later(m.At)
	d.call.Voice.Say("demo-mail", phrase.Str("time", d.clock()), phrase.Str("file", d.game.From(m)),
		phrase.Str("shows", m.Shows[string(d.call.Voice.Book.Lang)]))
	if err := d.post.Deliver(d.game.Address, raw); err != nil {
		return fmt.Errorf("deliver %s: %w", d.game.From(m), err)
	}
	return d.cron()
}

// clock shows the demo's time as its players read it.
func (d *demo) clock() string {
	zone, err := time.LoadLocation(d.game.Zone)
	if err != nil {
		panic(err)
	}
	return call.When(d.now, zone)
}

// repeats is how often the demo runs cron again, five minutes later each time, if something has to wait. On a busy
// machine a mail server may not answer in time.
const repeats = 3

// cron runs `weltentor cron` as a crontab would, fails if it has anything to say, and reports the turns it has resolved.
// If something still waits in the end, poll and send say what: cron exits silently then.
func (d *demo) cron() error {
	_, err := d.run("cron", d.world())
	for n := 0; n < repeats && waits(err); n++ {
		d.now = d.now.Add(5 * time.Minute)
		_, err = d.run("cron", d.world())
	}
	if waits(err) {
		for _, command := range []string{"poll", "send"} {
			if _, why := d.run(command, d.world()); why != nil {
				return why
			}
		}
	}
	if err != nil {
		return err
	}
	w, err := folder.Look(d.call, d.world())
	if err != nil {
		return err
	}
	s, err := gamemaster.StatusOf(w.World, d.now)
	if err != nil {
		return w.Wrong(err)
	}
	for ; d.resolved < s.Turn-1; d.resolved++ {
		d.call.Voice.Say("demo-turn", phrase.Num("turn", d.resolved+1), phrase.Str("time", d.clock()))
	}
	return nil
}
