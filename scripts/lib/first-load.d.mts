import type { Page } from '@playwright/test';

export interface Way {
  readonly name: string;
  readonly fragment: string;
  /** What stands on the page once it is there. */
  readonly shown: string;
}

/** Bytes, gzip -9. */
export interface FirstLoad {
  readonly files: Readonly<Record<string, number>>;
  readonly wasm: number;
  readonly total: number;
}

export const MOST_BYTES: number;
export const WAYS: readonly Way[];
export function firstLoad(page: Page, address: string, way: Way): Promise<FirstLoad>;
