import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Relative addresses: one build serves from any sub-path and from inside an iframe.
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What is loaded together is one file: it compresses better than forty small ones.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: 'playground', test: /src[\\/]app[\\/]App\.tsx$/, priority: 1 },
            { name: 'lens', test: /src[\\/]lens[\\/](Panel|Layer)\.tsx$/ },
            { name: 'story', test: /src[\\/](app[\\/]ActPanel\.tsx|story[\\/](go|Story)\.tsx?)$/ },
          ],
        },
      },
    },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup.ts'],
    // A test of a component asks for the DOM with `// @vitest-environment happy-dom`.
    environment: 'node',
    restoreMocks: true,
    // Nothing is timed; a busy machine may be slow.
    testTimeout: 60_000,
  },
});
