package external

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// hand is a change of the engine's files by the game master.
type hand struct {
	*rulekit.Hand
	w *World
}

var verbs = []rulekit.Verb[*hand]{
	{Name: "file", Form: "NAME WAS BASE64", Code: "file", Do: (*hand).put},
	{Name: "nofile", Form: "NAME WAS", Code: "nofile", Do: (*hand).drop},
}

// Was names what a file is before a change, "-" if it is not there: the change is made nowhere else. Before a turn that was
// taken back, the file would be one from after it.
func Was(files map[string][]byte, name string) string {
	data, is := files[name]
	if !is {
		return "-"
	}
	return fmt.Sprintf("%x", sha256.Sum256(data))[:16]
}

// Verbs are what the game master may change: the engine's files, with tools of their own.
func (w *World) Verbs() []game.Verb { return rulekit.Verbs(verbs) }

// Edit puts a file into the world, or takes one out.
func (w *World) Edit(verb string, args []string) (game.World, []game.Event, error) {
	return rulekit.Edit[*hand]{World: w, Words: w.rb.Words, Verbs: verbs,
		Params: []rulekit.Param[*hand]{{Name: "WAS", Read: (*hand).unchanged}},
		Begin:  func(h *rulekit.Hand) *hand { return &hand{h, w.clone()} },
		End:    func(h *hand) game.World { return h.w },
	}.Make(verb, args)
}

// unchanged refuses a file that is another one than WAS says.
func (h *hand) unchanged() error {
	name := h.Given("NAME")
	if h.Given("WAS") != Was(h.w.files, name) {
		return h.Refuse("edit.was", phrase.Str("name", name))
	}
	return nil
}

// put writes a file that lives from turn to turn. The BASE64 of one without bytes is "-".
func (h *hand) put() error {
	name := h.Given("NAME")
	data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(h.Given("BASE64"), "-"))
	if err != nil {
		return h.Refuse("edit.base64", phrase.Str("name", name))
	}
	if !local(name) || !matches(h.w.lasting(), name) {
		return h.Refuse("edit.state", phrase.Str("name", name))
	}
	h.w.files[name] = data
	h.Tell(phrase.P(game.FileEdited, phrase.Str("name", name), phrase.Num("n", len(data))))
	return nil
}

// drop takes a file out.
func (h *hand) drop() error {
	name := h.Given("NAME")
	if _, is := h.w.files[name]; !is {
		return h.Refuse("edit.missing", phrase.Str("name", name))
	}
	delete(h.w.files, name)
	h.Tell(phrase.P("edit.nofile", phrase.Str("name", name)))
	return nil
}
