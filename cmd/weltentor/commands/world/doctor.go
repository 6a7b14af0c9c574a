package world

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/doctor"
	"weltentor/cmd/weltentor/engines"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/founding"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/mailer/imap"
	"weltentor/mailer/smtp"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/requests"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// DoctorCmd finds out what a world lacks to play by mail.
type DoctorCmd struct {
	Dir  string      `arg:""`
	Wait call.Number `placeholder:"SECONDS" default:"60"`
	JSON bool        `name:"json"`
	Pace doctor.Pace `kong:"-"`
}

// Run checks everything, and says what to do about each thing that is not well. The exit code is 1 if the game cannot
// go on. Nothing in the world is changed; a letter goes to the game's own address and back.
func (k *DoctorCmd) Run(c *call.Call) error {
	x := &examination{Call: c, json: k.JSON}
	x.examine(k)
	if k.JSON {
		if err := c.JSON().Encode(findingsJSON{Healthy: !x.ill, Findings: x.rows}); err != nil {
			return err
		}
	} else {
		c.Voice.Say(map[bool]string{true: "doctor.ill", false: "doctor.healthy"}[x.ill], phrase.Str("dir", k.Dir))
	}
	if x.ill {
		return complaint.Silent(complaint.ExitNo)
	}
	return nil
}

// findingsJSON is the answer of `doctor --json`.
type findingsJSON struct {
	Healthy  bool          `json:"healthy"`
	Findings []findingJSON `json:"findings"`
}

type findingJSON struct {
	Check string       `json:"check"`
	State doctor.State `json:"state"`
	Code  string       `json:"code,omitempty"`
	Text  string       `json:"text,omitempty"`
	Way   string       `json:"way,omitempty"` // what to do, in one line or more
}

// examination is one run of the command.
type examination struct {
	*call.Call
	json bool
	rows []findingJSON
	ill  bool
}

// examine first checks whether the game goes on here at all, then the settings, the machine and the mail. If one step
// fails, the next may be impossible.
func (x *examination) examine(k *DoctorCmd) {
	s, err := settings.Read(k.Dir)
	if err != nil {
		x.wrong("settings", err)
		return
	}
	w, unopened := folder.OpenWith(x.Call, k.Dir, s)
	x.engine(s, w)
	var post postings
	here := true
	if unopened == nil {
		post = x.postings(w)
		here = x.place(w, post)
	}
	complete := x.settings(s, w)
	if unopened != nil {
		x.wrong("store", unopened)
		return
	}
	x.files(post)
	over, err := x.standing(w)
	if err != nil {
		x.wrong("store", w.Wrong(err))
		return
	}
	x.masterProof(w)
	x.lock(w)
	if !w.World.Disk.Elsewhere() {
		x.tell(doctor.Disk(k.Dir, "world.db", w.World.Disk.CopiesMost))
	}
	switch {
	case !here: // a copy of a world sends no mail
		doctor.Unseen(doctor.OfMail, "place", x.tell)
	case complete && len(post.wrong) == 0:
		x.mail(w, post, k)
	case complete:
		doctor.Unseen(doctor.OfMail, "files", x.tell)
	default:
		doctor.Unseen(doctor.OfMail, "settings", x.tell)
	}
	if _, marked, _ := disk.Marked(k.Dir); marked || x.Linked != nil {
		return // the hosts do what cron does, and `fleet status` shows them
	}
	x.web(w)
	if called := doctor.Cron(x.Ctx, k.Dir, x.Env); !over || called.State == doctor.Well {
		x.tell(called) // a game that is over needs no cron
	}
}

