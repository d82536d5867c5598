export const WAYS: readonly { readonly name: string }[];
