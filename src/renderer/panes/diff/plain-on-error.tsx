import { Component, type ReactNode } from 'react';

interface PlainOnErrorProps {
  readonly text: string;
  readonly children: ReactNode;
}

/** The viewer throws on hunks it cannot read; the text of the diff is then shown as it is, and the pane lives on. */
export class PlainOnError extends Component<PlainOnErrorProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <pre className="diff-plain">{this.props.text}</pre> : this.props.children;
  }
}
