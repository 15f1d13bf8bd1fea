import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import './hover-card.css';

/** Milliseconds of rest before it shows: a pointer that only passes opens nothing. */
const SHOW_AFTER_MS = 280;
const EDGE = 8;

interface HoverCardProps {
  readonly className?: string;
  readonly content: ReactNode;
  readonly children: ReactNode;
}

/** Shows more about a small thing while the pointer rests on it. What it says must also be reachable elsewhere. */
export function HoverCard({ className = '', content, children }: HoverCardProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [box, setBox] = useState<DOMRect | null>(null);
  const hide = (): void => {
    clearTimeout(timer.current);
    setBox(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span
      ref={ref}
      className={`hovered ${className}`}
      onPointerEnter={() => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setBox(ref.current?.getBoundingClientRect() ?? null), SHOW_AFTER_MS);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
    >
      {children}
      {box && createPortal(<Shown box={box}>{content}</Shown>, document.body)}
    </span>
  );
}

function Shown({ box, children }: { readonly box: DOMRect; readonly children: ReactNode }) {
  const below = box.top < window.innerHeight / 2;
  const left = box.left + box.width / 2;
  return (
    <div
      className="hover-card"
      data-below={below}
      role="tooltip"
      style={{
        left: Math.max(EDGE, Math.min(left, window.innerWidth - EDGE)),
        ...(below ? { top: box.bottom + EDGE } : { bottom: window.innerHeight - box.top + EDGE }),
      }}
    >
      {children}
    </div>
  );
}
