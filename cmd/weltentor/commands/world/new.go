package world

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/commands/rulebook"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/founding"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/mailer/imap"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/seal"
	"weltentor/resolve/store/disk"
	"weltentor/worlds/external"
	"weltentor/worlds/game"
)

// NewCmd founds a world.
type NewCmd struct {
	Dir      string       `arg:""`
	Rulebook string       `placeholder:"NAME"`
	Realms   *call.Number `placeholder:"N"`
	Size     string       `placeholder:"WxH"`
	Seed     *string      `placeholder:"WORD"`
	Name     string       `placeholder:"NAME"`
	Set      string       `placeholder:"NAME"`
	Bots     call.Number  `placeholder:"N"`
	Tables   string       `placeholder:"FILE"`

	Engine  string      `placeholder:"DIR"`
	State   string      `placeholder:"DIR"`
	Players string      `placeholder:"FILE"`
	Turn    call.Number `placeholder:"N"`

	Master    string `placeholder:"FILE"`
	Announced string `placeholder:"VALUE"`
}

// Run founds the world with fresh settings. The same seed founds the same world, byte for byte; without one, a secret
// seed is drawn. A world can begin with a set of numbers from the rulebook and, on top of it, with its own numbers in
// the format of `tables`.
//
// At a terminal and without flags, it asks for what the world needs. With a master and without an announced value it
// founds nothing yet, see announce.
func (k *NewCmd) Run(c *call.Call) error {
	if k.Master != "" && k.Announced == "" && k.Seed == nil {
		return announce(c, k.Dir, k.Master)
	}
	c, err := k.hosted(c)
	if err != nil {
		return err
	}
	told, asked, err := k.ask(c)
	if err != nil {
		return err
	}
	rb, err := c.Rulebook(cmp.Or(k.Rulebook, told.Rulebook))
	if err != nil {
		return err
	}
	f, err := k.chance(c)
	if err != nil {
		return err
	}
	if f.Moved, err = k.moved(c, rb); err != nil {
		return err
	}
	f.Width, f.Height = told.Width, told.Height
	if k.Size != "" || k.Realms != nil {
		if f.Width, f.Height, err = k.sides(rb); err != nil {
			return err
		}
	}
	own := map[string]string{"gm.lang": strconv.Quote(string(c.Voice.Book.Lang)), "gm.auth": `"proof"`, "press": `"now"`}
	if k.Name != "" {
		if !settings.FairName(k.Name) { // otherwise status and every other command would refuse it
			return complaint.Usage("new-bad-name", phrase.Num("most", settings.LongestName))
		}
		own["name"] = settings.Quoted(k.Name)
	}
	if k.Engine != "" {
		own["engine"] = settings.Quoted(k.Engine)
		twice := 2 * rb.(*external.Rulebook).TurnSeconds()
		if usual, _ := time.ParseDuration(settings.Defaults().Limit); time.Duration(twice)*time.Second > usual {
			own["time_limit"] = settings.Quoted(fmt.Sprintf("%dm", (twice+59)/60))
		}
	}
	if n := rb.Days(); n > 0 {
		own["deadline"] = settings.Quoted(days(n))
	}
	maps.Copy(own, told.Settings)
	if !told.Unkind {
		deadline := settings.Defaults().Deadline
		if quoted, is := own["deadline"]; is {
			deadline, _ = strconv.Unquote(quoted)
		}
		kind := settings.Kind(deadline)
		maps.Copy(kind, own)
		own = kind
		if asked {
			own["public_to"] = settings.Quoted(publicIn)
		}
	}
	file := game.File{Name: settings.File, Type: "application/toml", Data: settings.Fresh(c.Voice.Book, own)}
	if err := rulebook.OffersSet(rb, k.Set); err != nil {
		return err
	}
	bots := max(int(k.Bots), told.Bots)
	bot := rb.Bot()
	switch {
	case bots > 0 && bot == nil:
		return complaint.Usage("new-no-bots", phrase.Str("name", rb.Name()))
	case bots > players.MostBots:
		return complaint.Usage("new-many-bots", phrase.Num("n", players.MostBots))
	}
	if k.Tables != "" || k.Set != "" {
		if file.Data, f.Tables, err = withTables(c, file.Data, k.Tables, k.Set); err != nil {
			return err
		}
	}
	files := []game.File{file}
	if told.Password != "" {
		files = append(files, game.File{Name: founding.PasswordFile, Data: []byte(told.Password + "\n")})
	}
	if told.Grant != nil {
		files = append(files, game.File{Name: founding.GrantFile, Data: told.Grant})
	}
	if err := players.Found(k.Dir, rb, f, c.Now(), files...); err != nil {
		return folder.Refused(c, k.Dir, err, phrase.P("cannot-found", phrase.Str("dir", k.Dir)))
	}
	if bots > 0 {
		if err := seat(c, k.Dir, players.Seats(bot, players.Practised, bots, game.Strengths[0], c.Voice.Book.Lang)); err != nil {
			return err
		}
	}
	if asked && !told.Unkind {
		if err := showToAll(c, k.Dir); err != nil {
			return err
		}
	}
	if asked {
		return k.sayNext(c, rb.Name(), told)
	}
	code := "founded"
	switch {
	case f.Moved != nil:
		code = "founded-moved"
	case k.Engine != "":
		code = "founded-engine"
	}
	c.Voice.Say(code, phrase.Str("dir", k.Dir), phrase.Str("rulebook", rb.Name()), phrase.Str("file", k.Players))
	return saySuits(c, k.Dir)
}

