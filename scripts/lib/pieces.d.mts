export function wantedPieces(
  args: readonly string[],
  names: readonly string[],
  numbers: Readonly<Record<string, string>>,
): { readonly parts: string[]; readonly anew: boolean } & Readonly<Record<string, unknown>>;

export function goOn(
  own: { done: number },
  how: {
    readonly until: number;
    readonly piece?: number;
    readonly endMs: number;
    readonly run: (from: number, to: number) => Promise<void>;
    readonly keep: () => void;
  },
): Promise<void>;
