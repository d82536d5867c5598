import { vi } from 'vitest';
import { setLanguage } from '../src/words';

// Loaded only by tests that need it: the others run without WebAssembly.
vi.mock('../src/engine/tools', () => import('./tools'));
await setLanguage('en');
