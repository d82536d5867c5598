export declare function blankPlaces(
  segments: readonly { readonly offset: number; readonly data: Uint8Array }[],
): number;
export declare function blankTexts(bytes: Buffer): void;
