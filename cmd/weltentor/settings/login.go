package settings

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/oauth"
	"weltentor/mailer/proof"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
)

// These settings say who we are, to mail servers and to the readers of letters.

// authWays are the ways to log in.
var authWays = []wire.Auth{wire.AuthAuto, wire.AuthPlain, wire.AuthLogin, wire.AuthXOAuth2}

// validateLogin refuses settings that contradict each other: a token where a password is expected, and the other way
// round.
func (s Server) validateLogin(section string) error {
	command := len(s.TokenCommand) > 0
	token := command || s.TokenFile != ""
	switch {
	case !slices.Contains(authWays, wire.Auth(s.Auth)):
		return Outside(section+".auth", s.Auth, Listed(authWays))
	case command && strings.TrimSpace(s.TokenCommand[0]) == "":
		return complaint.Usage("setting-empty", phrase.Str("key", section+".token_command"))
	case command && s.TokenFile != "":
		return complaint.Usage("setting-two-tokens", phrase.Str("section", section))
	case token && (s.PasswordFile != "" || s.PasswordEnv != ""):
		return complaint.Usage("setting-password-or-token", phrase.Str("section", section))
	case token && (s.Auth == string(wire.AuthPlain) || s.Auth == string(wire.AuthLogin)):
		return complaint.Usage("setting-token-unused", phrase.Str("section", section), phrase.Str("value", s.Auth))
	case !token && s.Auth == string(wire.AuthXOAuth2):
		return complaint.Usage("setting-token-missing", phrase.Str("section", section))
	case token && s.User == "":
		return complaint.Usage("setting-empty", phrase.Str("key", section+".user"))
	}
	return nil
}

// Login identifies a login: the user, and where the password comes from since when. It has nothing secret, and changes
// whenever a person has changed it.
func (all *Settings) Login(s Server) string {
	since := int64(0)
	if info, err := os.Stat(all.at(s.PasswordFile)); err == nil && s.PasswordFile != "" {
		since = info.ModTime().UnixNano()
	}
	if g, err := oauth.Read(all.at(s.TokenFile)); err == nil && s.TokenFile != "" {
		since = g.Granted.UnixNano() // the file itself changes with each token
	}
	return fmt.Sprint(s.User, " ", s.PasswordFile, s.PasswordEnv, s.TokenCommand, s.TokenFile, " ", since)
}

// Grant returns the path of the file that tokens for a server come from.
func (all *Settings) Grant(section string, s Server) (path string, err error) {
	key, path := section+".token_file", all.at(s.TokenFile)
	if _, err = all.secretFile(key, s.TokenFile); err == nil {
		if _, err = oauth.Read(path); err != nil {
			err = all.unreadable(key, path, err)
		}
	}
	return path, err
}

// validate requires all three settings or none. The domain must be able to sign for the game's address: its own
// domain, or one above or below it.
func (d DKIM) validate(own string) error {
	if d == (DKIM{}) {
		return nil
	}
	for _, f := range []struct{ key, value string }{{"domain", d.Domain}, {"selector", d.Selector},
		{"key_file", d.KeyFile}} {
		if f.value == "" {
			return complaint.Usage("setting-empty", phrase.Str("key", "dkim."+f.key))
		}
		if f.key != "key_file" && strings.ContainsFunc(f.value,
			func(r rune) bool { return r <= ' ' || r >= 0x7f || r == ';' || r == '=' }) {
			return Outside("dkim."+f.key, f.value, `"example.org", "post2027"`)
		}
	}
	_, host, _ := strings.Cut(address.Folded(own), "@")
	domain := strings.ToLower(d.Domain)
	if host != "" && host != domain && !strings.HasSuffix(host, "."+domain) && !strings.HasSuffix(domain, "."+host) {
		return complaint.Usage("setting-dkim-domain", phrase.Str("value", d.Domain), phrase.Str("address", own))
	}
	return nil
}

// secretFile reads a file, which only the game master may be able to read.
func (all *Settings) secretFile(key, path string) ([]byte, error) {
	path = all.at(path)
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, all.unreadable(key, path, err)
	}
	return raw, ClosedToOthers(path)
}

