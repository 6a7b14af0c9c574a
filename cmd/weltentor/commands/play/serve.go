package play

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/mailer/plain"
	"weltentor/orders/phrase"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
)

const (
	mostText = 1 << 20          // bytes of orders
	longest  = 30 * time.Second // a request or its answer may take
	tables   = 12               // of the last turns that a page begins with
)

// web is a practice that is served to a browser on this machine. Who does not know the path gets nothing, and no page of
// another origin can reach it.
type web struct {
	*practiceGame
	sync.Mutex
	html []byte
	host string
	path string
}

// serve shows the practice in a browser until the call ends. A port of 0 is a free one. The program opener is given the
// address; none: the person opens it.
func (p *practiceGame) serve(port int, opener []string) error {
	html, _, built := pages.Page(p.w.World.Rulebook().Name())
	if !built {
		return complaint.No("page-none")
	}
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("play-no-port", phrase.Num("port", port)), Cause: err}
	}
	if !p.asked && !p.over { // others begin
		if _, err := p.turns(""); err != nil {
			return errors.Join(err, l.Close())
		}
	}
	// The page that is served may ask this server; one that is mailed may ask nobody.
	html = []byte(strings.Replace(string(html), "default-src 'none'", "default-src 'none'; connect-src 'self'", 1))
	w := &web{practiceGame: p, html: html, host: l.Addr().String(), path: "/" + rand.Text()}
	s := &http.Server{Handler: w, ReadTimeout: longest, WriteTimeout: longest, MaxHeaderBytes: 1 << 14}
	ended := context.AfterFunc(p.c.Ctx, func() { _ = s.Close() })
	defer ended()
	url := "http://" + w.host + w.path
	p.say("play-served", phrase.Str("url", url))
	if len(opener) > 0 {
		opened(opener, url)
	}
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the page: %w", err)
	}
	fmt.Fprintln(p.c.Out)
	p.say("play-left", phrase.Str("dir", p.w.Settings.Dir))
	return nil
}

// opened hands an address to a program. The address has been printed, so nothing depends on what comes of it.
func opened(opener []string, url string) {
	if cmd := exec.Command(opener[0], append(slices.Clone(opener[1:]), url)...); cmd.Start() == nil {
		go func() { _ = cmd.Wait() }()
	}
}

// browser is the program that opens an address in the person's browser, with its arguments: what the environment names,
// or the desktop's own. It is nil if there is none, as on a machine without a screen.
func browser(env func(string) string) []string {
	if own := env("BROWSER"); own != "" {
		return []string{own}
	}
	switch runtime.GOOS {
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	case "darwin":
		return []string{"open"}
	}
	if path, err := exec.LookPath("xdg-open"); err == nil && env("DISPLAY")+env("WAYLAND_DISPLAY") != "" {
		return []string{path}
	}
	return nil
}

// ServeHTTP answers with the page, or resolves the turn with the orders that come.
func (w *web) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	to.Header().Set("Cache-Control", "no-store")
	to.Header().Set("X-Content-Type-Options", "nosniff")
	from := r.Header.Get("Origin")
	if r.Host != w.host || r.URL.Path != w.path || from != "" && from != "http://"+w.host {
		http.NotFound(to, r)
		return
	}
	w.Lock()
	defer w.Unlock()
	var answer []byte
	var err error
	switch r.Method {
	case http.MethodGet:
		answer, err = w.page()
		to.Header().Set("Content-Type", "text/html; charset=utf-8")
	case http.MethodPost:
		answer, err = w.endTurn(http.MaxBytesReader(to, r.Body, mostText))
		to.Header().Set("Content-Type", "application/json")
	default:
		http.Error(to, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	if err != nil {
		http.Error(to, w.c.Voice.Book.Say(phrase.P("play-failed", phrase.Str("why", complaint.InWords(err, w.lang())))),
			http.StatusInternalServerError)
		return
	}
	_, _ = to.Write(answer)
}

// page is the page with the data of the last turns inside.
func (w *web) page() ([]byte, error) {
	var last []int
	for turn := max(0, w.turn-tables); turn < w.turn; turn++ {
		last = append(last, turn)
	}
	laid, err := w.laid(last)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(map[string]json.RawMessage{"served": laid})
	return outbox.Holding(w.html, data), err
}

// laid are the tables after turns, as a JSON array. A practice has no deadline.
func (w *web) laid(after []int) (json.RawMessage, error) {
	var all []map[string]json.RawMessage
	for _, turn := range after {
		var t map[string]json.RawMessage
		data, err := notices.Laid(w.w.World, person, turn)
		if err == nil {
			err = json.Unmarshal(data, &t)
		}
		if err != nil {
			return nil, err
		}
		delete(t, "deadline")
		if turn == w.turn-1 {
			if err := w.teaches(t); err != nil {
				return nil, err
			}
		}
		all = append(all, t)
	}
	return json.Marshal(all)
}

// teaches adds to the newest table the ready orders, and what the last own turn did for the lessons.
func (w *web) teaches(t map[string]json.RawMessage) error {
	ready, err := w.ready()
	if err != nil || !w.asked || w.over {
		return err
	}
	t["first"] = store.MustJSON(ready)
	_, says, err := w.done()
	if len(says) > 0 {
		t["learnt"] = store.MustJSON(says)
	}
	return err
}

// endTurn resolves the turn with the orders that the page has sent, and returns the tables after it.
func (w *web) endTurn(body io.Reader) ([]byte, error) {
	text, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	began, turn := time.Now(), w.turn
	done, err := w.turns(plain.Text(string(text)))
	if err == nil {
		err = kept(w.ordersFile(turn), text) // so that it counts as an own turn
	}
	if err != nil {
		return nil, err
	}
	for _, n := range done {
		rep, err := turns.Report(w.w.World, person, n)
		if err == nil {
			err = kept(w.reportFile(n), rep.Text)
		}
		if err != nil {
			return nil, err
		}
	}
	w.say("play-resolved", phrase.Str("time", began.Format(time.TimeOnly)), phrase.Num("turn", turn))
	return w.laid(done)
}
