import type { Plugin } from 'vite';

export const still: () => Plugin;
