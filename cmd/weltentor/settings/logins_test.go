package settings_test

import (
	"strings"
	"testing"

	"weltentor/cmd/weltentor/settings"
)

// What cannot be meant is refused with the setting's name.
func TestWrongLogins(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"[imap]\nauth = \"kerberos\"": "imap.auth = kerberos",
		"[imap]\nauth = \"xoauth2\"":  "needs token_file or token_command",
		"[smtp]\nuser = \"x\"\ntoken_command = [\"t\"]\npassword_file = \"p\"": "[smtp] has a password and " +
			"a token (token_file or token_command)",
		"[imap]\nuser = \"x\"\ntoken_file = \"t\"\npassword_env = \"P\"":    "[imap] has a password and a token",
		"[imap]\nuser = \"x\"\ntoken_file = \"t\"\ntoken_command = [\"t\"]": "one is enough",
		"[smtp]\nuser = \"x\"\ntoken_command = [\"t\"]\nauth = \"plain\"":   "wants a password",
		"[smtp]\ntoken_command = [\"t\"]":                                   "smtp.user must not be empty",
		"[smtp]\ntoken_command = [\" \"]":                                   "smtp.token_command must not be empty",
		"[smtp]\ntoken_command = \"t\"":                                     "a list of texts",
		"[smtp]\nper_hour = -1":                                             "smtp.per_hour = -1",
		"zip_above = -5":                                                    "zip_above = -5",
		"[dkim]\ndomain = \"x.example\"":                                    "dkim.selector must not be empty",
		"address = \"a@game.example\"\n[dkim]\ndomain = \"other.example\"\n" +
			"selector = \"s\"\nkey_file = \"k\"": "does not match a@game.example",
		"[dkim]\ndomain = \"x.example; d=y\"\nselector = \"s\"\nkey_file = \"k\"": "dkim.domain = x.example; d=y",
	} {
		if _, err := settings.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), says) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
	if _, err := settings.Parse([]byte("address = \"a@mail.game.example\"\n[dkim]\ndomain = \"game.example\"\n" +
		"selector = \"s\"\nkey_file = \"k\"")); err != nil {
		t.Errorf("the domain above: %v", err)
	}
}
