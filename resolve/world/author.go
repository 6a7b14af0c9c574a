package world

// Auth is what makes a letter that of a realm's player.
type Auth string

// The ways a world may choose. A proof is a DKIM signature of the domain of
// the From address, which must be registered for the realm.
const (
	ByPassword Auth = "password" // the realm's password, wherever the letter comes from; "" means the same
	ByDKIM     Auth = "dkim"     // a proof; no password is asked for, and none is tried
	ByEither   Auth = "either"   // one of the two
	ByBoth     Auth = "both"     // both; without a proof the password is not tried
)

// Auths lists them.
var Auths = []Auth{ByPassword, ByDKIM, ByEither, ByBoth}

// auth is Settings.Auth with its default.
func (s Settings) Asks() Auth {
	if s.Auth == "" {
		return ByPassword
	}
	return s.Auth
}
