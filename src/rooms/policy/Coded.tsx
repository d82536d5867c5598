/** Words in backquotes are code. */
export function Coded({ text }: { readonly text: string }) {
  return text.split('`').map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order.
    i % 2 === 1 ? <code key={i}>{part}</code> : part,
  );
}
