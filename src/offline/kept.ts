/** Whether the browser keeps every file of the page, so that it opens without a network. Said by the service worker, never assumed. */
import { createStore } from 'zustand/vanilla';

export const keptStore = createStore<{ readonly kept: boolean }>(() => ({ kept: false }));
