// Package web serves worlds to browsers: what is public of them, the tables that letters link to, and the letters that
// these pages send. Server answers requests. Each is a stranger's until a key has opened what it brings: whatever a
// stranger asks for that is not there looks the same, and costs next to nothing. Begin with New.
package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/public"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// Bounds on what anybody may cost.
const (
	mostHead    = 8 << 10
	mostPath    = 200
	headTime    = 5 * time.Second
	readTime    = 15 * time.Second
	writeTime   = time.Minute
	idleTime    = time.Minute
	closingTime = 10 * time.Second
)

// Server serves worlds. It is an http.Handler.
type Server struct {
	call   *call.Call
	worlds []*served
	hosts  map[string]bool  // that worlds are said to be at: no other name may lead here
	at     map[string]place // by host and path of a folder, with a / at its end
	behind bool             // a proxy on this machine says who asks
	reads  *meter
	writes *meter
	woken  func(dir string) // is told of a world that a letter has come to; nil: nobody is
	locks  []*disk.DirLock
}

// place is a folder that the server shows of a world.
type place struct {
	*served
	is kind
}

type kind int

const (
	openPages kind = iota
	practice
	tables
)

// New prepares a server of the worlds in these folders, at the addresses that their settings say. Worlds without one are
// not served; if all are, there is nothing to serve. woken, if not nil, is called with the folder of a world that a letter has
// come to. The caller must close it.
func New(c *call.Call, dirs []string, behind bool, woken func(dir string)) (*Server, error) {
	s := &Server{call: c, hosts: map[string]bool{}, at: map[string]place{}, behind: behind, woken: woken,
		reads: newMeter(600, 200), writes: newMeter(30, 12)}
	for _, dir := range folder.Once(dirs) {
		if err := s.add(dir); err != nil {
			s.Close()
			return nil, err
		}
	}
	if len(s.worlds) == 0 {
		return nil, complaint.Usage("web-no-url", phrase.Str("dir", dirs[0]))
	}
	return s, nil
}

// add adds a world, if it has an address.
func (s *Server) add(dir string) error {
	own, voice := *s.call, *s.call.Voice
	own.Voice = &voice // each world says how it is played
	w, err := folder.Open(&own, dir)
	if err != nil {
		return err
	}
	if still := w.Still(); still != nil { // a copy, or a fleet's
		return still
	}
	at := &served{call: &own, dir: dir, laid: map[string]sealed{}}
	at.public, at.table = home(w.Settings.PublicURL), home(w.Settings.Table)
	folders := map[string]kind{}
	if at.public != "" {
		folders[at.public], folders[at.public+public.Practice+"/"] = openPages, practice
	}
	if _, taken := folders[at.table]; taken {
		return complaint.Usage("web-twice", phrase.Str("dir", dir), phrase.Str("other", dir), phrase.Str("url", at.table))
	}
	if at.table != "" {
		folders[at.table] = tables
	}
	for path, is := range folders {
		if other, taken := s.at[path]; taken {
			return complaint.Usage("web-twice", phrase.Str("dir", dir), phrase.Str("other", other.dir), phrase.Str("url", path))
		}
		s.at[path] = place{at, is}
		host, _, _ := strings.Cut(path, "/")
		s.hosts[host] = true
	}
	if len(folders) == 0 {
		return nil
	}
	lock, err := disk.LockFile(filepath.Join(dir, disk.WebName))
	if errors.Is(err, faults.ErrLocked) {
		return complaint.Usage("web-taken", phrase.Str("dir", dir))
	}
	if err != nil {
		return folder.StoreError(s.call, dir, err)
	}
	s.locks, s.worlds = append(s.locks, lock), append(s.worlds, at)
	return nil
}

// Worlds is how many are served.
func (s *Server) Worlds() int { return len(s.worlds) }

// Close ends that the worlds count as served.
func (s *Server) Close() {
	for _, l := range s.locks {
		_ = l.Unlock()
	}
	s.locks = nil
}

// home is where an address leads: its host, as browsers name it, and the path of its folder. "" leads nowhere.
func home(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return hostOf(u) + strings.TrimSuffix(u.Path, "/") + "/"
}

// hostOf is the host of an address, as browsers name it.
func hostOf(u *url.URL) string {
	host := strings.ToLower(u.Host)
	if port := map[string]string{"https": ":443", "http": ":80"}[u.Scheme]; port != "" {
		host = strings.TrimSuffix(host, port)
	}
	return host
}

// Listen opens the address at which a server answers. Without TLS, only this machine may ask, unless a proxy is in front.
func Listen(addr string, behind bool) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, complaint.Usage("web-addr", phrase.Str("addr", addr))
	}
	if ip := net.ParseIP(host); !behind && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, complaint.Usage("web-open", phrase.Str("addr", addr))
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("web-port", phrase.Str("addr", addr)), Cause: err}
	}
	return &few{Listener: l, behind: behind, open: map[network]int{}}, nil
}

// Serve answers until the context ends. Then it finishes what is in hand, and closes.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	defer s.Close()
	h := &http.Server{Handler: s, ReadHeaderTimeout: headTime, ReadTimeout: readTime, WriteTimeout: writeTime,
		IdleTimeout: idleTime, MaxHeaderBytes: mostHead, ErrorLog: log.New(io.Discard, "", 0)}
	finished := make(chan struct{})
	ended := context.AfterFunc(ctx, func() {
		defer close(finished)
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
		defer cancel()
		_ = h.Shutdown(last)
	})
	err := h.Serve(l)
	if !ended() {
		<-finished
	}
	_ = h.Close()
	if !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the pages: %w", err)
	}
	return nil
}

// ServeHTTP answers a request. A fault of the program ends the request alone.
func (s *Server) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	defer func() {
		if what := recover(); what != nil {
			s.call.Voice.Warn("bug", phrase.Str("what", fmt.Sprint(what)), phrase.Str("stack", string(debug.Stack())))
			refuse(to, http.StatusInternalServerError)
		}
	}()
	h := to.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Content-Security-Policy", "frame-ancestors 'none'") // each page has a policy of its own, which stays
	h.Set("X-Frame-Options", "DENY")
	host := strings.ToLower(r.Host)
	if !s.hosts[host] || len(r.URL.Path) > mostPath {
		refuse(to, http.StatusNotFound)
		return
	}
	m := s.reads
	if r.Method == http.MethodPost {
		m = s.writes
	}
	if !m.allow(s.network(r), s.call.Now()) {
		h.Set("Retry-After", "30")
		refuse(to, http.StatusTooManyRequests)
		return
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		s.get(to, r, host)
	case http.MethodPost:
		s.post(to, r, host)
	default:
		h.Set("Allow", "GET, HEAD, POST")
		refuse(to, http.StatusMethodNotAllowed)
	}
}

// refuse answers with a status, and nothing that says more.
func refuse(to http.ResponseWriter, status int) { http.Error(to, http.StatusText(status), status) }
