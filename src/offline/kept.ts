/** Whether the service worker has reported that every file is stored, so that the page opens offline. */
import { createStore } from 'zustand/vanilla';

export const keptStore = createStore<{ readonly kept: boolean }>(() => ({ kept: false }));