// publicIn is the folder, in that of a new world, of the page for all.
const publicIn = "public"

// showToAll writes the page for all of a new world, and says where it is. The folder around it stays closed to others.
func showToAll(c *call.Call, dir string) error {
	w, err := folder.Look(c, dir)
	if err == nil {
		_, err = mailing.Publish(w, filepath.Join(dir, publicIn))
	}
	if err == nil {
		c.Voice.Say("ask.public", phrase.Str("path", filepath.Join(dir, publicIn, "index.html")), phrase.Str("dir", dir))
	}
	return err
}

// chance is what all chance of the world comes from: a secret, a word, or a secret with a public value.
func (k *NewCmd) chance(c *call.Call) (f game.Founding, err error) {
	if (k.Master == "") != (k.Announced == "") || k.Master != "" && k.Seed != nil {
		return f, complaint.Usage("new-announced-needs")
	}
	if k.Seed != nil {
		if f.Seed, err = game.ParseSeed(*k.Seed); err != nil {
			return f, complaint.Usage("bad-seed")
		}
		return f, nil
	}
	f.Signer = random()
	rand.Read(f.Seed[:])
	if k.Master == "" {
		return f, nil
	}
	a := game.Announced{Value: strings.TrimSpace(k.Announced)}
	if !a.Sound() {
		return f, complaint.Usage("new-bad-value", phrase.Num("most", game.MostAnnounced))
	}
	if a.Master, err = readMaster(c, k.Master); err != nil {
		return f, err
	}
	f.Seed, f.Announced = seal.Mixed(a), &a
	return f, nil
}

// announce makes the secret of a world to come, unless it is there, and says the mark that is to be announced. Whoever
// has announced it before the public value was known cannot choose the world's dice.
func announce(c *call.Call, dir, file string) error {
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		err := disk.WriteNew(file, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "%x\n", random())
			return err
		})
		if err != nil {
			return &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("new-no-master", phrase.Str("file", file)), Cause: err}
		}
	}
	secret, err := readMaster(c, file)
	if err != nil {
		return err
	}
	c.Voice.Say("new-announce", phrase.Str("file", file), phrase.Str("dir", dir), phrase.Str("mark", seal.Spaced(seal.Master(secret))))
	return nil
}

// random is a secret, as long as the seed of a signature.
func random() []byte {
	out := make([]byte, ed25519.SeedSize)
	rand.Read(out)
	return out
}

// readMaster reads the secret of an announced world, in hex.
func readMaster(c *call.Call, file string) (string, error) {
	raw, err := c.ReadAll(file)
	if err != nil {
		return "", err
	}
	secret := strings.TrimSpace(string(raw))
	if raw, err = hex.DecodeString(secret); err != nil || len(raw) != ed25519.SeedSize || secret != strings.ToLower(secret) {
		return "", complaint.Usage("new-no-master", phrase.Str("file", file))
	}
	return secret, nil
}

// seat adds the realms that the machine plays.
func seat(c *call.Call, dir string, seats []players.LocalRealm) error {
	w, done, err := folder.Change(c, dir)
	if err != nil {
		return err
	}
	defer done()
	if _, err := players.AddLocal(w.World, seats, c.Now()); err != nil {
		return w.Wrong(err)
	}
	c.Voice.Say("founded-bots", phrase.Num("n", len(seats)), phrase.Str("dir", dir))
	return nil
}

// saySuits says how many realms a new world has room for, if its rules know.
func saySuits(c *call.Call, dir string) error {
	w, err := folder.Look(c, dir)
	if err != nil {
		return err
	}
	_, suits, err := players.Crowd(w.World)
	if suits > 0 {
		c.Voice.Say("suits", phrase.Num("n", suits))
	}
	return w.Wrong(err)
}

