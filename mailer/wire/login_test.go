package wire

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Of a provider's reason for refusing a token, known fields are shown, and of these letters and digits. The token is
// not, in whatever form it comes back.
func TestARefusedTokenIsNotShown(t *testing.T) {
	t.Parallel()
	for challenge, want := range map[string]string{
		`{"status":"401","schemes":"bearer","scope":"https://mail.google.com/"}`:                    ": status 401: schemes bearer: scope https mail google com",
		`{"status":400,"hint":"ya29.secret","schemes":"Be\u001b[31marer"}`:                          ": status 400: schemes Be 31marer",
		`{"status":"see <http://evil.example/?t=eWEyOS5zZWNyZXQteWEyOS5zZWNyZXQteWEyOS5zZWNyZXQ>"}`: "",
		`ya29.secret`: "", `{"status":null}`: "", ``: "",
		`{"scope":"/09:@AZ[` + "`" + `az{"}`:          ": scope 09 AZ az",
		`{"scope":"` + strings.Repeat("a", 60) + `"}`: ": scope " + strings.Repeat("a", 60),
		`{"scope":"` + strings.Repeat("a", 61) + `"}`: "",
	} {
		_, err := (&Xoauth2{User: "spiel@example.org", Token: "ya29.secret"}).Next([]byte(challenge))
		if got := err.Error(); got != errToken.Error()+want {
			t.Errorf("%s: %q, want %q", challenge, got, errToken.Error()+want)
		}
	}
}

// Whoever has a token logs in by it, unless the settings say otherwise.
func TestWanted(t *testing.T) {
	for _, c := range []struct {
		set   Auth
		token string
		want  Auth
	}{
		{"", "", AuthAuto}, {"", "tok", AuthXOAuth2}, {AuthAuto, "", AuthAuto}, {AuthAuto, "tok", AuthXOAuth2},
		{AuthPlain, "tok", AuthPlain}, {AuthLogin, "tok", AuthLogin}, {AuthXOAuth2, "", AuthXOAuth2},
	} {
		if got := c.set.Wanted(c.token); got != c.want {
			t.Errorf("%q with the token %q: %q, want %q", c.set, c.token, got, c.want)
		}
	}
}

// The first message of XOAUTH2, as Google and Microsoft document it.
func TestXoauth2(t *testing.T) {
	kind, first, err := (&Xoauth2{User: "ute", Token: "tok"}).Start()
	if kind != "XOAUTH2" || string(first) != "user=ute\x01auth=Bearer tok\x01\x01" || err != nil {
		t.Errorf("%s, %q, %v", kind, first, err)
	}
}

// Of a password and a token nothing is shown, as they are, in the form of a quoted string, or in base64. In base64 they
// may be alone, quoted, or in what we send (RFC 4616, XOAUTH2).
func TestSecrets(t *testing.T) {
	s := SecretsOf("ute", "geheim", `tok"en`)
	for _, echo := range []string{"geheim", `tok"en`, `tok\"en`,
		"Z2VoZWlt",                 // geheim
		"dG9rImVu", "dG9rXCJlbg==", // the token, and quoted
		"AHV0ZQBnZWhlaW0=",                         // NUL ute NUL geheim
		"dXNlcj11dGUBYXV0aD1CZWFyZXIgdG9rImVuAQE=", // user=ute ^A auth=Bearer tok"en ^A ^A
	} {
		err := fmt.Errorf("ute said %s!: %w", echo, io.EOF)
		if got := s.Hide(err); !strings.HasPrefix(got.Error(), "ute said ***!") || !errors.Is(got, io.EOF) {
			t.Errorf("%s: %v", echo, got)
		}
	}
	if s.Hide(nil) != nil || s.Hide(io.EOF) != io.EOF {
		t.Error("what has no secret is changed")
	}
	if got := SecretsOf("ute", "", ""); got != nil {
		t.Errorf("without a secret %q are hidden", got)
	}
}
