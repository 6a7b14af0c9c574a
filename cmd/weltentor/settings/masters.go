package settings

import (
	"errors"
	"slices"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
)

// addresses are given as one text, or as a list of texts. An empty text is none.
type addresses []string

// mostMasters is how many game masters a world may have: each gets every letter to them.
const mostMasters = 10

// UnmarshalTOML reads a text or a list of texts.
func (a *addresses) UnmarshalTOML(value any) error {
	*a = nil
	list, is := value.([]any)
	if !is {
		list = []any{value}
	}
	for _, v := range list {
		text, is := v.(string)
		switch {
		case !is:
			return errors.New("neither a text nor a list of texts") // WrongTOML says it in our words
		case text != "" || len(list) > 1:
			*a = append(*a, text)
		}
	}
	return nil
}

// checkMasters checks the addresses of the game masters.
func (s *Settings) checkMasters() error {
	all := s.GM.Mail
	if len(all) > mostMasters {
		return UpTo(mostMasters, "gm.mail", len(all))
	}
	for n, mail := range all {
		switch {
		case !BareAddress(mail):
			return complaint.Usage("setting-address", phrase.Str("key", "gm.mail"), phrase.Str("value", mail))
		case s.Address != "" && address.Same(s.Address, mail):
			return complaint.Usage("setting-own-address", phrase.Str("value", mail))
		case slices.ContainsFunc(all[:n], func(other string) bool { return address.Same(other, mail) }):
			return complaint.Usage("setting-master-twice", phrase.Str("value", mail))
		}
	}
	return nil
}

// IsMaster reports whether an address is a game master's.
func (s *Settings) IsMaster(mail string) bool {
	return slices.ContainsFunc(s.GM.Mail, func(m string) bool { return address.Same(m, mail) })
}
