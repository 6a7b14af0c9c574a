package settings

import (
	"cmp"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/intake"
	"weltentor/resolve/public"
	"weltentor/resolve/world"
)

// tlsModes are the ways to secure a connection.
var tlsModes = []string{"tls", "starttls", "plain"}

// Outside complains about a value that a key of a file cannot have.
func Outside(key, value, want string) error {
	return complaint.Usage("setting-range", phrase.Str("key", key), phrase.Str("value", value), phrase.Str("want", want))
}

// ranged is Outside unless the value is good.
func ranged(good bool, key, value, want string) error {
	if good {
		return nil
	}
	return Outside(key, value, want)
}

// UpTo complains about a number that is below zero, or above the most there may be.
func UpTo(most int, key string, n int) error {
	return ranged(0 <= n && n <= most, key, fmt.Sprint(n), fmt.Sprintf("0 … %d", most))
}

// unless complains by a code about a value that is not good.
func unless(good bool, code string, args ...phrase.Arg) error {
	if good {
		return nil
	}
	return complaint.Usage(code, args...)
}

// validate checks every value that could be out of range, in the order of the file, and returns the first complaint.
func (s *Settings) validate() error {
	_, unzoned := time.LoadLocation(s.Zone)
	limit, unlimited := time.ParseDuration(s.Limit)
	_, copies := Bytes(s.Copies)
	_, part, parts := public.ReadParts(s.Public)
	_, shown := public.ReadMap(s.Map)
	return cmp.Or(
		unless(FairName(s.Name), "setting-name", phrase.Num("most", LongestName)),
		unless(unzoned == nil && s.Zone != "" && s.Zone != "Local", "setting-zone", phrase.Str("value", s.Zone)),
		s.hours(),
		ranged(unlimited == nil && limit >= 10*time.Second && limit <= 24*time.Hour, "time_limit", s.Limit,
			`"10s" … "24h"`),
		ranged(copies, "copies", strconv.Quote(s.Copies), `"1MB" … "999GB", "all"`),
		s.Proof.validate(),
		ranged(s.GM.Lang == string(phrase.De) || s.GM.Lang == string(phrase.En), "gm.lang", s.GM.Lang, `"de", "en"`),
		ranged(s.GM.Auth == "code" || s.GM.Auth == "proof", "gm.auth", s.GM.Auth, `"proof", "code"`),
		unless(s.Address == "" || BareAddress(s.Address), "setting-address", phrase.Str("key", "address"),
			phrase.Str("value", s.Address)),
		s.checkMasters(),
		UpTo(10_000, "signup.places", s.Signup.Places),
		UpTo(practiceMost, "practice", s.Practice),
		UpTo(observersMost, "observers", s.Observe),
		ranged(slices.Contains(intake.Presses, world.Press(s.Press)), "press", s.Press,
			Listed([]world.Press{world.PressTurn, world.PressNow, world.PressOff})),
		s.withReports(),
		ranged(parts, "public", strconv.Quote(part), Listed(public.Parts)),
		ranged(shown, "map", strconv.Quote(s.Map), `"", "end", "never", "late:8"`),
		ranged(s.PublicTo == "" || filepath.IsAbs(s.PublicTo) || below(s.PublicTo), "public_to", strconv.Quote(s.PublicTo),
			`"", "public", "/srv/www/bovistan"`),
		web("table_url", s.Table),
		web("public_url", s.PublicURL),
		unless(!s.Sends || s.Table != "", "setting-sends"),
		s.folders(),
		s.sharing(),
		s.IMAP.Validate("imap"),
		s.SMTP.Validate("smtp"),
		UpTo(1_000_000, "zip_above", s.ZipAbove),
		UpTo(1_000_000, "smtp.per_hour", s.SMTP.PerHour),
		s.DKIM.validate(s.Address))
}

// withReports checks what newcomers get with reports.
func (s *Settings) withReports() error {
	for _, w := range s.With {
		if w != "picture" && w != "table" {
			return Outside("with_reports", w, `"picture", "table"`)
		}
	}
	return nil
}

// web checks an address on the web, if there is one.
func web(key, value string) error {
	return unless(value == "" || webFolder(value), "setting-web", phrase.Str("key", key),
		phrase.Str("value", strconv.Quote(value)))
}

