package settings

import (
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"weltentor/cmd/weltentor/fault"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/intake"
	"weltentor/resolve/public"
	"weltentor/resolve/world"
)

// tlsModes are the ways to secure a connection.
var tlsModes = []string{"tls", "starttls", "plain"}

// validate checks every value that could be out of range, in the order of the file, and returns the first complaint.
func (s *Settings) validate() error {
	if !FairName(s.Name) {
		return fault.Usage("setting-name", phrase.Num("most", LongestName))
	}
	if _, err := time.LoadLocation(s.Zone); err != nil || s.Zone == "" || s.Zone == "Local" {
		return fault.Usage("setting-zone", phrase.Str("value", s.Zone))
	}
	if _, err := ParseDeadline(s.Deadline); err != nil {
		return err
	}
	if err := s.hours(); err != nil {
		return err
	}
	if d, err := time.ParseDuration(s.Limit); err != nil || d < 10*time.Second || d > 24*time.Hour {
		return fault.Usage("setting-range", phrase.Str("key", "time_limit"), phrase.Str("value", s.Limit),
			phrase.Str("want", `"10s" … "24h"`))
	}
	if _, ok := Bytes(s.Copies); !ok {
		return fault.Usage("setting-range", phrase.Str("key", "copies"), phrase.Str("value", strconv.Quote(s.Copies)),
			phrase.Str("want", `"1MB" … "999GB", "all"`))
	}
	if err := s.Proof.validate(); err != nil {
		return err
	}
	if s.GM.Lang != string(phrase.De) && s.GM.Lang != string(phrase.En) {
		return fault.Usage("setting-range", phrase.Str("key", "gm.lang"), phrase.Str("value", s.GM.Lang),
			phrase.Str("want", `"de", "en"`))
	}
	if s.GM.Auth != "code" && s.GM.Auth != "proof" {
		return fault.Usage("setting-range", phrase.Str("key", "gm.auth"), phrase.Str("value", s.GM.Auth),
			phrase.Str("want", `"proof", "code"`))
	}
	if s.Address != "" && !BareAddress(s.Address) {
		return fault.Usage("setting-address", phrase.Str("key", "address"), phrase.Str("value", s.Address))
	}
	if err := s.checkMasters(); err != nil {
		return err
	}
	if s.Signup.Places < 0 || s.Signup.Places > 10_000 {
		return fault.Usage("setting-range", phrase.Str("key", "signup.places"),
			phrase.Str("value", fmt.Sprint(s.Signup.Places)), phrase.Str("want", "0 … 10000"))
	}
	if s.Practice < 0 || s.Practice > practiceMost {
		return fault.Usage("setting-range", phrase.Str("key", "practice"), phrase.Str("value", fmt.Sprint(s.Practice)),
			phrase.Str("want", fmt.Sprintf("0 … %d", practiceMost)))
	}
	if s.Observe < 0 || s.Observe > observersMost {
		return fault.Usage("setting-range", phrase.Str("key", "observers"), phrase.Str("value", fmt.Sprint(s.Observe)),
			phrase.Str("want", fmt.Sprintf("0 … %d", observersMost)))
	}
	if !slices.Contains(intake.Presses, world.Press(s.Press)) {
		return fault.Usage("setting-range", phrase.Str("key", "press"), phrase.Str("value", s.Press),
			phrase.Str("want", fmt.Sprintf("%q, %q, %q", world.PressTurn, world.PressNow, world.PressOff)))
	}
	for _, w := range s.With {
		if w != "picture" && w != "table" {
			return fault.Usage("setting-range", phrase.Str("key", "with_reports"), phrase.Str("value", w),
				phrase.Str("want", `"picture", "table"`))
		}
	}
	if _, wrong, ok := public.ReadParts(s.Public); !ok {
		return fault.Usage("setting-range", phrase.Str("key", "public"),
			phrase.Str("value", strconv.Quote(wrong)),
			phrase.Str("want", Listed(public.Parts)))
	}
	if _, ok := public.ReadMap(s.Map); !ok {
		return fault.Usage("setting-range", phrase.Str("key", "map"), phrase.Str("value", strconv.Quote(s.Map)),
			phrase.Str("want", `"", "end", "never", "late:8"`))
	}
	if s.PublicTo != "" && !filepath.IsAbs(s.PublicTo) {
		return fault.Usage("setting-range", phrase.Str("key", "public_to"), phrase.Str("value", strconv.Quote(s.PublicTo)),
			phrase.Str("want", `"", "/srv/www/bovistan"`))
	}
	for _, own := range [][2]string{{"table_url", s.Table}, {"public_url", s.PublicURL}} {
		if own[1] != "" && !webFolder(own[1]) {
			return fault.Usage("setting-web", phrase.Str("key", own[0]), phrase.Str("value", strconv.Quote(own[1])))
		}
	}
	if s.Table != "" && s.PublicTo == "" {
		return fault.Usage("setting-table", phrase.Str("value", strconv.Quote(s.Table)))
	}
	if err := s.folders(); err != nil {
		return err
	}
	if err := s.sharing(); err != nil {
		return err
	}
	if err := s.IMAP.Validate("imap"); err != nil {
		return err
	}
	if err := s.SMTP.Validate("smtp"); err != nil {
		return err
	}
	for _, n := range []struct {
		key   string
		value int
	}{{"zip_above", s.ZipAbove}, {"smtp.per_hour", s.SMTP.PerHour}} {
		if n.value < 0 || n.value > 1_000_000 {
			return fault.Usage("setting-range", phrase.Str("key", n.key), phrase.Str("value", fmt.Sprint(n.value)),
				phrase.Str("want", "0 … 1000000"))
		}
	}
	return s.DKIM.validate(s.Address)
}

