package oauth

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/oauth2"
)

// A provider's explanation is shown in its words alone: no control characters, markup or addresses, and no token that
// it repeats.
func TestAProvidersExplanation(t *testing.T) {
	t.Parallel()
	token := strings.Repeat("M.C5_secret", 9)
	err := refused(&oauth2.RetrieveError{ErrorCode: "invalid_grant", ErrorDescription: "AADSTS70008: The token '" + token +
		"' is <b>old</b>.\r\n\x1b[31mSee https://evil.example/?x=" + token})
	want := ErrEnded.Error() + ": invalid_grant AADSTS70008 The token is b old b 31mSee"
	if !errors.Is(err, ErrEnded) || err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
}
