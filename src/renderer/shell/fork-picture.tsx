/** A small drawing of the idea: one trunk, three forks, their shared part in the cache's colour. */
export function ForkPicture() {
  return (
    <svg className="fork-picture" viewBox="0 0 320 132" aria-hidden>
      <g className="fork-picture__shared">
        <path d="M160 38v22c0 14-104 8-104 28v6" />
        <path d="M160 38v56" />
        <path d="M160 38v22c0 14 104 8 104 28v6" />
      </g>
      <g className="fork-picture__cards">
        <rect x="112" y="6" width="96" height="34" rx="8" />
        <rect x="14" y="92" width="84" height="34" rx="8" />
        <rect x="118" y="92" width="84" height="34" rx="8" />
        <rect x="222" y="92" width="84" height="34" rx="8" />
      </g>
      <g className="fork-picture__lines">
        <path d="M138 19h56M124 30h44" />
        <path d="M38 105h46M24 116h34" />
        <path d="M142 105h46M128 116h52" />
        <path d="M246 105h40M232 116h28" />
      </g>
      <circle className="fork-picture__root" cx="127" cy="19" r="4" />
      <circle className="fork-picture__done" cx="28" cy="105" r="4" />
      <circle className="fork-picture__root" cx="132" cy="105" r="4" />
      <rect className="fork-picture__waits" x="232.5" y="101.5" width="7" height="7" transform="rotate(45 236 105)" />
    </svg>
  );
}