// days writes a deadline of so many days as a setting has it.
func days(n int) string {
	if n == 1 {
		return "1 day"
	}
	return fmt.Sprintf("%d days", n)
}

// withTables puts the section [tables] of a file into world.toml, with the name of a set of numbers first. It also
// returns the section as a file of its own. File and set may each be "".
func withTables(c *call.Call, whole []byte, file, set string) (with, tables []byte, err error) {
	if file == "" {
		with = append(whole, rulebook.SetLine(set)...)
		s, err := settings.Parse(with)
		if err != nil {
			return nil, nil, err
		}
		return with, s.Tables, nil
	}
	own, err := c.ReadAll(file)
	if err != nil {
		return nil, nil, err
	}
	if err = settings.Bounded(own); err == nil { // by its own line numbers, not those of world.toml
		err = settings.Readable(own)
	}
	if err == nil && set != "" {
		own, err = rulebook.UnderSet(own, set)
	}
	var s *settings.Settings
	if err == nil {
		before, _, _ := bytes.Cut(whole, []byte("\n[tables]\n"))
		with = slices.Concat(before, []byte("\n"), own)
		s, err = settings.Parse(with)
	}
	if err != nil {
		return nil, nil, complaint.InFile(file, err)
	}
	return with, s.Tables, nil
}

// sides are those of the map that was asked for, by its size or for a number of realms.
func (k *NewCmd) sides(rb game.Rulebook) (width, height int, err error) {
	if k.Size != "" && k.Realms != nil {
		return 0, 0, complaint.Usage("new-size-twice")
	}
	if k.Size != "" {
		return parseSize(k.Size)
	}
	realms := int(*k.Realms)
	if realms == 0 {
		return 0, 0, complaint.Usage("new-no-realms")
	}
	width, height, most := mapFor(rb, realms)
	if most > 0 {
		return 0, 0, complaint.Usage("new-too-many", phrase.Str("rulebook", rb.Name()), phrase.Num("n", realms), phrase.Num("most", most))
	}
	return width, height, nil
}

// mapFor returns the sides of a rulebook's map for so many realms, 0 for the usual map. If they are too many, most is
// how many realms a map can have.
func mapFor(rb game.Rulebook, realms int) (width, height, most int) {
	width, height, ok := rb.SizeFor(realms)
	if ok {
		return width, height, 0
	}
	return 0, 0, sort.Search(realms, func(n int) bool {
		_, _, ok := rb.SizeFor(n + 1)
		return !ok
	})
}

// parseSize reads a size such as "200x114".
func parseSize(s string) (width, height int, err error) {
	w, h, ok := strings.Cut(strings.ToLower(s), "x")
	width, err1 := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if !ok || err1 != nil || err2 != nil || width < 1 || height < 1 || width > 10000 || height > 10000 {
		return 0, 0, complaint.Usage("bad-size", phrase.Str("size", s))
	}
	return width, height, nil
}

// ask asks for what a world needs, if somebody is at the terminal, no flag was given, and there is no world yet.
func (k *NewCmd) ask(c *call.Call) (told founding.Answers, asked bool, err error) {
	there, _ := os.ReadDir(k.Dir)
	if *k != (NewCmd{Dir: k.Dir, Engine: k.Engine}) || !c.Seen || !terminal.Typing(c.In) || len(there) > 0 {
		return told, false, nil
	}
	book := c.Voice.Book
	start := founding.Start{Dir: k.Dir, Quote: settings.Quoted,
		Try: func(a founding.Answers) (reading, sending error) { return tryLogins(c, a) }}
	for _, b := range c.Books {
		start.Rulebooks = append(start.Rulebooks, b.Name())
		start.Games = append(start.Games, b.Words(book.Lang).T("game"))
	}
	if k.Engine == "" { // an engine has no map that we know of
		start.Size = func(rulebook string, realms int) (width, height, most int) {
			rb, _ := c.Rulebook(rulebook) // it is one of those above
			return mapFor(rb, realms)
		}
	}
	start.Plays = func(rulebook string) bool {
		rb, _ := c.Rulebook(rulebook)
		return rb.Bot() != nil
	}
	start.Certificate = func(path string) (string, error) {
		whole, err := filepath.Abs(path)
		if err == nil {
			_, err = (&settings.Settings{Dir: k.Dir}).Roots("imap", settings.Server{CAFile: whole})
		}
		if err != nil {
			return "", inOwnWords(err, c.Voice)
		}
		return whole, nil
	}
	start.Consent = founding.Consent{At: consentAt, Ask: func(provider, id, secret string) ([]byte, string, error) {
		return consent(c, provider, id, secret)
	}}
	start.Pace = func(rulebook string) string {
		rb, _ := c.Rulebook(rulebook)
		pace := settings.Defaults().Deadline
		if n := rb.Days(); n > 0 {
			pace = days(n)
		}
		if book.Lang == phrase.De { // both are understood
			pace = strings.NewReplacer("Friday", "Freitag", "days", "Tage", "day", "Tag").Replace(pace)
		}
		return pace
	}
	start.Wrong = func(own map[string]string) error {
		if _, err := settings.Parse(settings.Fresh(book, own)); err != nil {
			said := inOwnWords(complaint.InFile(settings.File, err), c.Voice).Error()
			return errors.New(strings.TrimPrefix(said, settings.File+": ")) // the answer is wrong: there is no file yet
		}
		return nil
	}
	desk := founding.Desk{Keys: terminal.At(c.Ctx, c.In), Out: c.Voice.Out, Book: book}
	told, err = desk.Interview(start)
	if errors.Is(err, founding.ErrLeft) {
		err = complaint.Usage("ask.left")
	}
	return told, true, err
}

