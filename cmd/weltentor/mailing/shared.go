package mailing

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/notify"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/sorting"
	"weltentor/cmd/weltentor/texts"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
)

// given is a world's folder with its settings, or why they cannot be read. They are read once a call.
type given struct {
	dir      string
	settings *settings.Settings
	err      error
	inbox    *sorting.Inbox // shared with other worlds, see sharing
	stay     *stay          // nil: only this call serves it
	notify   *notify.Settings
}

func foldersOf(dirs []string) []given {
	out := make([]given, len(dirs))
	for i, dir := range dirs {
		out[i].dir = dir
		out[i].settings, out[i].err = settings.Read(dir)
	}
	return out
}

// accounts groups worlds by the account that their letters leave by, in their order. A world that cannot be read is a
// group of its own.
func accounts(worlds []given) (rows [][]int) {
	return inRows(worlds, func(i int, f given) string { return cmp.Or(f.account(), strconv.Itoa(i)) })
}

// account is the account that a world's letters leave by; "": none is known.
func (f given) account() string {
	if s := f.settings; f.err == nil && s.SMTP.Host != "" {
		return s.SMTP.Addr() + " " + s.SMTP.User
	}
	return ""
}

// inRows groups worlds by what they have in common, in their order. A world with "" is in no group.
func inRows(worlds []given, common func(i int, f given) string) (rows [][]int) {
	row := map[string]int{}
	for i, f := range worlds {
		what := common(i, f)
		if what == "" {
			continue
		}
		at, known := row[what]
		if !known {
			at = len(rows)
			row[what], rows = at, append(rows, nil)
		}
		rows[at] = append(rows[at], i)
	}
	return rows
}

// inboxes groups worlds that read the same folder of the same account. A world that cannot be read is in no group.
func inboxes(worlds []given) (rows [][]int) {
	return inRows(worlds, func(_ int, f given) string { return f.mailbox() })
}

// mailbox is the folder of the account that a world reads; "": none is known.
func (f given) mailbox() string {
	if s := f.settings; f.err == nil && s.IMAP.Host != "" {
		return strings.Join([]string{strings.ToLower(s.IMAP.Addr()), s.IMAP.User, inboxOf(s)}, "\x00")
	}
	return ""
}

func inboxOf(s *settings.Settings) string {
	if strings.EqualFold(s.IMAP.Inbox, "INBOX") {
		return "INBOX" // only this name has no case in IMAP
	}
	return s.IMAP.Inbox
}

// sharing gives worlds that share an inbox a common Inbox. It also finds worlds that read the same folder of the same
// account and may not: each would take the other's mails, or a mail could be for both. A world that is named twice
// counts once.
func sharing(worlds []given) map[int]error {
	wrong := map[int]error{}
	for _, row := range inboxes(worlds) {
		mailbox, _ := sorting.New()
		inbox, at := sorting.NewInbox(mailbox), map[string]int{}
		for _, i := range row {
			refuse := func(other int, code string, more ...phrase.Arg) {
				more = append(more, phrase.Str("folder", inboxOf(worlds[i].settings)))
				for _, r := range [][2]int{{i, other}, {other, i}} {
					if one, other := worlds[r[0]].dir, worlds[r[1]].dir; wrong[r[0]] == nil {
						args := []phrase.Arg{phrase.Str("dir", one), phrase.Str("other", other)}
						wrong[r[0]] = complaint.Usage(code, append(args, more...)...)
					}
				}
			}
			f, first := &worlds[i], worlds[row[0]]
			id := f.id()
			at[id] = i
			if s, other := f.settings.IMAP, first.settings.IMAP; id != first.id() {
				if !s.Shared || !other.Shared {
					refuse(row[0], "shared-inbox")
				} else if s.Done != other.Done || s.Quarantine != other.Quarantine {
					refuse(row[0], "shared-folders")
				}
			}
			if f.settings.IMAP.Shared {
				if clash := mailbox.Add(f.sorted()); clash != nil {
					refuse(at[clash.One], "shared-words", phrase.Str("word", clash.Word))
				}
				f.inbox = inbox
			}
		}
	}
	return wrong
}

