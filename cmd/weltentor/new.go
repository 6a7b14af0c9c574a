package main

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/founding"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/mailer/imap"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/worlds/game"
)

// newCmd founds a world.
type newCmd struct {
	Dir      string  `arg:""`
	Rulebook string  `placeholder:"NAME"`
	Size     string  `placeholder:"WxH"`
	Seed     *string `placeholder:"WORD"`
	Name     string  `placeholder:"NAME"`
	Set      string  `placeholder:"NAME"`
	Tables   string  `placeholder:"FILE"`
}

// Run founds the world with fresh settings. The same seed founds the same
// world, byte for byte; without one it is secret and drawn from the machine. A set of
// numbers the rulebook offers, and over it numbers of the world's own, as `tables` prints
// them, hold from the founding on.
//
// On a terminal, without a flag, it asks for what the world needs.
func (k *newCmd) Run(c *Call) error {
	told, asked, err := k.ask(c)
	if err != nil {
		return err
	}
	rb, err := c.rulebook(cmp.Or(k.Rulebook, told.Rulebook))
	if err != nil {
		return err
	}
	f := game.Founding{}
	if k.Size != "" {
		if f.Width, f.Height, err = parseSize(k.Size); err != nil {
			return err
		}
	}
	if k.Seed == nil {
		rand.Read(f.Seed[:])
	} else if f.Seed, err = game.ParseSeed(*k.Seed); err != nil {
		return usage("bad-seed")
	}
	own := map[string]string{"gm.lang": strconv.Quote(string(c.voice.book.Lang)), "gm.auth": `"proof"`}
	if k.Name != "" {
		if !settings.FairName(k.Name) { // status would refuse it, and every other command
			return usage("new-bad-name", phrase.Num("most", settings.LongestName))
		}
		own["name"] = settings.Quoted(k.Name)
	}
	if p, proposes := rb.(game.Pacer); proposes {
		own["deadline"] = settings.Quoted(days(p.Days()))
	}
	maps.Copy(own, told.Settings)
	file := game.File{Name: settings.File, Type: "application/toml", Data: settings.Fresh(c.voice.book, own)}
	if err := offersSet(rb, k.Set); err != nil {
		return err
	}
	if k.Tables != "" || k.Set != "" {
		if file.Data, f.Tables, err = c.withTables(file.Data, k.Tables, k.Set); err != nil {
			return err
		}
	}
	files := []game.File{file}
	if told.Password != "" {
		files = append(files, game.File{Name: founding.PasswordFile, Data: []byte(told.Password + "\n")})
	}
	if err := players.Found(k.Dir, rb, f, c.now(), files...); err != nil {
		if known := c.storeError(k.Dir, err); known != err {
			return known
		}
		return &complaint{Exit: exitUsage, What: phrase.P("cannot-found", phrase.Str("dir", k.Dir)), Cause: err}
	}
	if asked {
		return c.sayNext(k.Dir, rb.Name(), told)
	}
	c.voice.say("founded", phrase.Str("dir", k.Dir), phrase.Str("rulebook", rb.Name()))
	return c.saySuits(k.Dir)
}

// saySuits tells how many realms a new world plays well with, where its rules know.
func (c *Call) saySuits(dir string) error {
	w, err := c.look(dir)
	if err != nil {
		return err
	}
	_, suits, err := players.Crowd(w.World)
	if suits > 0 {
		c.voice.say("suits", phrase.Num("n", suits))
	}
	return w.wrong(err)
}

// days is a deadline of so many, as a setting has it.
func days(n int) string {
	if n == 1 {
		return "1 day"
	}
	return fmt.Sprintf("%d days", n)
}

// withTables puts the part [tables] of a file, beginning with a set of numbers, into
// world.toml, and gives it as a file of its own too. Without a name there is no file, or no
// set.
func (c *Call) withTables(whole []byte, file, set string) (with, tables []byte, err error) {
	if file == "" {
		with = append(whole, setLine(set)...)
		s, err := settings.Parse(with)
		if err != nil {
			return nil, nil, err
		}
		return with, s.Tables, nil
	}
	own, err := c.readAll(file)
	if err != nil {
		return nil, nil, err
	}
	err = settings.Bounded(own) // by its own lines, and not by those of world.toml
	if err == nil {
		err = settings.Readable(own)
	}
	if err != nil {
		return nil, nil, fault.InFile(file, err)
	}
	if set != "" {
		if own, err = underSet(own, set); err != nil {
			return nil, nil, fault.InFile(file, err)
		}
	}
	before, _, _ := bytes.Cut(whole, []byte("\n[tables]\n"))
	with = slices.Concat(before, []byte("\n"), own)
	s, err := settings.Parse(with)
	if err != nil {
		return nil, nil, fault.InFile(file, err)
	}
	return with, s.Tables, nil
}

