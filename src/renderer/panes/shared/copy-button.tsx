import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../../actions/copy-text.ts';
import { IconButton } from '../../ui/button.tsx';

const SHOWN_MS = 1_400;

interface CopyButtonProps {
  /** Read when the button is pressed, so that long texts are not built for nothing. */
  readonly text: () => string;
  readonly label: string;
  readonly Icon?: LucideIcon;
}

export function CopyButton({ text, label, Icon = Copy }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    setCopied(await copyText(text()));
  };
  return (
    <IconButton size="small" name={copied ? 'Copied' : label} onClick={() => void copy()}>
      {copied ? <Check aria-hidden /> : <Icon aria-hidden />}
    </IconButton>
  );
}
