package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path"

	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/resolve/intake"
	"weltentor/resolve/notices"
)

const mostLetter = 512 << 10 // bytes of a sealed letter

// post takes a letter from the page in. Until a key of the file has opened it, it is a stranger's: a letter that none
// opens, and a file that is not there, look alike, and nothing is done.
func (s *Server) post(to http.ResponseWriter, r *http.Request, host string) {
	dir, name := path.Split(r.URL.Path)
	if at, is := s.forms[host+r.URL.Path]; is {
		s.join(to, r, at)
		return
	}
	at, is := s.tables[host+dir]
	if from := r.Header.Get("Origin"); !is || from != "" && !ours(from, host) {
		refuse(to, http.StatusNotFound)
		return
	}
	key, sends, err := at.takes(name)
	if err != nil {
		s.away(to, err)
		return
	}
	if sends == "" || key.Mail == "" || key.Past {
		refuse(to, http.StatusNotFound)
		return
	}
	sealed, err := io.ReadAll(http.MaxBytesReader(to, r.Body, mostLetter))
	if err != nil {
		refuse(to, http.StatusRequestEntityTooLarge)
		return
	}
	l, opens := intake.OpenPage(key, sealed)
	if !opens {
		refuse(to, http.StatusNotFound)
		return
	}
	to.Header().Set("Cache-Control", "no-store")
	if l.Page != sends {
		http.Error(to, sends, http.StatusConflict)
		return
	}
	answer, err := s.take(r.Context(), at, name, sealed, l)
	switch {
	case errors.Is(err, intake.ErrKey):
		refuse(to, http.StatusNotFound)
	case err != nil:
		s.away(to, err)
	default:
		to.Header().Set("Content-Type", types[".bin"])
		_, _ = to.Write(answer)
	}
}

// ours reports whether an origin is that of a host's pages.
func ours(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && hostOf(u) == host
}

// takes returns the key whose file has a name, and the version of the page that may send: "" if none may.
func (at *served) takes(name string) (key notices.Key, sends string, err error) {
	at.mu.Lock()
	defer at.mu.Unlock()
	if key, _, err = at.opens(name); err == nil {
		err = at.lays()
	}
	return key, at.sends, folder.StoreError(at.call, at.dir, err)
}

// take keeps a letter, and takes it in as soon as nobody else works at the world. It returns the sealed answer. A letter
// that was kept is taken in by others, too.
func (s *Server) take(ctx context.Context, at *served, name string, sealed []byte, l intake.PageLetter) ([]byte, error) {
	if answer, nothing := l.Nothing(); nothing {
		return answer, nil
	}
	sum := mailing.SumOf(sealed)
	at.expect(sum, true) // somebody else may take it in at once
	defer at.expect(sum, false)
	at.arriving.Lock()
	err := mailing.Arrives(at.dir, name, sealed, at.call.Now())
	at.arriving.Unlock()
	if err != nil {
		return nil, folder.StoreError(at.call, at.dir, err)
	}
	if s.woken != nil {
		defer s.woken(at.dir)
	}
	var answer []byte
	err = at.patiently(ctx, func(w *folder.Opened) error {
		err := mailing.TakeArrived(w, at.heard)
		if answer = at.answers[sum]; err == nil && answer == nil { // another process has taken it in
			var a intake.PageAnswer
			a, err = intake.AcceptPage(w.World, l, w.Call.Now(), w.Call.Now())
			answer = a.Seal(l)
		}
		return w.Wrong(err)
	})
	return answer, err
}

// expect says that somebody waits for the answer to a letter with this sum, or waits no more.
func (at *served) expect(sum string, is bool) {
	at.mu.Lock()
	defer at.mu.Unlock()
	if delete(at.answers, sum); is {
		at.answers[sum] = nil
	}
}

// heard keeps the answer to a letter for whoever waits for it. The caller holds at.mu.
func (at *served) heard(sum string, answer []byte) {
	if _, awaited := at.answers[sum]; awaited {
		at.answers[sum] = answer
	}
}