// engine checks whether the program of a game can run behind its wall, and whether it is the one that made the world; w
// nil: that could not be opened.
func (x *examination) engine(s *settings.Settings, w *folder.Opened) {
	if s.Engine == "" {
		return
	}
	err, other := engines.Try(s.Engine), false
	if w != nil && err == nil {
		by, unread := w.Hosted()
		err, other = unread, unread == nil && by.Outdated()
	}
	switch {
	case errors.As(err, new(*complaint.Complaint)):
		x.wrong("engine", err)
	case err != nil:
		x.tell(doctor.Finding{Check: "engine", State: doctor.Ill, What: phrase.P("engine-no-wall"), Cause: err})
	case other:
		x.tell(doctor.Finding{Check: "engine", State: doctor.Ill, What: phrase.P("engine-other", phrase.Str("path", s.Engine))})
	default:
		x.tell(doctor.Finding{Check: "engine", State: doctor.Well})
	}
}

// web asks whether the pages are where letters link to, and of this version.
func (x *examination) web(w *folder.Opened) {
	s, found := w.Settings, doctor.Finding{Check: "web", State: doctor.Well, What: phrase.P("web-none")}
	if len(s.Public) > 0 && s.PublicURL != "" {
		found = doctor.Web(x.Ctx, s.PublicURL, "index.html", nil)
	}
	files, _, err := mailing.PageFiles(w.World, true)
	if page := w.World.Rules.Name() + ".html"; err == nil && files[page] != nil && found.State != doctor.Beware {
		found = doctor.Web(x.Ctx, s.Table, page, files[page])
	}
	x.tell(found)
}

// settings checks whether the world accepts the settings, and those that mail requires. It returns whether all are there. w
// nil: the world could not be opened.
func (x *examination) settings(s *settings.Settings, w *folder.Opened) bool {
	complete := true
	if w != nil {
		if err := w.World.Accepts(); err != nil {
			x.wrong("settings", w.Wrong(err))
			complete = false
		}
	}
	for _, needed := range []struct{ key, value string }{{"address", s.Address}, {"imap.host", s.IMAP.Host},
		{"smtp.host", s.SMTP.Host}} {
		if err := s.Needs(needed.key, needed.value); err != nil {
			x.wrong("settings", err)
			complete = false
		}
	}
	if len(s.GM.Mail) == 0 {
		x.tell(doctor.Finding{Check: "settings", State: doctor.Beware, What: phrase.P("no-master")})
	} else if complete {
		x.tell(doctor.Finding{Check: "settings", State: doctor.Well})
	}
	return complete
}

// masterProof checks what proves mail from the game master, and gives advice.
func (x *examination) masterProof(w *folder.Opened) {
	s := w.Settings
	f := doctor.Finding{Check: "proof", State: doctor.Well}
	has, err := requests.HasMasterPassword(w.World)
	switch {
	case err != nil:
		x.wrong("store", w.Wrong(err))
		return
	case len(s.GM.Mail) == 0: // no mail is from him
	case s.GM.Auth == "code":
		f.State, f.What = doctor.Beware, phrase.P("gm-auth-code")
	case !has && s.Server == "" && !s.Verify:
		f.State, f.What = doctor.Beware, phrase.P("gm-auth-none")
	}
	x.tell(f)
}

// postings is how the mail servers are reached, and what is wrong with it.
type postings struct {
	imap  imap.Config
	smtp  smtp.Config
	wrong []error
}

// postings checks the passwords, keys and certificates.
func (x *examination) postings(w *folder.Opened) (p postings) {
	m, s := mailing.NewMailer(w), w.Settings
	if p.wrong = s.Secrets(); len(p.wrong) > 0 {
		return p
	}
	var err error
	if s.IMAP.Host != "" {
		p.imap, err = m.IMAP(x.Ctx)
	}
	if err == nil && s.SMTP.Host != "" && s.Address != "" {
		p.smtp, err = m.SMTP(x.Ctx)
	}
	if err != nil {
		p.wrong = []error{err}
	}
	return p
}

// files reports what is wrong with them.
func (x *examination) files(p postings) {
	for _, err := range p.wrong {
		x.wrong("files", err)
	}
	if len(p.wrong) == 0 {
		x.tell(doctor.Finding{Check: "files", State: doctor.Well})
	}
}