// inOwnWords returns an error as Complain would print it.
func inOwnWords(err error, v *call.Voice) error {
	if c, is := errors.AsType[*complaint.Complaint](err); is {
		return errors.New(c.Say(v.Book))
	}
	return errors.New(complaint.InWords(err, v.Book.Lang))
}

// tryLogins logs in at both servers, and says what is wrong in our words and in theirs.
func tryLogins(c *call.Call, a founding.Answers) (reading, sending error) {
	at := func(s founding.Server) string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }
	d := settings.Defaults().IMAP
	roots, err := (&settings.Settings{}).Roots("imap", settings.Server{CAFile: a.CAFile})
	if err != nil { // it was there a moment ago
		wrong := inOwnWords(err, c.Voice)
		return wrong, wrong
	}
	reading = imap.Look(c.Ctx, imap.Config{Addr: at(a.IMAP), TLS: wire.TLSMode(a.IMAP.TLS), User: a.User,
		Password: a.Password, Token: a.Token, TLSConfig: roots, Auth: wire.AuthAuto, Inbox: d.Inbox, Processed: d.Done, Quarantine: d.Quarantine})
	sender, sending := smtp.NewSender(smtp.Config{Addr: at(a.SMTP), TLS: wire.TLSMode(a.SMTP.TLS),
		User: a.User, Password: a.Password, Token: a.Token, TLSConfig: roots, Auth: wire.AuthAuto, Fallback: a.Address})
	if sending == nil {
		sending = sender.Probe(c.Ctx)
		sender.Close()
	}
	return inTrouble(c, a.IMAP.Host, reading), inTrouble(c, a.SMTP.Host, sending)
}

// inTrouble says why a server refuses us.
func inTrouble(c *call.Call, host string, err error) error {
	if err == nil {
		return nil
	}
	trouble := cmp.Or(wire.TroubleOf(err), wire.Down)
	said := errors.New(c.Voice.Book.Say(phrase.P("ask.trouble-"+string(trouble), phrase.Str("host", host),
		phrase.Str("why", err.Error()))))
	if _, is := errors.AsType[x509.UnknownAuthorityError](err); is {
		return founding.Untrusted{Err: said}
	}
	return said
}

// sayNext says what to do after a founding with questions: add players, and call cron.
func (k *NewCmd) sayNext(c *call.Call, rulebook string, told founding.Answers) error {
	dir := k.Dir
	path, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	args := []phrase.Arg{phrase.Str("dir", dir), phrase.Str("rulebook", rulebook),
		phrase.Str("path", complaint.Quoted(path)), phrase.Str("program", complaint.Quoted(program)),
		phrase.Str("name", complaint.Quoted(filepath.Base(path))),
		phrase.Str("file", filepath.Join(dir, founding.PasswordFile))}
	c.Voice.Say("ask.done", args...)
	if home := c.Env("HOME"); home != filepath.Dir(path) {
		c.Voice.Say("ask.done-link", args...)
	}
	c.Voice.Say("ask.done-timer", args...)
	if k.Engine == "" {
		c.Voice.Say("ask.done-try", args...)
	}
	if told.Password == "" && told.Grant == nil {
		c.Voice.Say("ask.no-password", args...)
	}
	return saySuits(c, dir)
}
