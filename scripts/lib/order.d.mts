export declare function bodiesOf(bytes: Buffer): Buffer[];
export declare function likeAfterLike(bodies: readonly Buffer[]): number[];
export declare function namedInOrder(bytes: Buffer, order: readonly number[]): Buffer;
