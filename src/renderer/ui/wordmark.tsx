import './wordmark.css';

/** The name with its mark: one trunk, a ring where it forks, two branches. */
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
      <path d="M12 21.5v-5.2M12 9.7C12 6.5 5 8.4 5 3.2M12 9.7c0-3.2 7-1.3 7-6.5" />
      <circle cx="12" cy="13" r="3.3" />
    </svg>
  );
}
