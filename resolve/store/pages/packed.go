package pages

// Somebody who can put a file in place of the store must not be able to fill the disk or the memory with it. No more
// is unpacked than the store in it claims to have, and that is limited by the size of the file. Real stores are packed
// to a fifth or a tenth.
const (
	UnpackedTimes  = 256      // a packed store may unpack to this many times its size,
	UnpackedLeast  = 64 << 20 // or to this much if that is more
	UnpackedMore   = 32 << 20 // bytes may follow it: bbolt makes its file longer than needed
	UnpackedWindow = 128 << 20
)
