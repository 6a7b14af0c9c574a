// Package web serves worlds to browsers: what is public of them, the tables that letters link to, and the letters that
// these pages send. Server answers requests. Each is a stranger's until a key has opened what it brings: whatever a
// stranger asks for that is not there looks the same, and costs next to nothing. Begin with New.
package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
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
	shows  map[string]folderOf // by host and path, with a / at its end: no other host leads here
	tables map[string]*served  // of these, the worlds whose tables they show
	forms  map[string]*served  // by host and path of the form of a sign-up
	behind bool                // a proxy on this machine says who asks
	reads  *meter
	writes *meter
	joins  *meter           // of forms that are taken
	woken  func(dir string) // is told of a world that a letter has come to; nil: nobody is
	locks  []*disk.DirLock

	tls    *tls.Config // nil: a proxy speaks TLS, or nobody asks from outside
	first  func()      // gets the first certificate
	failed hourly
}

// folderOf returns a file of a folder that is shown, if it has one of that name. list is the address of the list of
// worlds; "": there is none.
type folderOf func(name, list string) (f file, found bool, err error)

// New prepares a server of the worlds in these folders, at the addresses that their settings say. Worlds without one are
// not served; if all are, there is nothing to serve. woken, if not nil, is called with the folder of a world that a letter has
// come to. The caller must close it.
func New(c *call.Call, dirs []string, behind bool, woken func(dir string)) (*Server, error) {
	s := &Server{call: c, shows: map[string]folderOf{}, tables: map[string]*served{}, forms: map[string]*served{},
		behind: behind, woken: woken, reads: newMeter(600, time.Minute, 200), writes: newMeter(30, time.Minute, 12),
		joins: newMeter(3, 24*time.Hour, 3)}
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
	at := &served{call: &own, dir: dir, public: home(w.Settings.PublicURL), laid: map[string]sealed{}, answers: map[string][]byte{}}
	folders, shown := []string{home(w.Settings.Table)}, []folderOf{at.tableFile}
	if at.public != "" {
		folders = append(folders, at.public, at.public+public.Practice+"/")
		shown = append(shown, at.publicFile, at.practiceFile)
		s.forms[at.public+public.Join] = at
	}
	for i, path := range folders {
		if path == "" {
			continue
		}
		if _, taken := s.shows[path]; taken {
			return complaint.Usage("web-twice", phrase.Str("dir", dir), phrase.Str("url", path))
		}
		s.shows[path] = func(name, list string) (file, bool, error) {
			f, found, err := shown[i](name, list)
			return f, found, w.Wrong(err)
		}
	}
	if folders[0] != "" {
		s.tables[folders[0]] = at
	} else if at.public == "" {
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

// Listen opens the address at which a server answers. If it has no certificate (Certify), only this machine may ask,
// unless a proxy is in front.
func Listen(addr string, behind, certified bool) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, complaint.Usage("web-addr", phrase.Str("addr", addr))
	}
	if ip := net.ParseIP(host); !behind && !certified && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
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
		IdleTimeout: idleTime, MaxHeaderBytes: mostHead, ErrorLog: log.New(faultsOnly{s.call.Voice.Err}, "weltentor: ", 0)}
	if s.tls != nil {
		l = tls.NewListener(l, s.tls)
		go s.first()
	}
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

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	h := to.Header()
	if s.tls != nil {
		h.Set("Strict-Transport-Security", "max-age=31536000") // a year
	}
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Content-Security-Policy", "frame-ancestors 'none'") // each page has a policy of its own, which stays
	h.Set("X-Frame-Options", "DENY")
	host := strings.ToLower(r.Host)
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
