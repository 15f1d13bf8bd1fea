import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import './controls.css';
import { returnFocus } from './return-focus.ts';

interface DialogProps {
  readonly title: string;
  /** Hides the title from the eye where the content says it (palette). */
  readonly bare?: boolean;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal on the platform's own dialog element: focus stays inside and returns, Escape and the scrim close. */
export function Dialog({ title, bare = false, className = '', onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    // The platform would focus the first control, which is the one that closes: a form wants its first field.
    (dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog)?.focus();
    return () => {
      // One that is gone from the page is closed; the platform would only take the focus back from where it is now.
      if (dialog?.isConnected) dialog.close();
      returnFocus(opener);
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for this is Escape, which the element handles itself
    <dialog
      ref={ref}
      tabIndex={-1}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {bare ? (
        <h2 id={titleId} className="unseen">
          {title}
        </h2>
      ) : (
        <div className="dialog__head">
          <h2 id={titleId}>{title}</h2>
          <IconButton name="Close" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
      {children}
    </dialog>
  );
}
