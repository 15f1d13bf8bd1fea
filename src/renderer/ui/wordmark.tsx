import './wordmark.css';

/** The name with its mark: a lens, and a trunk that forks in it. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <Logo />
      Forkscope
    </span>
  );
}

export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 24 24" aria-hidden>
      <circle className="logo__lens" cx="12" cy="12" r="10" />
      <path d="M12 18v-4.4M12 13.6c0-3.4-4.3-2.4-4.3-6.2M12 13.6c0-3.4 4.3-2.4 4.3-6.2" />
    </svg>
  );
}
