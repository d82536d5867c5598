import type { Plugin } from 'vite';

export function layersFirst(): Plugin;
