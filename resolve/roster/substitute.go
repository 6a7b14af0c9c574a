package roster

// Substitute is somebody who plays a realm for its player for some turns, from one address and with a password of
// their own. The player's orders still count.
type Substitute struct {
	Mail  string `json:"mail"`
	Until int    `json:"until"` // the last turn
	Salt  []byte `json:"salt"`
	Hash  []byte `json:"hash"`
}

// Standing returns the substitute of the realm's player in a turn, or nil.
func (r RealmRecord) Standing(turn int) *Substitute {
	if r.Vacant() || r.Substitute == nil || turn > r.Substitute.Until {
		return nil
	}
	return r.Substitute
}

// StandsIn reports whether an address is the substitute's in a turn, and not the player's.
func (r RealmRecord) StandsIn(mail string, turn int) bool {
	s := r.Standing(turn)
	return s != nil && SameAddress(mail, s.Mail) && !Has(r.Mail, mail)
}

// Readers returns the addresses to which letters to the realm go in a turn: the player's first one and the substitute's.
func (r RealmRecord) Readers(turn int) []string {
	if s := r.Standing(turn); s != nil && r.StandsIn(s.Mail, turn) {
		return []string{r.Mail[0], s.Mail}
	}
	return r.Mail[:min(1, len(r.Mail))]
}

// Substitutes returns the addresses of those who stand in for the realm's player, or did.
func (r RealmRecord) Substitutes() (mail []string) {
	if r.Substitute != nil {
		mail = append(mail, r.Substitute.Mail)
	}
	if r.Stood != "" {
		mail = append(mail, r.Stood)
	}
	if r.Ended != nil {
		mail = append(mail, r.Ended.Mail)
	}
	return DistinctMail(mail)
}

// As is the record as it applies to the person who writes from an address. For the substitute, it has the substitute's
// address and password in place of the player's.
func (r RealmRecord) As(mail string, turn int) RealmRecord {
	if s := r.Standing(turn); r.StandsIn(mail, turn) {
		r.Mail, r.Salt, r.Hash = []string{s.Mail}, s.Salt, s.Hash
	}
	return r
}