// at resolves a path in a setting, relative to the world's folder.
func (all *Settings) at(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(all.Dir, path)
}

// Roots are the authorities for a server's certificate: the system's, and those in ca_file. nil means only the
// system's.
func (all *Settings) Roots(section string, s Server) (*tls.Config, error) {
	if s.CAFile == "" {
		return nil, nil
	}
	key, path := section+".ca_file", all.at(s.CAFile)
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, all.unreadable(key, path, err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool() // a machine without any authorities
	}
	if !pool.AppendCertsFromPEM(raw) {
		return nil, all.unreadable(key, path, errNoCertificate)
	}
	return &tls.Config{RootCAs: pool}, nil
}

var errNoCertificate = errors.New("no certificate in PEM")

// Secrets checks the passwords and the key that letters will need, and returns what is wrong with their files. It is
// better to know now than at the deadline.
func (all *Settings) Secrets() (wrong []error) {
	for section, s := range map[string]Server{"imap": all.IMAP.Server, "smtp": all.SMTP.Server} {
		if _, err := all.Roots(section, s); err != nil {
			wrong = append(wrong, err)
		}
		if s.TokenFile != "" {
			if _, err := all.Grant(section, s); err != nil {
				wrong = append(wrong, err)
			}
		}
		if s.PasswordFile == "" {
			continue
		}
		if _, err := all.secretFile(section+".password_file", s.PasswordFile); err != nil {
			wrong = append(wrong, err)
		}
	}
	if _, err := all.Signer(); err != nil {
		wrong = append(wrong, err)
	}
	return wrong
}

// unreadable complains about a file that a setting names. Known causes are said in our words; others keep the system's
// text.
func (all *Settings) unreadable(key, path string, cause error) error {
	code := map[string]string{"password_file": "password-file", "ca_file": "ca-file",
		"token_file": "token-file",
		"key_file":   "dkim-key"}[key[strings.LastIndexByte(key, '.')+1:]]
	why, bare := complaint.Unread(cause), true
	switch {
	case why != "other":
	case errors.Is(cause, errNoCertificate):
		why = "no-certificate"
	case errors.Is(cause, oauth.ErrFile):
		why = "no-grant"
	case errors.Is(cause, proof.ErrNoKey):
		why = "no-key"
	case errors.Is(cause, proof.ErrShortKey):
		why = "short-key"
	default:
		bare = false
	}
	file, key := all.said(key)
	what := phrase.P(code, phrase.Str("file", file), phrase.Str("key", key), phrase.Str("path", path),
		phrase.Key("why", "unreadable."+why))
	return &complaint.Complaint{Exit: complaint.ExitUsage, What: what, Cause: cause, Bare: bare}
}

// said returns the file that has a key, and the key's name there. A fleet's file has servers as mailboxes and
// accounts.
func (all *Settings) said(key string) (file, as string) {
	if all.Fleet == "" || strings.HasPrefix(key, "dkim.") {
		return filepath.Join(all.Dir, File), key
	}
	return all.Fleet, inFleet.Replace(key)
}

var inFleet = strings.NewReplacer("imap.", "mailbox.", "smtp.", "account.")

// Signer returns what signs letters, and nil if they are not signed.
func (all *Settings) Signer() (*proof.Signer, error) {
	d := all.DKIM
	if d == (DKIM{}) {
		return nil, nil
	}
	raw, err := all.secretFile("dkim.key_file", d.KeyFile)
	if err != nil {
		return nil, err
	}
	s, err := proof.NewSigner(d.Domain, d.Selector, raw)
	if err != nil {
		return nil, all.unreadable("dkim.key_file", all.at(d.KeyFile), err)
	}
	return s, nil
}

// KeyInside reports whether the key that signs letters is in the world's own folder.
func (all *Settings) KeyInside() bool {
	key := all.DKIM.KeyFile
	if key == "" || !filepath.IsAbs(key) {
		return key != ""
	}
	dir, err := filepath.Abs(all.Dir)
	if err != nil || all.Dir == "" {
		return false
	}
	within, err := filepath.Rel(dir, key)
	return err == nil && filepath.IsLocal(within)
}
