import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import './controls.css';

interface FaultLineProps {
  readonly message: string;
  readonly children?: ReactNode;
}

/** An expected failure where it happened: one sentence with its next step, and the way on as buttons. */
export function FaultLine({ message, children }: FaultLineProps) {
  return (
    <div className="fault" role="alert">
      <CircleAlert aria-hidden />
      <span className="fault__text">{message}</span>
      {children}
    </div>
  );
}