// id identifies a world among those that share its inbox: by its real folder.
func (f given) id() string {
	real, err := filepath.EvalSymlinks(f.dir)
	if err != nil {
		real = f.dir
	}
	return filepath.Clean(real)
}

// sorted says how mails find the world.
func (f given) sorted() sorting.World {
	return sorting.World{ID: f.id(), Addresses: f.settings.Addresses(), Name: f.settings.Name}
}

// given returns the world as cron has it.
func (m *Mailer) given() given { return given{dir: m.Settings.Dir, settings: m.Settings} }

// shared returns the inbox that the world shares with others; nil if it has one of its own.
func (m *Mailer) shared() *sorting.Inbox {
	if m.inbox == nil && m.Settings.IMAP.Shared {
		mailbox, _ := sorting.New(m.given().sorted()) // one world cannot clash
		m.inbox = sorting.NewInbox(mailbox)
	}
	return m.inbox
}

// beside reports whether another world may read the inbox too, as its mark says.
func (m *Mailer) beside(n imap.Neighbour) bool {
	_, clash := sorting.New(m.given().sorted(), sorting.World{ID: n.World, Addresses: n.Addresses, Name: n.Name})
	return m.Settings.IMAP.Shared && len(n.Addresses) > 0 && clash == nil
}

// OfOthers reports whether a mail in the folder for read mails is another world's.
func (m *Mailer) OfOthers(raw []byte) (bool, error) {
	if a := m.Call.Linked; a != nil {
		return a.Others(raw)
	}
	_, known, err := m.World.Mark()
	return err == nil && m.neighbour(imap.MarkKnown(known).Neighbours(), raw) != "", err
}

// neighbour returns the name of the world that a mail is certainly for, if that is not this one.
func (m *Mailer) neighbour(beside []imap.Neighbour, head []byte) string {
	inbox := m.shared()
	if inbox == nil {
		return ""
	}
	return inbox.Other(m.given().id(), beside, head)
}

// Waiting describes mails that have been in the inbox for a day because they are for worlds that nobody polls. If the
// mailbox does not answer, nothing is known about that.
func (m *Mailer) Waiting(ctx context.Context, c imap.Config, beside []imap.Neighbour) (what phrase.Phrase) {
	if len(beside) == 0 {
		return what
	}
	counts := map[string]int{}
	err := imap.Survey(ctx, c, func(arrived time.Time, head []byte) {
		if of := m.neighbour(beside, head); of != "" && m.Call.Now().Sub(arrived) >= perDay {
			counts[of]++
		}
	})
	if err != nil || len(counts) == 0 {
		return what
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, fmt.Sprintf("%s (%d)", name, counts[name]))
	}
	return phrase.P("others-wait", phrase.Str("inbox", m.Settings.IMAP.Inbox), phrase.Str("folder",
		m.Settings.IMAP.Done), phrase.Str("worlds", strings.Join(all, ", ")))
}

// unsorted describes a mail of a shared inbox that is for no world; "" if it is for this one.
func (m *Mailer) unsorted(f imap.Fetched) string {
	inbox, s := m.shared(), m.Settings
	if inbox == nil || m.again || m.Call.Linked != nil {
		return ""
	}
	why, named := inbox.Doubt(f.UIDValidity, f.UID)
	if why == "" {
		return ""
	}
	return texts.Book(phrase.Lang(s.GM.Lang)).Say(phrase.P("unsorted-"+string(why), phrase.Num("uid", int64(f.UID)),
		phrase.Num("size", f.Size), phrase.Str("folder", s.IMAP.Quarantine), phrase.Str("inbox", s.IMAP.Inbox),
		phrase.Str("worlds", strings.Join(named, ", "))))
}
