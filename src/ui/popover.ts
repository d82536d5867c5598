/** What HTML knows of elements above the page, for React 18, which knows neither the attributes nor the events. */
import { type RefObject, useEffect } from 'react';

declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: 'auto' | 'manual' | undefined;
    inert?: '' | undefined;
  }
  interface ButtonHTMLAttributes<T> {
    /** The `id` of what the button opens and closes. */
    popovertarget?: string | undefined;
  }
}

/** Says before and after a popover opens or closes whether it does. */
export function usePopover(
  popover: RefObject<HTMLElement>,
  before: (opens: boolean) => void,
  after?: (opens: boolean) => void,
): void {
  useEffect(() => {
    const element = popover.current;
    const onBefore = ({ newState }: ToggleEvent) => before(newState === 'open');
    const onAfter = ({ newState }: ToggleEvent) => after?.(newState === 'open');
    element?.addEventListener('beforetoggle', onBefore);
    element?.addEventListener('toggle', onAfter);
    return () => {
      element?.removeEventListener('beforetoggle', onBefore);
      element?.removeEventListener('toggle', onAfter);
    };
  });
}