var bytesForm = lazy.Pattern(`^([1-9]\d{0,2}) ?(MB|GB)$`)

// Bytes reads how much room something may take, such as 200MB. It is 0 for "all": any room.
func Bytes(text string) (n int64, ok bool) {
	if text == "all" {
		return 0, true
	}
	form := bytesForm().FindStringSubmatch(text)
	if form == nil {
		return 0, false
	}
	n, _ = strconv.ParseInt(form[1], 10, 64)
	return n << map[string]int{"MB": 20, "GB": 30}[form[2]], true
}

// longestAddress is the maximum length of a web address in characters: letters have it on one line.
const longestAddress = 300

// webFolder reports whether a text is the address of a folder on the web that players can open as it is: it has a
// host, no name or password, nothing behind the path, and only characters that no mail program cuts off. Browsers
// decrypt only what came by https, or from their own machine.
func webFolder(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.User != nil || strings.ContainsAny(text, "?#") || strings.HasSuffix(u.Path, ".html") ||
		len(text) > longestAddress {
		return false
	}
	home := u.Scheme == "http" && slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname())
	return (home || u.Scheme == "https" && u.Hostname() != "") && !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r > '~' || strings.ContainsRune("<>\"'`\\", r)
	})
}

// LongestName is the maximum length of a game's name in characters: it is in every subject.
const LongestName = 60

// FairName reports whether a game may have this name; "" stands for its folder's name.
func FairName(name string) bool {
	return utf8.ValidString(name) && len([]rune(name)) <= LongestName && !strings.ContainsFunc(name, unicode.IsControl)
}

// graceMost is how many hours a deadline may move at most: a week.
const graceMost = 7 * 24

// waitMost is how many minutes an early turn may wait after the last orders at most: a day.
const waitMost = 24 * 60

// alarmMost is how many hours a mailbox may be unreachable before somebody is told: a week at most.
const alarmMost = 7 * 24

// practiceMost is how many practice games may run at a time at most: each has a store of its own.
const practiceMost = 200

// observersMost is how many may have the newspaper by mail at most: each gets a letter a turn.
const observersMost = 1000

// hours checks the times around a deadline, and that of the mailbox's alarm. A reminder must not leave before the
// report of the last turn. With deadlines by weekday, at least half a week is between turn and deadline.
func (s *Settings) hours() error {
	d, err := ParseDeadline(s.Deadline)
	if err != nil {
		return err
	}
	least := 84
	if d.Days > 0 {
		least = d.Days * 24
	}
	_, bad := deadlines.ReadSteps(s.Missed)
	return cmp.Or(
		UpTo(least-1, "reminder", s.Reminder),
		UpTo(graceMost, "grace", s.Grace),
		UpTo(graceMost, "more_time", s.More),
		UpTo(waitMost, "early_wait", s.Wait),
		UpTo(alarmMost, "imap.alarm", s.IMAP.Alarm),
		ranged(bad == "", "missed", bad, `["2 warn", "3 substitute", "4 offer", "5 standing"]`))
}

// folders checks that a mail can be moved out of the inbox once it was taken.
func (s *Settings) folders() error {
	used := map[string]string{}
	for _, f := range []struct{ key, value string }{{"imap.inbox", s.IMAP.Inbox}, {"imap.done", s.IMAP.Done},
		{"imap.quarantine", s.IMAP.Quarantine}} {
		if f.value == "" {
			return complaint.Usage("setting-empty", phrase.Str("key", f.key))
		}
		name := f.value
		if strings.EqualFold(name, "INBOX") { // only this name has no case in IMAP
			name = "INBOX"
		}
		if other := used[name]; other != "" {
			return complaint.Usage("setting-same", phrase.Str("key", f.key), phrase.Str("other", other),
				phrase.Str("value", f.value))
		}
		used[name] = f.key
	}
	return nil
}

// mostAliases is how many more addresses a world may have: the mark in the mailbox lists them on one line.
const mostAliases = 10

