/** The same words in another language. */
export type Translated<T> = T extends string ? string : { readonly [K in keyof T]: Translated<T[K]> };