// place checks whether the game goes on here, by the folder and by the mark in the mailbox, and reports it. As for
// cron, a mailbox that does not answer stops nobody.
func (x *examination) place(w *folder.Opened, p postings) (here bool) {
	if still := w.Still(); still != nil {
		x.wrong("place", still)
		return false
	}
	beside, err := x.marked(w, p)
	shared, is := errors.AsType[*imap.SharedError](err)
	switch {
	case is:
		code := "shared"
		if w.Settings.IMAP.Shared && shared.Shares {
			code = "shared-same"
		}
		x.tell(doctor.Finding{Check: "place", State: doctor.Ill, What: phrase.P(code,
			phrase.Str("other", shared.Name), phrase.Str("inbox", shared.Inbox), phrase.Str("folder", shared.Folder))})
		return false
	case err != nil:
		x.wrong("place", err)
		return false
	}
	p.imap.Timeout = doctor.ServerTime
	f := doctor.Finding{Check: "place", State: doctor.Well}
	if f.What = mailing.NewMailer(w).Waiting(x.Ctx, p.imap, beside); f.What.Code != "" {
		f.State = doctor.Beware
	}
	x.tell(f)
	return true
}

// marked returns the worlds that share the inbox. The error is a complaint if the mark in the mailbox says that the
// game goes on elsewhere. It is a *SharedError if another world has its mark there. Nothing of this is recorded: the
// next cron does that.
func (x *examination) marked(w *folder.Opened, p postings) ([]imap.Neighbour, error) {
	claims, err := w.Place().Claims()
	if err != nil || claims || len(p.wrong) > 0 || p.imap.Addr == "" {
		return nil, nil
	}
	if p.imap.Mark, err = mailing.NewMailer(w).Mark(); err != nil {
		return nil, nil
	}
	p.imap.Timeout = doctor.ServerTime
	beside, err := imap.Marked(x.Ctx, p.imap)
	if errors.As(err, new(*imap.OvertakenError)) {
		return nil, w.Wrong(fmt.Errorf("%w: %s", faults.ErrOld, w.Settings.Dir))
	}
	if errors.As(err, new(*imap.SharedError)) {
		return nil, err
	}
	return beside, nil // a mailbox that does not answer stops nobody
}

// standing compares the clock with the last turn and the deadline, which also tries to read the store, and then its list
// of free pages. It returns whether the game is over.
func (x *examination) standing(w *folder.Opened) (over bool, err error) {
	s, err := gamemaster.StatusOf(w.World, x.Now())
	if err == nil {
		err = w.World.Disk.Changeable()
	}
	if err != nil {
		return false, err
	}
	clock := doctor.Finding{Check: "clock", State: doctor.Well}
	wrong := func(code string, then time.Time) {
		clock.State, clock.What = doctor.Ill, phrase.P(code, phrase.Str("now", call.When(x.Now(), w.Zone())),
			phrase.Str("then", call.When(then, w.Zone())))
	}
	if x.Now().Before(s.LastTurn) {
		wrong("clock-back", s.LastTurn)
	} else if s.LongPast {
		wrong("clock-ahead", s.Deadline)
	}
	x.tell(clock)
	store := doctor.Finding{Check: "store", State: doctor.Well}
	if s.Over {
		store.State, store.What = doctor.Beware, phrase.P("game-over")
	}
	x.tell(store)
	return s.Over, nil
}

// lock checks whether another command is at work. That is no fault if it ends.
func (x *examination) lock(w *folder.Opened) {
	if x.Linked != nil { // it is in hand
		x.tell(doctor.Finding{Check: "lock", State: doctor.Well})
		return
	}
	lock, err := disk.Lock(w.Settings.Dir)
	switch {
	case errors.Is(err, faults.ErrLocked):
		x.tell(doctor.Finding{Check: "lock", State: doctor.Beware, What: phrase.P("lock-held"), Cause: err})
	case err != nil:
		x.wrong("lock", w.Wrong(err))
	default:
		lock.Unlock()
		x.tell(doctor.Finding{Check: "lock", State: doctor.Well})
	}
}

