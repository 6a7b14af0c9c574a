package web

import (
	"crypto/rand"
	"net/http"
	"strings"

	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
)

const (
	mostForm  = 2 << 10 // bytes
	mostMails = 254     // bytes of an address (RFC 5321, 4.5.3.1.3)
)

// join takes in the form of a sign-up. A letter with a code goes to its address, and nothing else happens. Nobody learns
// here whether it does: all that are whole are answered alike.
func (s *Server) join(to http.ResponseWriter, r *http.Request, at *served) {
	r.Body = http.MaxBytesReader(to, r.Body, mostForm)
	// The page sends no referrer, so browsers do not say its origin either.
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" || r.ParseForm() != nil {
		refuse(to, http.StatusBadRequest)
		return
	}
	lang := phrase.De
	if r.PostForm.Get("lang") == string(phrase.En) {
		lang = phrase.En
	}
	mail := strings.TrimSpace(r.PostForm.Get("mail"))
	if r.PostForm.Get("website") == "" && mail != "" && len(mail) <= mostMails && s.joins.allow(s.network(r), s.call.Now()) {
		id := rand.Text()
		if err := at.patiently(r.Context(), func(w *folder.Opened) error {
			_, err := intake.AcceptForm(w.World, id, mail, lang, w.Call.Now())
			return w.Wrong(err)
		}); err != nil {
			s.away(to, err)
			return
		}
		if s.woken != nil {
			s.woken(at.dir)
		}
	}
	to.Header().Set("Cache-Control", "no-store")
	to.Header().Set("Location", "./#asked-"+string(lang))
	to.WriteHeader(http.StatusSeeOther)
}