var bytesForm = regexp.MustCompile(`^([1-9]\d{0,2}) ?(MB|GB)$`)

// Bytes reads how much room something may take, such as 200MB. It is 0 for "all": any room.
func Bytes(text string) (n int64, ok bool) {
	if text == "all" {
		return 0, true
	}
	form := bytesForm.FindStringSubmatch(text)
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
	for _, h := range []struct {
		key         string
		value, most int
	}{{"reminder", s.Reminder, least - 1}, {"grace", s.Grace, graceMost}, {"more_time", s.More, graceMost},
		{"early_wait", s.Wait, waitMost}, {"imap.alarm", s.IMAP.Alarm, alarmMost}} {
		if h.value < 0 || h.value > h.most {
			return fault.Usage("setting-range", phrase.Str("key", h.key), phrase.Str("value", fmt.Sprint(h.value)),
				phrase.Str("want", fmt.Sprintf("0 … %d", h.most)))
		}
	}
	if _, bad := deadlines.ReadSteps(s.Missed); bad != "" {
		return fault.Usage("setting-range", phrase.Str("key", "missed"), phrase.Str("value", bad),
			phrase.Str("want", `["2 warn", "3 substitute", "4 offer", "5 standing"]`))
	}
	return nil
}

// folders checks that a mail can be moved out of the inbox once it was taken.
func (s *Settings) folders() error {
	all := []struct{ key, value string }{{"imap.inbox", s.IMAP.Inbox}, {"imap.done", s.IMAP.Done},
		{"imap.quarantine", s.IMAP.Quarantine}}
	used := map[string]string{}
	for _, f := range all {
		if f.value == "" {
			return fault.Usage("setting-empty", phrase.Str("key", f.key))
		}
		name := f.value
		if strings.EqualFold(name, "INBOX") { // only this name has no case in IMAP
			name = "INBOX"
		}
		if other := used[name]; other != "" {
			return fault.Usage("setting-same", phrase.Str("key", f.key), phrase.Str("other", other),
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
		return fault.Usage("setting-aliases-alone")
	case !s.IMAP.Shared:
		return nil
	case s.Address == "":
		return fault.Usage("setting-shared", phrase.Str("key", "address"))
	case strings.TrimSpace(s.Name) == "":
		return fault.Usage("setting-shared", phrase.Str("key", "name"))
	case strings.ContainsAny(s.Name, "[]"):
		return fault.Usage("setting-shared-name", phrase.Str("value", s.Name))
	case len(aliases) > mostAliases:
		return fault.Usage("setting-range", phrase.Str("key", "imap.aliases"), phrase.Str("value",
			fmt.Sprint(len(aliases))), phrase.Str("want", fmt.Sprintf("0 … %d", mostAliases)))
	}
	for _, a := range aliases {
		if !BareAddress(a) {
			return fault.Usage("setting-address", phrase.Str("key", "imap.aliases"), phrase.Str("value", a))
		}
	}
	return nil
}

// Addresses returns all addresses of the game, its own first.
func (s *Settings) Addresses() []string { return append([]string{s.Address}, s.IMAP.Aliases...) }

// Validate checks how a server is reached. The section is that of its settings.
func (s Server) Validate(section string) error {
	if !hostAlone(s.Host) {
		return fault.Usage("setting-host", phrase.Str("key", section+".host"), phrase.Str("value", s.Host))
	}
	if s.Port < 1 || s.Port > 65535 {
		return fault.Usage("setting-range", phrase.Str("key", section+".port"), phrase.Str("value", fmt.Sprint(s.Port)),
			phrase.Str("want", "1 … 65535"))
	}
	if !slices.Contains(tlsModes, s.TLS) {
		return fault.Usage("setting-range", phrase.Str("key", section+".tls"), phrase.Str("value", s.TLS),
			phrase.Str("want", `"`+strings.Join(tlsModes, `", "`)+`"`))
	}
	if s.TLS == "plain" && s.Host != "" && !Loopback(s.Host) {
		return fault.Usage("setting-plain", phrase.Str("key", section+".tls"), phrase.Str("host", s.Host))
	}
	if s.PasswordFile != "" && s.PasswordEnv != "" {
		return fault.Usage("setting-two-passwords", phrase.Str("section", section))
	}
	return s.validateLogin(section)
}

// Password returns a server's password from its file, relative to the world's folder, or from the environment. It is
// "" if the server asks for none.
func (all *Settings) Password(section string, s Server, env func(string) string) (string, error) {
	if s.PasswordEnv != "" {
		p := env(s.PasswordEnv)
		if p == "" {
			return "", fault.Usage("password-env", phrase.Str("name", s.PasswordEnv), phrase.Str("section", section))
		}
		return p, nil
	}
	if s.PasswordFile == "" {
		return "", nil
	}
	raw, err := all.secretFile(section+".password_file", s.PasswordFile)
	return strings.TrimRight(string(raw), "\r\n"), err
}

// Needs complains if a setting is empty that the command requires.
func (s *Settings) Needs(key, value string) error {
	if value == "" {
		return fault.Usage("setting-missing", phrase.Str("file", filepath.Join(s.Dir, File)), phrase.Str("key", key))
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

// Loopback reports whether a host is this machine.
func Loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// weekdays are the names that a deadline may use, German and English, in the order of time.Weekday. Their first three
// letters are enough.
var weekdays = [7][2]string{
	{"sunday", "sonntag"}, {"monday", "montag"}, {"tuesday", "dienstag"}, {"wednesday", "mittwoch"},
	{"thursday", "donnerstag"}, {"friday", "freitag"}, {"saturday", "samstag"},
}

// ParseDeadline reads "Friday 20:00", "Freitag 20:00" or "14 days", "14 Tage".
func ParseDeadline(s string) (chronicle.Deadline, error) {
	wrong := fault.Usage("setting-deadline", phrase.Str("value", s))
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(s, ",", " ")))
	if len(words) == 3 && words[2] == "uhr" {
		words = words[:2]
	}
	if len(words) != 2 {
		return chronicle.Deadline{}, wrong
	}
	if n, err := strconv.Atoi(words[0]); err == nil {
		unit := words[1]
		if n < 1 || n > 366 || !(strings.HasPrefix(unit, "day") || strings.HasPrefix(unit, "tag")) {
			return chronicle.Deadline{}, wrong
		}
		return chronicle.Deadline{Days: n}, nil
	}
	clock, err := time.Parse("15:04", words[1])
	if err != nil {
		return chronicle.Deadline{}, wrong
	}
	for i, names := range weekdays {
		for _, name := range names {
			if len(words[0]) >= 3 && strings.HasPrefix(name, words[0]) {
				return chronicle.Deadline{Weekday: time.Weekday(i), Hour: clock.Hour(), Minute: clock.Minute()}, nil
			}
		}
	}
	return chronicle.Deadline{}, wrong
}

// Listed lists words as a setting would have them.
func Listed[T ~string](words []T) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(string(w))
	}
	return strings.Join(quoted, ", ")
}
