package terramagica

// places lists the armies of each province, by place and there by realm and name.
func (s *State) places() [][]*Army {
	out := make([][]*Army, len(s.Provinces))
	for _, list := range s.Armies {
		for _, a := range list {
			out[a.At-1] = append(out[a.At-1], a)
		}
	}
	return out
}
