import { FolderOutput, Globe, PackagePlus, Trash2, Upload } from 'lucide-react';
import { useMemo } from 'react';
import { type Risk, risksOf } from '../../core/permission/risk.ts';
import type { SessionState } from '../../core/session/state.ts';
import { useSession } from '../stores/use-session.ts';
import './risk-marks.css';

const SHOWN = {
  push: { word: 'Publishes', Icon: Upload, says: 'It sends something out that others see' },
  delete: { word: 'Deletes', Icon: Trash2, says: 'It removes files or work' },
  outside: { word: 'Outside', Icon: FolderOutput, says: 'It names a place outside the branch’s folder' },
  install: { word: 'Installs', Icon: PackagePlus, says: 'It brings in code that runs here' },
  network: { word: 'Network', Icon: Globe, says: 'It reaches out to other machines' },
} as const satisfies { readonly [R in Risk]: object };

/** What a person may want to look at twice, as marks with words: never colour or sign alone. */
export function RiskMarks({
  prompt,
  brief = false,
}: {
  readonly prompt: SessionState['prompts'][number];
  readonly brief?: boolean;
}) {
  const root = useSession((state) => state.branches[prompt.branch]?.root ?? '');
  const marks = useMemo(() => risksOf({ ...prompt, root }), [prompt, root]);
  if (marks.length === 0) return null;
  return (
    <ul className="risk-marks" aria-label="Risks">
      {marks.map(({ risk, because }) => {
        const { word, Icon, says } = SHOWN[risk];
        return (
          <li key={risk} className="risk-mark" data-risk={risk} title={`${says}: ${because}`}>
            <Icon aria-hidden />
            <span className={brief ? 'risk-mark__word' : ''}>{word}</span>
          </li>
        );
      })}
    </ul>
  );
}
