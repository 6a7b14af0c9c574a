package web

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/orders/phrase"
	"weltentor/resolve/notices"
	"weltentor/resolve/public"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
)

// served is a world, with what of it lies ready to be fetched. It is looked at again when its files have changed. A table
// is sealed when somebody asks for it, and anew only if what it shows has changed. Nobody shares its World: whoever works
// at the world in this process opens one of their own.
type served struct {
	call   *call.Call
	dir    string
	public string // host and path of its public pages; "": nowhere

	arriving     sync.Mutex // held while a letter is kept
	mu           sync.Mutex // held while the world is looked at, or changed
	world        *folder.Opened
	db, settings os.FileInfo // its files when it was looked at last
	at           time.Time
	number       int // of the store's last commit then
	looks        int // that found a change
	page         map[string]file
	sends        string // the version of the page that may send letters; "": it may not
	tries        file
	keys         map[string]notices.Key // nil: to be looked for
	laid         map[string]sealed      // by name
	answers      map[string][]byte      // sealed, to letters for which somebody waits, by mailing.SumOf; nil: none yet
	shown        shown
}

// file is what may be fetched.
type file struct {
	data []byte
	etag string
}

func fileOf(data []byte) file {
	sum := sha256.Sum256(data)
	return file{data, `"` + hex.EncodeToString(sum[:12]) + `"`}
}

func filesOf(files map[string][]byte) map[string]file {
	out := map[string]file{}
	for name, data := range files {
		out[name] = fileOf(data)
	}
	return out
}

// sealed is a table that was fetched.
type sealed struct {
	file
	sum string // of what it shows
	of  int    // the look for which it is up to date
}

// shown is what is public of a world.
type shown struct {
	files map[string]file // nil: not known
	card  public.Card
	stamp string
	of    int
}

// settling is how long a file may change without another time of change: systems count in steps.
const settling = time.Second

// same reports whether a file is as it was at a time.
func same(was, is os.FileInfo, at time.Time) bool {
	return os.SameFile(was, is) && was.ModTime().Equal(is.ModTime()) && was.Size() == is.Size() &&
		at.Sub(is.ModTime()) > settling
}

// look opens the world, or looks at it again, unless its files are as they were. A world that is a copy shows nothing. The
// caller holds at.mu.
func (at *served) look() error {
	now := time.Now()
	db, err := os.Stat(filepath.Join(at.dir, disk.FileName))
	if err != nil {
		return err
	}
	settings, err := os.Stat(filepath.Join(at.dir, disk.SettingsName))
	if err != nil {
		return err
	}
	fresh := at.world == nil || !os.SameFile(at.db, db) || !same(at.settings, settings, at.at)
	if fresh {
		at.world = nil
		w, err := folder.Open(at.call, at.dir)
		if err != nil {
			return err
		}
		at.world, at.page = w, nil
	} else if same(at.db, db, at.at) {
		return nil
	}
	number := 0
	if err := at.world.World.View(func(tx *store.Tx) error { number = tx.Number(); return nil }); err != nil {
		return err
	}
	if fresh || number != at.number {
		if still := at.world.Still(); still != nil {
			at.world = nil
			return still
		}
		at.number, at.keys = number, nil
		at.looks++
	}
	at.db, at.settings, at.at = db, settings, now
	return nil
}

// opens returns the key whose file has a name, if there is one. The caller holds at.mu.
func (at *served) opens(name string) (key notices.Key, found bool, err error) {
	if err := at.look(); err != nil {
		return key, false, err
	}
	if !notices.ByLink(at.world.World.Setup) { // the setting has changed
		return key, false, nil
	}
	if at.keys == nil {
		if at.keys, err = notices.Keys(at.world.World); err != nil {
			return key, false, err
		}
		maps.DeleteFunc(at.laid, func(name string, _ sealed) bool { _, is := at.keys[name]; return !is })
	}
	key, found = at.keys[name]
	return key, found, nil
}

// tableFile returns what is under a name beside the page for tables, or this page.
func (at *served) tableFile(name, _ string) (f file, found bool, err error) {
	at.mu.Lock()
	defer at.mu.Unlock()
	key, is, err := at.opens(name)
	if err != nil {
		return f, false, err
	}
	if !is {
		err = at.lays()
		f, found = at.page[name]
		return f, found, err
	}
	l := at.laid[name]
	if l.of == at.looks {
		return l.file, true, nil
	}
	data, sum, err := key.Table(at.world.World, l.sum)
	if err != nil {
		return f, false, err
	}
	if l.of = at.looks; data != nil {
		l.file, l.sum = fileOf(data), sum
	}
	at.laid[name] = l
	return l.file, true, nil
}

