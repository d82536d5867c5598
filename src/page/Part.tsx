/** A part of the page that is loaded when it is wanted. */
import { Component, type ReactNode, Suspense } from 'react';
import { look } from '../state/view';

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
    return this.state.failed ? missing : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
