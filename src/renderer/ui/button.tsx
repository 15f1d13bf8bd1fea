import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { useKeyHint } from './key-hints.ts';
import './controls.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly size?: 'small' | 'plain' | 'large';
}

export function Button({ look = 'plain', size = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`button button--${look} button--${size} ${className}`} {...rest} />;
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The name that is spoken and shown on hover; an icon alone says nothing. */
  readonly name: string;
  /** The key that does the same where no command stands for it. */
  readonly hint?: string;
  /** Id of the command that does the same: its key is shown. */
  readonly command?: string;
  readonly size?: 'small' | 'plain';
  readonly look?: 'plain' | 'danger';
  readonly children: ReactNode;
}

export function IconButton({
  name,
  hint,
  command,
  size = 'plain',
  look = 'plain',
  className = '',
  type = 'button',
  ...rest
}: IconButtonProps) {
  const keys = useKeyHint(command) ?? hint;
  return (
    <button
      type={type}
      className={`icon-button icon-button--${size} icon-button--${look} ${className}`}
      aria-label={name}
      title={keys === undefined ? name : `${name} (${keys})`}
      {...rest}
    />
  );
}
