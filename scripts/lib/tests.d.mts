export const QUICK: readonly {
  readonly name: string;
  readonly reads: RegExp;
  readonly command: readonly [program: string, args: readonly string[], options?: object];
}[];
