/** Parts of the page that are loaded when they are first shown, and the error boundary around them. */
import { Component, type ComponentType, createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { look } from '../state/view';

/** Rendered in place of a part that is still loading. */
const Fallback = createContext<ReactNode>(null);

interface Props {
  readonly fallback?: ReactNode;
  readonly onError?: () => void;
  readonly children: ReactNode;
}

/** The error boundary: if a part cannot be loaded or drawn, the page shows one notice and works on without the part. */
export class Part extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    look({ loadFailed: true });
    this.props.onError?.();
  }

  override render() {
    const { fallback = null, children } = this.props;
    return this.state.failed ? fallback : <Fallback value={fallback}>{children}</Fallback>;
  }
}

/**
 * Vite fires this event when a script or a style sheet of a dynamic import cannot be loaded. So code that imports
 * something has no notice to show.
 */
export function followLoadErrors(): void {
  addEventListener('vite:preloadError', () => look({ loadFailed: true }));
}

/**
 * A component that is loaded when it is first shown, in a `Part`. If loading fails, it fails until the page is reloaded:
 * Vite requests a style sheet only once, so a second import would show the part without its styles.
 *
 * React's `lazy` is not used: React retries a suspended component at its lowest priority. On a slow machine that plays,
 * the updates of every frame interrupt the retry, and the part never appears.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  // biome-ignore lint/correctness/noComponentHookFactories: called once a module, as `lazy` is.
  return function Later(props: P) {
    const fallback = useContext(Fallback);
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failure, setFailure] = useState<{ readonly reason: unknown } | null>(null);
    useEffect(() => {
      if (Loaded) return;
      loading ??= load();
      loading.then(
        (component) => {
          loaded = component;
          setLoaded(() => component);
        },
        (reason: unknown) => setFailure({ reason }),
      );
    }, [Loaded]);
    if (failure) throw failure.reason;
    return Loaded ? <Loaded {...props} /> : fallback;
  };
}
