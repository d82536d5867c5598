/**
 * Text without hidden characters: control characters, characters without a width, and those that change the direction of
 * writing. The simulator drops the same characters when it reads a document (`sim-wasm/core/src/document/shown.rs`).
 */
const HIDDEN = /[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

export const visible = (text: string): string => text.replace(HIDDEN, '');
