package settings_test

import (
	"fmt"
	"testing"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/resolve/world"
)

func TestAuthSettings(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`auth = "Passwort"`: "setting-range",
		`auth = "dkim"`:     "setting-auth-nobody",
		"auth = \"both\"\nauth_server = \"a.example\"\nauth_verify = true":           "setting-auth-two",
		"auth = \"both\"\nauth_server = \"a.example;\"":                              "setting-auth-server",
		"auth = \"either\"\nauth_server = \"a.example\"\nauth_place = \"top\"":       "setting-range",
		"auth = \"either\"\nauth_verify = true\nauth_resolver = \"dns.example\"":     "setting-resolver",
		"auth = \"either\"\nauth_verify = true\nauth_resolver = \"[::1]:5353\"":      "",
		"auth = \"either\"\nauth_server = \"a.example\"\nauth_place = \"below 2\"":   "",
		"auth = \"password\"\nauth_server = \"a.example\"\nauth_place = \"above 1\"": "",
	} {
		_, err := settings.Parse([]byte(raw))
		got := ""
		if c, ok := err.(*complaint.Complaint); ok {
			got = c.What.Code
		} else if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
	for _, a := range world.Auths {
		raw := fmt.Sprintf("auth = %q\nauth_verify = true", a)
		if s, err := settings.Parse([]byte(raw)); err != nil || folder.ForStore(s).Auth != a {
			t.Errorf("%s: %v", raw, err)
		}
	}
}
