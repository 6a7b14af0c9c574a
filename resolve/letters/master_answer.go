package letters

// answerMost is how many bytes of the game master's answer are taken.
const AnswerMost = 64 << 10
