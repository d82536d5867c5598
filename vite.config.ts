import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Relative addresses: one build serves from any sub-path and from inside an iframe.
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  build: { target: 'es2023' },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    // A test of a component asks for the DOM with `// @vitest-environment happy-dom`.
    environment: 'node',
    restoreMocks: true,
    // Nothing is timed; a busy machine may be slow.
    testTimeout: 60_000,
  },
});
