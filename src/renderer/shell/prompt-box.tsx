import { ArrowUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { sendPrompt } from '../actions/branch-actions.ts';
import { useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { IconButton } from '../ui/button.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { KindGlyph } from '../ui/kind-glyph.tsx';
import { runSlash } from './prompt/run-slash.ts';
import { parseSlash } from './prompt/slash-commands.ts';
import { optionId, SuggestionList } from './prompt/suggestion-list.tsx';
import { withChoice } from './prompt/trigger.ts';
import { useHistory } from './prompt/use-history.ts';
import { usePictureDrop } from './prompt/use-picture-drop.ts';
import { usePictures } from './prompt/use-pictures.ts';
import { useSuggestions } from './prompt/use-suggestions.ts';
import { promptTargetOf } from './prompt-target.ts';
import './prompt-box.css';

const PLACEHOLDERS = {
  to: 'Message the root branch, @ for files, / for commands',
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
  const provider = useSession((state) => state.session?.provider ?? null);
  const model = useSession((state) => promptTargetOf(state, selected)?.branch.model || (state.session?.model ?? ''));
  const text = useStore(viewStore, (view) => (id === null ? '' : (view.drafts[id] ?? '')));
  const [caret, setCaret] = useState(0);
  const [typed, setTyped] = useState('');
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const ref = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  // Suggestions come while one writes, not when a text is brought back.
  const suggestions = useSuggestions(id, text === typed ? text : '', Math.min(caret, text.length));
  const pictures = usePictures(id, provider);
  const drop = usePictureDrop(pictures.take);
  const recall = useHistory();
  const placeCaret = useCaret(ref, text);
  useFocusWish(ref);
  useGrow(ref, text);

  const write = (next: string): void => {
    setFault(null);
    if (id !== null) viewStore.getState().setDraft(id, next);
  };
  const pick = (at: number): void => {
    const { trigger, items } = suggestions;
    const item = items[at];
    if (!trigger || !item) return;
    const next = withChoice(text, trigger, item.value);
    write(next.text);
    placeCaret(next.caret);
    setCaret(next.caret);
  };
  const send = async (): Promise<void> => {
    const words = text.trim();
    if (id === null || words === '' || sending) return;
    const command = parseSlash(words);
    if (command?.kind === 'fault') {
      setFault(command.message);
      return;
    }
    setSending(true);
    const taken = command ? await runSlash(command, id) : await sendPrompt(id, words, pictures.images);
    setSending(false);
    if (!taken) return;
    if (!command) pictures.clear();
    if (viewStore.getState().drafts[id]?.trim() === words) viewStore.getState().setDraft(id, '');
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (pressInList(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape') viewStore.getState().focusCard(id);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
      const found = recall(event.key === 'ArrowUp' ? 'older' : 'newer', text);
      if (found === null) return;
      event.preventDefault();
      write(found);
      placeCaret(found.length);
    }
  };
  /** While suggestions are out, the arrows and Enter are theirs. */
  const pressInList = (event: KeyboardEvent): boolean => {
    if (!suggestions.trigger) return false;
    const hasItems = suggestions.items.length > 0;
    if (event.key === 'Escape') suggestions.dismiss();
    else if (hasItems && event.key === 'ArrowDown') suggestions.move(1);
    else if (hasItems && event.key === 'ArrowUp') suggestions.move(-1);
    else if (hasItems && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) pick(suggestions.active);
    else return false;
    event.preventDefault();
    return true;
  };
  const hasList = suggestions.trigger !== null && suggestions.items.length > 0;
  const shownFault = fault ?? pictures.fault;

  return (
    <form
      className="prompt-box"
      data-drop={drop.isOver}
      {...drop.handlers}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <SuggestionList id={listId} suggestions={suggestions} onPick={pick} />
      {shownFault !== null && <FaultLine message={shownFault} />}
      {pictures.images.length > 0 && (
        <ul className="prompt-box__pictures" aria-label="Pictures that go along">
          {pictures.images.map((image, at) => (
            <li key={`${image.data.length} ${image.data.slice(-48)}`}>
              <img
                src={`data:${image.mimeType};base64,${image.data}`}
                alt={`Number ${at + 1} of ${pictures.images.length}`}
              />
              <IconButton size="small" name={`Remove picture ${at + 1}`} onClick={() => pictures.remove(at)}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={ref}
        rows={1}
        className="prompt-box__text"
        aria-label={`Message: ${verb} ${name}`}
        aria-autocomplete="list"
        aria-controls={hasList ? listId : undefined}
        aria-activedescendant={hasList ? optionId(listId, suggestions.active) : undefined}
        placeholder={PLACEHOLDERS[verb]}
        value={text}
        disabled={id === null}
        onChange={(event) => {
          setCaret(event.currentTarget.selectionStart);
          setTyped(event.currentTarget.value);
          write(event.currentTarget.value);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onPaste={(event) => {
          if (pictures.take(event.clipboardData.files)) event.preventDefault();
        }}
        onKeyDown={press}
      />
      <div className="prompt-box__foot">
        <span className="prompt-box__target" data-verb={verb}>
          <KindGlyph kind={kind} />
          <span>{verb}</span>
          <strong className="cut" title={name}>
            {name}
          </strong>
        </span>
        <button
          type="button"
          className="prompt-box__model cut"
          disabled={id === null}
          title={`Provider: ${provider ?? 'none'}, model: ${model}. Press to change the model.`}
          aria-label={`Model: ${model}. Change it`}
          onClick={() => id !== null && viewStore.getState().openDialog({ kind: 'model', branch: id })}
        >
          {model}
        </button>
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

/** Puts the caret where it belongs after the text was changed from here: the page would leave it at the end. */
function useCaret(ref: { readonly current: HTMLTextAreaElement | null }, text: string): (at: number) => void {
  const wish = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret moves once the new text is there
  useLayoutEffect(() => {
    if (wish.current !== null) ref.current?.setSelectionRange(wish.current, wish.current);
    wish.current = null;
  }, [text, ref]);
  return (at) => {
    wish.current = at;
  };
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
