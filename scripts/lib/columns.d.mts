export declare function inColumns(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer>;
