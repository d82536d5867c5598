/** Opens the files that are dropped on the page: a machine, its costs or domains, a workload, or a scheduler. */
import { useEffect } from 'react';
import { look } from '../state/view';

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
      else look({ show: null, dialog: 'own', dropped });
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, []);
}