// lays makes the page for tables, if the world has one. The caller holds at.mu.
func (at *served) lays() error {
	if at.page != nil {
		return nil
	}
	files, sends, err := mailing.PageFiles(at.world.World, true)
	if err != nil {
		return err
	}
	at.page, at.sends = filesOf(files), sends
	return nil
}

// pages returns what is public of a world. list is the address of the list of worlds; "": there is none.
func (at *served) pages(list string) (shown, error) {
	at.mu.Lock()
	defer at.mu.Unlock()
	if err := at.look(); err != nil || at.shown.files != nil && at.shown.of == at.looks {
		return at.shown, err
	}
	stamp, files, card, err := mailing.Shown(at.world, at.shown.stamp, list)
	if err != nil {
		return shown{}, err
	}
	if at.shown.of = at.looks; files != nil {
		_, card.Folder, _ = strings.Cut(strings.TrimSuffix(at.public, "/"), "/")
		at.shown = shown{filesOf(files), card, stamp, at.looks}
	}
	return at.shown, nil
}

// publicFile returns what is public under a name.
func (at *served) publicFile(name, list string) (f file, found bool, err error) {
	s, err := at.pages(list)
	f, found = s.files[cmp.Or(name, index)]
	return f, found, err
}

// practiceFile returns the page on which anybody may practise, if a public page leads to it.
func (at *served) practiceFile(name, list string) (f file, found bool, err error) {
	s, err := at.pages(list)
	if err != nil || len(s.files) == 0 || !s.card.Try || cmp.Or(name, index) != index {
		return f, false, err
	}
	at.mu.Lock()
	defer at.mu.Unlock()
	if at.tries.data == nil {
		html, _, _ := pages.Page(at.world.World.Rulebook().Name())
		at.tries = fileOf(pages.Practice(html))
	}
	return at.tries, true, nil
}

// index is the page of a folder.
const index = "index.html"

// get gives what somebody asks for.
func (s *Server) get(to http.ResponseWriter, r *http.Request, host string) {
	dir, name := path.Split(r.URL.Path)
	if _, is := s.shows[host+r.URL.Path+"/"]; is { // the address of a folder as people write it
		http.Redirect(to, r, name+"/", http.StatusMovedPermanently)
		return
	}
	var f file
	var found bool
	var err error
	list := s.listed(host)
	if shows, is := s.shows[host+dir]; is {
		f, found, err = shows(name, list)
	} else if dir == list && cmp.Or(name, index) == index {
		f, found, err = s.list(host)
	}
	switch {
	case err != nil:
		s.away(to, err)
	case !found:
		refuse(to, http.StatusNotFound)
	default:
		give(to, r, cmp.Or(name, index), f)
	}
}

// listed is the address of the list of worlds at a host; "": there is none, since it would list one world, or a world is
// in its place.
func (s *Server) listed(host string) string {
	n := 0
	for _, at := range s.worlds {
		if strings.HasPrefix(at.public, host+"/") {
			n++
		}
	}
	if _, taken := s.shows[host+"/"]; taken || n < 2 {
		return ""
	}
	return "/"
}

// list is the page that lists the worlds of a host of which something is public. found is false if that is none.
func (s *Server) list(host string) (f file, found bool, err error) {
	var cards []public.Card
	for _, at := range s.worlds {
		if !strings.HasPrefix(at.public, host+"/") {
			continue
		}
		shown, err := at.pages("/")
		if err != nil {
			return f, false, err
		}
		if len(shown.files) > 0 {
			cards = append(cards, shown.card)
		}
	}
	page, err := public.Index(cards)
	return fileOf(page), len(cards) > 0, err
}

// types are the kinds of files, by their ends: a list of the machine's must not decide.
var types = map[string]string{".html": "text/html; charset=utf-8", ".bin": "application/octet-stream",
	".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json",
	".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8", ".xml": "application/xml; charset=utf-8"}

// give sends a file, or says that the browser has it. A browser asks each time.
func give(to http.ResponseWriter, r *http.Request, name string, f file) {
	h := to.Header()
	h.Set("Content-Type", cmp.Or(types[path.Ext(name)], types[".bin"]))
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", f.etag)
	http.ServeContent(to, r, "", time.Time{}, bytes.NewReader(f.data))
}

// away says that a world cannot be asked now. Why is for the game master, unless it passes.
func (s *Server) away(to http.ResponseWriter, err error) {
	if complaint.ExitOf(err) != complaint.ExitLater {
		s.call.Voice.Warn("web-failed", phrase.Str("why", complaint.InWords(err, s.call.Voice.Book.Lang)))
	}
	to.Header().Set("Retry-After", "30")
	refuse(to, http.StatusServiceUnavailable)
}
