interface NameChipsProps {
  readonly label: string;
  /** Names with commas between them, as typed. */
  readonly value: string;
  readonly names: readonly string[];
  onChange(value: string): void;
}

/** Buttons that put names into a list that can also be typed, or take them out. */
export function NameChips({ label, value, names, onChange }: NameChipsProps) {
  const typed = value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const toggle = (name: string): void => {
    const without = typed.filter((entry) => entry !== name);
    onChange((without.length < typed.length ? without : [...typed, name]).join(', '));
  };
  if (names.length === 0) return null;
  return (
    <fieldset className="name-chips" aria-label={label}>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={typed.includes(name)} onClick={() => toggle(name)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
