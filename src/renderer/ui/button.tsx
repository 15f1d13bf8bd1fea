import type { ButtonHTMLAttributes, ReactNode } from 'react';
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
  readonly hint?: string;
  readonly size?: 'small' | 'plain';
  readonly look?: 'plain' | 'danger';
  readonly children: ReactNode;
}

export function IconButton({
  name,
  hint,
  size = 'plain',
  look = 'plain',
  className = '',
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      className={`icon-button icon-button--${size} icon-button--${look} ${className}`}
      aria-label={name}
      title={hint === undefined ? name : `${name} (${hint})`}
      {...rest}
    />
  );
}
