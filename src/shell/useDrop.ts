/** Opens the files that are dropped on the page: a machine, its costs or domains, a workload, a scheduler, or a recording. */
import { useEffect } from 'react';
import { look, viewStore } from '../state/view';

/** A recording has a dialog of its own, with the description of its machine beside it. */
async function open(dropped: readonly File[]): Promise<void> {
  const { looksRecorded } = await import('../engine/recording/read');
  const recorded = await Promise.all(dropped.map((file) => looksRecorded(file, file.name).catch(() => false)));
  const isOpen = viewStore.getState().dialog === 'recording';
  look({ show: null, dialog: recorded.includes(true) || isOpen ? 'recording' : 'own', dropped });
}

export function useDrop(): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const dropped = [...(event.dataTransfer?.files ?? [])];
      if (dropped.length === 0) return;
      event.preventDefault();
      const source = dropped.find(({ name }) => /\.[ch]$/i.test(name));
      if (source) look({ show: null, dialog: null, coding: true, droppedSource: source });
      const others = dropped.filter((file) => file !== source);
      if (others.length > 0) void open(others);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, []);
}
