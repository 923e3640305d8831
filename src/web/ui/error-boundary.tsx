import { Component, type ReactNode } from 'react';

type Props = { fallback: (error: unknown, retry: () => void) => ReactNode; children: ReactNode };

/** Keeps an error in one part of the page from breaking the rest. */
export class ErrorBoundary extends Component<Props, { error: unknown; isBroken: boolean }> {
  override state = { error: null as unknown, isBroken: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return this.props.fallback(this.state.error, () => this.setState({ error: null, isBroken: false }));
  }
}
