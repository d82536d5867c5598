/** The words of a catalogue that has to have a word for each of `Keys`: a missing word is one error, in its file. */
export type Including<Words, Keys extends string> = Readonly<Record<(keyof Words & string) | Keys, string>>;
