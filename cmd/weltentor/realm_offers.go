package main

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/signup"
	"weltentor/worlds/game"
)

// offered refuses a kind or culture the world does not offer, naming those it does. Either
// may be given as the world calls it or by its name in any language; capitals and slips of
// the pen do not matter.
func (w *opened) offered(j *game.Joining) error {
	kinds, cultures, err := players.Offers(w.World)
	if err != nil {
		return w.wrong(err)
	}
	for _, o := range []struct {
		flag  string
		value *string
		of    signup.Offers
	}{{"kind", &j.Kind, kinds}, {"culture", &j.Culture, cultures}} {
		if *o.value == "" {
			continue
		}
		code, ok := o.of.Find(*o.value)
		switch {
		case o.of.None():
			return usage("no-choice", phrase.Str("flag", o.flag), phrase.Str("value", *o.value))
		case !ok:
			return usage("bad-choice", phrase.Str("flag", o.flag), phrase.Str("value", *o.value),
				phrase.Str("choices", offeredIn(w.call.voice, o.of)))
		}
		*o.value = code
	}
	return nil
}

// offersOf is what realms of a world may choose from; nothing where there is no
// world to be read.
func (c *Call) offersOf(dir string) (kinds, cultures signup.Offers) {
	w, err := c.look(dir)
	if err != nil {
		return kinds, cultures
	}
	if kinds, cultures, err = players.Offers(w.World); err != nil {
		return signup.Offers{}, signup.Offers{}
	}
	return kinds, cultures
}

// offeredIn lists choices in a sentence: what one types, and the name where it is another.
func offeredIn(v *voice, of signup.Offers) string {
	var list []string
	for _, o := range of.In(v.book.Lang) {
		if o.Name != o.Code {
			o.Code += " (" + o.Name + ")"
		}
		list = append(list, o.Code)
	}
	return strings.Join(list, ", ")
}
