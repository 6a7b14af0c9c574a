package doctor

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"

	"weltentor/orders/phrase"
)

// mostPage is how many bytes a page on the web may have.
const mostPage = 32 << 20

// Web asks for a file of a folder on the web, as a browser does. If want is not nil, it must be these bytes: a page of
// another version writes other orders. That the address begins with https is in the settings, unless it is this
// machine's own. A detour is not taken, since letters do not link there.
func Web(ctx context.Context, folder, name string, want []byte) Finding {
	url := strings.TrimSuffix(folder, "/") + "/" + name
	at := phrase.Str("url", url)
	ctx, cancel := context.WithTimeout(ctx, ServerTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	var a *http.Response
	if err == nil {
		asks := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		a, err = asks.Do(r)
	}
	var got []byte
	if err == nil {
		defer a.Body.Close()
		got, err = io.ReadAll(io.LimitReader(a.Body, mostPage))
	}
	switch {
	case err != nil:
		return Finding{Check: "web", State: Beware, What: phrase.P("web-down", at), Cause: err}
	case a.StatusCode != http.StatusOK:
		return beware("web", "web-status", at, phrase.Str("status", a.Status))
	case want != nil && !bytes.Equal(got, want):
		return beware("web", "web-other", at)
	}
	return well("web")
}
