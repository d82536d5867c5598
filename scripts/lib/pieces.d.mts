export function wantedPieces(
  args: readonly string[],
  names: readonly string[],
  numbers: Readonly<Record<string, string>>,
): { readonly parts: string[]; readonly anew: boolean } & Readonly<Record<string, unknown>>;