// parseSize reads "200x114".
func parseSize(s string) (width, height int, err error) {
	w, h, ok := strings.Cut(strings.ToLower(s), "x")
	width, err1 := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if !ok || err1 != nil || err2 != nil || width < 1 || height < 1 || width > 10000 || height > 10000 {
		return 0, 0, usage("bad-size", phrase.Str("size", s))
	}
	return width, height, nil
}

// ask asks for what a world needs, if somebody sits at the terminal, no flag says anything and
// there is no world yet.
func (k *newCmd) ask(c *Call) (told founding.Answers, asked bool, err error) {
	there, _ := os.ReadDir(k.Dir)
	if *k != (newCmd{Dir: k.Dir}) || !c.seen || !terminal.Typing(c.in) || len(there) > 0 {
		return told, false, nil
	}
	book := c.voice.book
	start := founding.Start{Dir: k.Dir, Quote: settings.Quoted, Try: c.tryLogins}
	paces := map[string]string{}
	for _, b := range c.books {
		start.Rulebooks = append(start.Rulebooks, b.Name())
		if p, proposes := b.(game.Pacer); proposes {
			paces[b.Name()] = days(p.Days())
		}
	}
	start.Pace = func(rulebook string) string { return cmp.Or(paces[rulebook], settings.Defaults().Deadline) }
	start.Wrong = func(own map[string]string) error {
		if _, err := settings.Parse(settings.Fresh(book, own)); err != nil {
			return errors.New(inOwnWords(fault.InFile(settings.File, err), c.voice))
		}
		return nil
	}
	desk := founding.Desk{Keys: terminal.At(c.ctx, c.in), Out: c.voice.out, Book: book}
	told, err = desk.Interview(start)
	if errors.Is(err, founding.ErrLeft) {
		err = usage("ask.left")
	}
	return told, true, err
}

// inOwnWords is an error as complain would say it.
func inOwnWords(err error, v *voice) string {
	var c *complaint
	if errors.As(err, &c) {
		return c.Say(v.book)
	}
	return fault.InWords(err, v.book.Lang)
}

// tryLogins logs in at both servers, and says what is wrong in our words and theirs.
func (c *Call) tryLogins(a founding.Answers) (reading, sending error) {
	at := func(s founding.Server) string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }
	d := settings.Defaults().IMAP
	reading = imap.Look(c.ctx, imap.Config{Addr: at(a.IMAP), TLS: wire.TLSMode(a.IMAP.TLS), User: a.User,
		Password: a.Password, Auth: wire.AuthAuto, Inbox: d.Inbox, Processed: d.Done, Quarantine: d.Quarantine})
	sender, sending := smtp.NewSender(smtp.Config{Addr: at(a.SMTP), TLS: wire.TLSMode(a.SMTP.TLS),
		User: a.User, Password: a.Password, Auth: wire.AuthAuto, Fallback: a.Address})
	if sending == nil {
		sending = sender.Probe(c.ctx)
		sender.Close()
	}
	return c.inTrouble(a.IMAP.Host, reading), c.inTrouble(a.SMTP.Host, sending)
}

// inTrouble says what keeps a server from serving us.
func (c *Call) inTrouble(host string, err error) error {
	if err == nil {
		return nil
	}
	trouble := cmp.Or(wire.TroubleOf(err), wire.Down)
	return errors.New(c.voice.book.Say(phrase.P("ask.trouble-"+string(trouble), phrase.Str("host", host),
		phrase.Str("why", err.Error()))))
}

// sayNext says what comes after a founding with questions: players, and what calls cron.
func (c *Call) sayNext(dir, rulebook string, told founding.Answers) error {
	path, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	args := []phrase.Arg{phrase.Str("dir", dir), phrase.Str("rulebook", rulebook),
		phrase.Str("path", fault.Quoted(path)), phrase.Str("program", fault.Quoted(program)),
		phrase.Str("name", fault.Quoted(filepath.Base(path))),
		phrase.Str("file", filepath.Join(dir, founding.PasswordFile))}
	c.voice.say("ask.done", args...)
	if home := c.env("HOME"); home != filepath.Dir(path) {
		c.voice.say("ask.done-link", args...)
	}
	c.voice.say("ask.done-timer", args...)
	if told.Password == "" {
		c.voice.say("ask.no-password", args...)
	}
	return c.saySuits(dir)
}
