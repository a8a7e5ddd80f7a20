import { Component } from 'react';
import type { ReactNode } from 'react';
import { reportError } from '../../lib/report-error.ts';
import { FailedState } from './states.tsx';

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** What a failure leaves: the message (default), nothing, or one more attempt at the children. */
  strategy?: 'message' | 'nothing' | 'children';
  /** A change of this value tries again, for instance the id shown. */
  resetKey?: unknown;
  /** The rest of the page works when this is a panel of it. */
  scope?: 'panel' | 'page';
}

interface State {
  failedAs: string | undefined;
  resetKey: unknown;
}

/** Keeps a failure while drawing inside one panel. Reports it and shows the id of the report. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failedAs: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failedAs: reportError(error, 'rendering') };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failedAs: undefined, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    const { children, strategy = 'message', scope = 'panel' } = this.props;
    const { failedAs } = this.state;
    if (failedAs === undefined || strategy === 'children') return children;
    if (strategy === 'nothing') return null;
    return (
      <FailedState
        title="Something went wrong and we could not correctly display this content"
        message={`${scope === 'panel' ? 'The rest of the page works. ' : ''}Reported as ${failedAs}.`}
        onRetry={() => this.setState({ failedAs: undefined })}
      />
    );
  }
}
