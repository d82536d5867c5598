export const QUICK: readonly { readonly name: string; readonly reads: RegExp }[];
