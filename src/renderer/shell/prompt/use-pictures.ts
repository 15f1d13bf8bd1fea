import { useState } from 'react';
import { useStore } from 'zustand';
import type { PromptImage } from '../../../shared/contract.ts';
import { useOpenSession } from '../../stores/use-session.ts';
import { MOST_IMAGES, picturesIn, readPicture, takesImages } from './images.ts';
import { keyOf, picturesStore } from './pictures-store.ts';

export interface Pictures {
  readonly images: readonly PromptImage[];
  /** Why a picture did not go along; one sentence. */
  readonly fault: string | null;
  /** Takes the pictures among files; false when there are none, and the paste is text. */
  take(files: Iterable<File>): boolean;
  remove(at: number): void;
  clear(): void;
}

const NONE: readonly PromptImage[] = [];

/** Pictures that will go with the next message of a branch. They are kept for each branch, like its draft. */
export function usePictures(branch: string | null, provider: string | null): Pictures {
  const key = useOpenSession(({ sessionId }) => (branch === null ? null : keyOf(sessionId, branch)));
  const images = useStore(picturesStore, ({ kept }) => (key !== null && kept[key]) || NONE);
  const [fault, setFault] = useState<string | null>(null);
  const set = (next: readonly PromptImage[]): void => {
    if (key !== null) picturesStore.getState().keep(key, next);
  };
  const add = async (files: readonly File[]): Promise<void> => {
    const read = await Promise.all(files.map(readPicture));
    const good = read.filter((each) => typeof each !== 'string');
    // Reading took a while: another picture may have come since.
    const all = [...((key !== null && picturesStore.getState().kept[key]) || NONE), ...good];
    set(all.slice(0, MOST_IMAGES));
    const tooMany = `A message takes ${MOST_IMAGES} pictures. The rest was left out.`;
    setFault(read.find((each) => typeof each === 'string') ?? (all.length > MOST_IMAGES ? tooMany : null));
  };
  return {
    images,
    fault,
    take: (files) => {
      const pictures = picturesIn(files);
      if (pictures.length === 0) return false;
      if (takesImages(provider)) void add(pictures);
      else setFault('The demo model reads no pictures. Start a session with another provider to send them.');
      return true;
    },
    remove: (at) => {
      setFault(null);
      set(images.filter((_, index) => index !== at));
    },
    clear: () => {
      setFault(null);
      set([]);
    },
  };
}
