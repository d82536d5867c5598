/** A catalogue that must have a text for each of `Keys`: a missing text is one error, in its file. */
export type Including<Words, Keys extends string> = Readonly<Record<(keyof Words & string) | Keys, string>>;
