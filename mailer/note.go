package mailer

// NoteCode names a remark about how a letter was read; it is never translated.
type NoteCode string

// Note is a remark for the sender about how his letter was read: a code with
// arguments, put into words by who answers. Unused arguments are zero.
type Note struct {
	Code NoteCode
	Part string // which part, as in Reading.Part
	Word string // a charset, an encoding, a file name: see the codes
	N    int    // a count or a limit in bytes
}