// sharing checks that mails find a world whose inbox others read too: by its address, or by its name in brackets.
func (s *Settings) sharing() error {
	aliases := s.IMAP.Aliases
	switch {
	case !s.IMAP.Shared && len(aliases) > 0:
		return complaint.Usage("setting-aliases-alone")
	case !s.IMAP.Shared:
		return nil
	case s.Address == "":
		return complaint.Usage("setting-shared", phrase.Str("key", "address"))
	case strings.TrimSpace(s.Name) == "":
		return complaint.Usage("setting-shared", phrase.Str("key", "name"))
	case strings.ContainsAny(s.Name, "[]"):
		return complaint.Usage("setting-shared-name", phrase.Str("value", s.Name))
	case len(aliases) > mostAliases:
		return UpTo(mostAliases, "imap.aliases", len(aliases))
	}
	for _, a := range aliases {
		if !BareAddress(a) {
			return complaint.Usage("setting-address", phrase.Str("key", "imap.aliases"), phrase.Str("value", a))
		}
	}
	return nil
}

// Addresses returns all addresses of the game, its own first.
func (s *Settings) Addresses() []string { return append([]string{s.Address}, s.IMAP.Aliases...) }

// Validate checks how a server is reached. The section is that of its settings.
func (s Server) Validate(section string) error {
	return cmp.Or(
		unless(hostAlone(s.Host), "setting-host", phrase.Str("key", section+".host"), phrase.Str("value", s.Host)),
		ranged(1 <= s.Port && s.Port <= 65535, section+".port", fmt.Sprint(s.Port), "1 … 65535"),
		ranged(slices.Contains(tlsModes, s.TLS), section+".tls", s.TLS, Listed(tlsModes)),
		unless(s.TLS != "plain" || s.Host == "" || Loopback(s.Host), "setting-plain", phrase.Str("key", section+".tls"),
			phrase.Str("host", s.Host)),
		unless(s.PasswordFile == "" || s.PasswordEnv == "", "setting-two-passwords", phrase.Str("section", section)),
		s.validateLogin(section))
}

// Password returns a server's password from its file, relative to the world's folder, or from the environment. It is
// "" if the server asks for none.
func (all *Settings) Password(section string, s Server, env func(string) string) (string, error) {
	if s.PasswordEnv != "" {
		p := env(s.PasswordEnv)
		if p == "" {
			return "", complaint.Usage("password-env", phrase.Str("name", s.PasswordEnv), phrase.Str("section", section))
		}
		return p, nil
	}
	if s.PasswordFile == "" {
		return "", nil
	}
	raw, err := all.secretFile(section+".password_file", s.PasswordFile)
	if err != nil {
		return "", err
	}
	p := strings.TrimRight(string(raw), "\r\n")
	if p == "" || strings.Contains(p, "\n") {
		return "", complaint.Usage("password-line", phrase.Str("key", section+".password_file"), phrase.Str("file", s.PasswordFile),
			phrase.Num("n", len(p)))
	}
	return p, nil
}

// Serves reports whether a process of this program must serve the pages to which letters link. Where files are written
// for another web server, it need not.
func (s *Settings) Serves() bool { return s.Sends || s.Table != "" && s.PublicTo == "" }

// Needs complains if a setting is empty that the command requires.
func (s *Settings) Needs(key, value string) error {
	if value == "" {
		return complaint.Usage("setting-missing", phrase.Str("file", filepath.Join(s.Dir, File)), phrase.Str("key", key))
	}
	return nil
}

// hostAlone reports whether a host is just a name or an address, without a port or a scheme. It may be empty.
func hostAlone(host string) bool {
	return net.ParseIP(host) != nil || !strings.ContainsFunc(host,
		func(r rune) bool { return r <= ' ' || strings.ContainsRune(":/@[]", r) })
}

// Addr returns host:port.
func (s Server) Addr() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// BareAddress reports whether s is one mail address and nothing else.
func BareAddress(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s && a.Name == ""
}

// below reports whether a path is that of a folder of its own in the world's.
func below(path string) bool {
	path = filepath.Clean(path)
	return filepath.IsLocal(path) && path != "." && path != "backups"
}

// Loopback reports whether a host is this machine.
func Loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// ParseDeadline reads a deadline as chronicle.ReadDeadline does. The error shows how it is written.
func ParseDeadline(s string) (chronicle.Deadline, error) {
	d, ok := chronicle.ReadDeadline(s)
	if !ok {
		return d, complaint.Usage("setting-deadline", phrase.Str("value", s))
	}
	return d, nil
}

// Listed lists words as a setting would have them.
func Listed[T ~string](words []T) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(string(w))
	}
	return strings.Join(quoted, ", ")
}
