import type { Plugin } from 'vite';

export const POLICY: string;
export function policy(): Plugin;
