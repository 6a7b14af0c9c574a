package wire

import "testing"

// Of a provider's reason for refusing a token, known fields are shown, and of these letters and digits. The token is
// not, in whatever form it comes back.
func TestARefusedTokenIsNotShown(t *testing.T) {
	t.Parallel()
	for challenge, want := range map[string]string{
		`{"status":"401","schemes":"bearer","scope":"https://mail.google.com/"}`:                    ": status 401: schemes bearer: scope https mail google com",
		`{"status":400,"hint":"ya29.secret","schemes":"Be\u001b[31marer"}`:                          ": status 400: schemes Be 31marer",
		`{"status":"see <http://evil.example/?t=eWEyOS5zZWNyZXQteWEyOS5zZWNyZXQteWEyOS5zZWNyZXQ>"}`: "",
		`ya29.secret`: "", `{"status":null}`: "", ``: "",
	} {
		_, err := (&Xoauth2{User: "spiel@example.org", Token: "ya29.secret"}).Next([]byte(challenge))
		if got := err.Error(); got != errToken.Error()+want {
			t.Errorf("%s: %q, want %q", challenge, got, errToken.Error()+want)
		}
	}
}
