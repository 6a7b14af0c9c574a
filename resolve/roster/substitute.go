package roster

// Substitute is somebody who plays a realm for its player for some turns: from one address,
// with a password of his own. The player's orders count as ever.
type Substitute struct {
	Mail  string `json:"mail"`
	Until int    `json:"until"` // the last turn
	Salt  []byte `json:"salt"`
	Hash  []byte `json:"hash"`
}

// Standing is who stands in for the realm's player in a turn, nil for nobody.
func (r RealmRecord) Standing(turn int) *Substitute {
	if r.Vacant() || r.Substitute == nil || turn > r.Substitute.Until {
		return nil
	}
	return r.Substitute
}

// StandsIn tells whether an address is the substitute's in a turn, and not the player's.
func (r RealmRecord) StandsIn(mail string, turn int) bool {
	s := r.Standing(turn)
	return s != nil && SameAddress(mail, s.Mail) && !Has(r.Mail, mail)
}

// Substitutes are the addresses of those who stand in for the realm's player, or did.
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

// As is the record as it counts for who writes from an address: the substitute has his own
// address and password in it in place of the player's.
func (r RealmRecord) As(mail string, turn int) RealmRecord {
	if s := r.Standing(turn); r.StandsIn(mail, turn) {
		r.Mail, r.Salt, r.Hash = []string{s.Mail}, s.Salt, s.Hash
	}
	return r
}
