/** An agent's colour, if it is one that the page knows; decoration only, the name says who it is. */
export function ColourDot({ color }: { readonly color: string | null }) {
  const known = color !== null && color !== '' && CSS.supports('color', color);
  return (
    <span className="agent-dot" aria-hidden style={known ? { background: color } : undefined} data-plain={!known} />
  );
}
