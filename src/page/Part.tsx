/** Parts of the page that are loaded when they are wanted. */
import { Component, type ComponentType, createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { look } from '../state/view';
import { styled } from './styles';

/** What stands in the place of a part that is not loaded yet. */
const Fallback = createContext<ReactNode>(null);

interface Props {
  /** In its place until it is there. */
  readonly fallback?: ReactNode;
  /** In its place when it could not be loaded. */
  readonly missing?: ReactNode;
  readonly onMissing?: () => void;
  readonly children: ReactNode;
}

/** The page goes on without what could not be loaded, and says so. */
export class Part extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    look({ unloaded: {} });
    this.props.onMissing?.();
  }

  override render() {
    const { fallback = null, missing = fallback, children } = this.props;
    return this.state.failed ? missing : <Fallback value={fallback}>{children}</Fallback>;
  }
}

/**
 * A component that is loaded when it is first shown, in a `Part`. A loaded one is shown at once.
 *
 * Not React's `lazy`: what has been suspended is tried again at the lowest priority, and on a slow machine that plays,
 * every frame throws the try away.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  /** One load, however often it is shown before it is there. */
  let loading: Promise<ComponentType<P>> | null = null;
  /** It could not be loaded: the styles that were lost may be its own. */
  let missed = false;
  const begin = async (): Promise<ComponentType<P>> => {
    const styles = styled();
    // Another part is not kept waiting for them.
    if (!missed) styles.catch(() => {});
    const component = await load();
    if (missed) await styles;
    return component;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once a module, as `lazy` is.
  return function Later(props: P) {
    const fallback = useContext(Fallback);
    const [Shown, show] = useState(() => loaded);
    const [failure, fail] = useState<{ readonly reason: unknown } | null>(null);
    useEffect(() => {
      if (Shown) return;
      loading ??= begin();
      loading.then(
        (component) => {
          loaded = component;
          show(() => component);
        },
        (reason: unknown) => {
          loading = null;
          missed = true;
          fail({ reason });
        },
      );
    }, [Shown]);
    if (failure) throw failure.reason;
    return Shown ? <Shown {...props} /> : fallback;
  };
}
