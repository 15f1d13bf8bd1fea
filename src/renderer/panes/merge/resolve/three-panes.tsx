import { ChevronDown, ChevronUp, Link2, Unlink2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { openConflicts, type RegionChoice, usesCrlf } from '../../../../core/worktree/conflict-document.ts';
import { locateRegions } from '../../../../core/worktree/locate-regions.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { type LinkedScroll, linkScrolling, scrollChoice } from './linked-scroll.ts';
import { ResolveHead } from './resolve-head.tsx';
import type { ResolveViewProps } from './resolve-view.tsx';
import { openResultEditor, type ResultEditor, type Take } from './result-editor.ts';
import { openSideEditor, type SideEditor } from './side-editor.ts';

interface ThreePanesProps extends ResolveViewProps {
  readonly marked: string;
  readonly ours: string;
  readonly theirs: string;
}

/** By `KeyboardEvent.code`, since Alt with a letter types a sign on some keyboards. */
const TAKES: { readonly [code: string]: Take } = { KeyY: 'ours', KeyT: 'theirs', KeyB: 'both' };

/** Ours, theirs, and between or below them the result, which can be edited freely. */
export function ThreePanes(props: ThreePanesProps) {
  const { conflict, fork, forkTitle, place, earlier, onCancel, onResolve } = props;
  const { path } = conflict;
  const isCrlf = usesCrlf(props.ours);
  const [startsOver, setStartsOver] = useState(false);
  const before = earlier?.take === 'text' && !startsOver ? earlier.text : null;
  const texts = useMemo(() => {
    const plain = (text: string): string => (isCrlf ? text.replaceAll('\r\n', '\n') : text);
    const opened = openConflicts(plain(props.marked), { ours: 'parent', theirs: fork });
    return {
      ours: plain(props.ours),
      theirs: plain(props.theirs),
      opened,
      before: before === null ? null : plain(before),
    };
  }, [props.marked, props.ours, props.theirs, fork, isCrlf, before]);
  const { opened } = texts;
  const [choices, setChoices] = useState<readonly RegionChoice[]>([]);
  const [current, setCurrent] = useState(0);
  const isLinked = useStore(scrollChoice, (choice) => choice.isLinked);
  const boxes = {
    ours: useRef<HTMLDivElement>(null),
    result: useRef<HTMLDivElement>(null),
    theirs: useRef<HTMLDivElement>(null),
  };
  const editors = useRef<{ result: ResultEditor; sides: readonly SideEditor[]; scroll: LinkedScroll } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editors live as long as the texts they were made of
  useEffect(() => {
    const { ours, result, theirs } = boxes;
    if (!ours.current || !result.current || !theirs.current) return;
    const { regions } = opened;
    const sides = [
      openSideEditor(ours.current, {
        path,
        text: texts.ours,
        label: 'Your version',
        regions: locateRegions(opened.text, regions, 'ours', texts.ours),
      }),
      openSideEditor(theirs.current, {
        path,
        text: texts.theirs,
        label: `The version of ${forkTitle}`,
        regions: locateRegions(opened.text, regions, 'theirs', texts.theirs),
      }),
    ];
    const document = texts.before === null ? opened : { text: texts.before, regions: [] };
    const editor = openResultEditor({
      parent: result.current,
      path,
      document,
      names: { ours: 'yours', theirs: forkTitle },
      label: `Result of ${path}`,
      onChoices: setChoices,
      onCurrent: (region) => go(region),
    });
    // A text that was settled earlier has no places of its own any more.
    const placesOf = (pane: SideEditor | ResultEditor) => (texts.before === null ? pane.places() : []);
    const scroll = linkScrolling([editor, ...sides].map((pane) => ({ view: pane.view, places: () => placesOf(pane) })));
    editors.current = { result: editor, sides, scroll };
    go(0);
    editor.view.focus();
    return () => {
      scroll.stop();
      for (const { view } of [editor, ...sides]) view.destroy();
      editors.current = null;
    };
  }, [texts]);

  const go = (region: number): void => {
    setCurrent(region);
    editors.current?.scroll.rest();
    editors.current?.result.show(region);
    for (const side of editors.current?.sides ?? []) side.show(region);
  };
  const count = choices.length;
  const settled = choices.filter((choice) => choice !== 'open').length;
  const step = (by: number): void => {
    if (count > 0) go((current + by + count) % count);
  };
  const link = (): void => {
    scrollChoice.setState({ isLinked: !isLinked });
    if (!isLinked) editors.current?.scroll.align();
  };
  const press = (event: KeyboardEvent): void => {
    const take = event.altKey ? TAKES[event.code] : undefined;
    if (event.key === 'F7') step(event.shiftKey ? -1 : 1);
    else if (event.altKey && event.code === 'KeyL') link();
    else if (take) editors.current?.result.take(current, take);
    else if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const use = (): void => {
    const text = editors.current?.result.text() ?? '';
    onResolve({ path, take: 'text', text: isCrlf ? text.replaceAll('\n', '\r\n') : text });
  };
  const words = count === 0 ? 'Resolved by you earlier' : `Resolved ${settled} of ${count}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that the editors inside do not take
    <div className="resolve" onKeyDown={press}>
      <ResolveHead path={path} place={place} words={words}>
        <IconButton size="small" name="Scroll the panes together" hint="Alt+L" aria-pressed={isLinked} onClick={link}>
          {isLinked ? <Link2 aria-hidden /> : <Unlink2 aria-hidden />}
        </IconButton>
        <IconButton
          size="small"
          name="Previous conflict"
          hint="Shift+F7"
          disabled={count === 0}
          onClick={() => step(-1)}
        >
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton size="small" name="Next conflict" hint="F7" disabled={count === 0} onClick={() => step(1)}>
          <ChevronDown aria-hidden />
        </IconButton>
      </ResolveHead>
      <div className="three">
        <Column area="ours" name="Yours" hint="Alt+Y takes it" box={boxes.ours} />
        <Column area="result" name="Result" hint="edit it freely" box={boxes.result} />
        <Column area="theirs" name={forkTitle} hint="Alt+T takes it" box={boxes.theirs} />
      </div>
      <div className="merge-pane__foot">
        <span className="merge-pane__ready">
          {settled < count
            ? `${count - settled} still open: take a side, both (Alt+B), or edit the lines.`
            : 'The result is written when the merge is applied.'}
        </span>
        {texts.before !== null && (
          <Button look="quiet" onClick={() => setStartsOver(true)}>
            Start over
          </Button>
        )}
        <Button onClick={onCancel}>Back</Button>
        <Button look="primary" disabled={settled < count} onClick={use}>
          Use this result
        </Button>
      </div>
    </div>
  );
}

interface ColumnProps {
  readonly area: 'ours' | 'result' | 'theirs';
  readonly name: string;
  readonly hint: string;
  readonly box: React.RefObject<HTMLDivElement | null>;
}

function Column({ area, name, hint, box }: ColumnProps) {
  return (
    <section className="three__column" style={{ gridArea: area }} aria-label={name}>
      <header>
        <strong className="cut">{name}</strong>
        <span className="three__hint">{hint}</span>
      </header>
      <div ref={box} className="three__editor" />
    </section>
  );
}