// mail checks the servers, and a letter's way there and back.
func (x *examination) mail(w *folder.Opened, p postings, k *DoctorCmd) {
	signer, err := w.Settings.Signer()
	if err != nil {
		return // files has reported it
	}
	book := x.Voice.Book
	owner, _ := founding.OwnerOf(w.Settings.Address)
	sender, _ := founding.SenderAt(w.Settings.SMTP.Host)
	_, mark, err := w.World.Mark()
	if err != nil {
		return // standing has read the store
	}
	doctor.Mail{IMAP: p.imap, Full: mark.Full, SMTP: p.smtp, Address: w.Settings.Address, Owner: owner.Name,
		Sender: doctor.Sender{Name: sender.Name, SPF: sender.SPF}, Signer: signer, Lookup: w.Settings.Lookup(),
		Verify: w.Settings.Verify, Subject: book.Say(phrase.P("doctor.subject", phrase.Str("world", w.Settings.Name))),
		Text: book.T("doctor.letter") + "\n", Pace: k.Pace, Now: x.Now,
		Wait: cmp.Or(k.Pace.Letter, time.Duration(max(k.Wait, 1))*time.Second),
		Say:  func(why string) string { return x.MachineWords().Say(phrase.P("proof." + why)) },
	}.Examine(x.Ctx, x.tell)
}

// wrong reports one of our complaints as a finding.
func (x *examination) wrong(check string, err error) {
	code, text := "", complaint.InWords(err, x.Voice.Book.Lang)
	if c, is := errors.AsType[*complaint.Complaint](err); is {
		code, text = c.What.Code, c.Say(x.Voice.Book)
	}
	x.put(findingJSON{Check: check, State: doctor.Ill, Code: code, Text: text, Way: x.way(code, check)})
}

// tell puts a finding into words.
func (x *examination) tell(f doctor.Finding) {
	row := findingJSON{Check: f.Check, State: f.State, Code: f.What.Code}
	if row.Code != "" {
		what := f.What
		what.Code = "doctor." + what.Code
		row.Text = x.Voice.Book.Say(what)
		if f.State != doctor.Skipped {
			row.Way = x.way(row.Code, f.Check, f.What.Args...)
		}
	}
	if f.Cause != nil {
		row.Text += ": " + complaint.InWords(f.Cause, x.Voice.Book.Lang)
	}
	x.put(row)
}

// ownWay are the findings that say themselves what to do; a change of world.toml would not help.
var ownWay = []string{"no-world", "no-folder", "part-missing", "others-file", "open-to-others"}

// way says what to do about a finding, or about its check if the finding has no advice of its own.
func (x *examination) way(code, check string, args ...phrase.Arg) string {
	if slices.Contains(ownWay, code) {
		return ""
	}
	for _, of := range []string{code, check} {
		if key := "doctor.way." + of; x.Voice.Book.Has(key) {
			return x.Voice.Book.Say(phrase.P(key, args...))
		}
	}
	return ""
}

// put keeps a row for the JSON answer, or prints it at once, since servers take their time.
func (x *examination) put(row findingJSON) {
	x.rows, x.ill = append(x.rows, row), x.ill || row.State == doctor.Ill
	if x.json {
		return
	}
	paint := map[doctor.State]terminal.Paint{doctor.Well: terminal.Green, doctor.Beware: terminal.Yellow,
		doctor.Ill: terminal.Red, doctor.Skipped: terminal.Faint, doctor.Unknown: terminal.Faint}[row.State]
	book := x.Voice.Book
	line := fmt.Sprintf("%-9s %s", book.T("doctor.state."+string(row.State)), book.T("doctor.check."+row.Check))
	if row.Text != "" {
		line += ": " + terminal.OneCell(row.Text)
	}
	x.Front.Line(paint, strings.TrimRight(line, " "))
	if row.Way == "" {
		return
	}
	for way := range strings.SplitSeq(row.Way, "\n") { // a record to set has lines of its own
		x.Front.Line(terminal.Bare, fmt.Sprintf("%-9s %s", "", terminal.OneCell(way)))
	}
}
