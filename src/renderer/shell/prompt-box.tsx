import { ArrowUp } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { sendPrompt } from '../actions/branch-actions.ts';
import { useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { IconButton } from '../ui/button.tsx';
import { KindGlyph } from '../ui/kind-glyph.tsx';
import { promptTargetOf } from './prompt-target.ts';
import './prompt-box.css';

const PLACEHOLDERS = {
  to: 'Message the root branch',
  steer: 'Steer this branch: it reads your words at its next step',
  continue: 'Wake this branch with a message',
} as const;

/** One box for every branch: it says where the text goes, and keeps a draft for each. */
export function PromptBox() {
  const selected = useStore(viewStore, (view) => view.selected);
  const kind = useSession((state) => promptTargetOf(state, selected)?.branch.kind ?? 'root');
  const id = useSession((state) => promptTargetOf(state, selected)?.branch.id ?? null);
  const verb = useSession((state) => promptTargetOf(state, selected)?.verb ?? 'to');
  const name = useSession((state) => promptTargetOf(state, selected)?.name ?? 'root');
  const text = useStore(viewStore, (view) => (id === null ? '' : (view.drafts[id] ?? '')));
  const [sending, setSending] = useState(false);
  const ref = useRef<HTMLTextAreaElement>(null);
  useFocusWish(ref);
  useGrow(ref, text);

  const send = async (): Promise<void> => {
    const words = text.trim();
    if (id === null || words === '' || sending) return;
    setSending(true);
    const taken = await sendPrompt(id, words);
    setSending(false);
    if (taken && viewStore.getState().drafts[id]?.trim() === words) viewStore.getState().setDraft(id, '');
  };

  return (
    <form
      className="prompt-box"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={ref}
        rows={1}
        className="prompt-box__text"
        aria-label={`Message: ${verb} ${name}`}
        placeholder={PLACEHOLDERS[verb]}
        value={text}
        disabled={id === null}
        onChange={(event) => id !== null && viewStore.getState().setDraft(id, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            void send();
          }
          if (event.key === 'Escape') viewStore.getState().focusCard(id);
        }}
      />
      <div className="prompt-box__foot">
        <span className="prompt-box__target" data-verb={verb}>
          <KindGlyph kind={kind} />
          <span>{verb}</span>
          <strong className="cut" title={name}>
            {name}
          </strong>
        </span>
        <span className="prompt-box__keys">Enter sends, Shift+Enter is a new line</span>
        <IconButton
          type="submit"
          size="small"
          className="prompt-box__send"
          name={sending ? 'Sending' : 'Send'}
          disabled={sending || text.trim() === ''}
        >
          <ArrowUp aria-hidden />
        </IconButton>
      </div>
    </form>
  );
}

function useFocusWish(ref: { readonly current: HTMLTextAreaElement | null }): void {
  const wish = useStore(viewStore, (view) => view.promptFocus);
  useEffect(() => {
    if (wish > 0) ref.current?.focus();
  }, [wish, ref]);
}

/** As tall as its text, up to what the style sheet allows. */
function useGrow(ref: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text through the element
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight}px`;
  }, [text, ref]);
}
