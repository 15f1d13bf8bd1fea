import { useState } from 'react';
import type { PromptImage } from '../../../shared/contract.ts';
import { MOST_IMAGES, picturesIn, readPicture, takesImages } from './images.ts';

export interface Pictures {
  readonly images: readonly PromptImage[];
  /** Why a picture did not go along; one sentence. */
  readonly fault: string | null;
  /** Takes the pictures among files; false when there are none, and the paste is text. */
  take(files: Iterable<File>): boolean;
  remove(at: number): void;
  clear(): void;
}

/** Pictures that will go with the next message of a branch. They are kept for each branch, like its draft. */
export function usePictures(branch: string | null, provider: string | null): Pictures {
  const [kept, setKept] = useState<{ readonly [branch: string]: readonly PromptImage[] }>({});
  const [fault, setFault] = useState<string | null>(null);
  const images = (branch !== null && kept[branch]) || [];
  const set = (next: readonly PromptImage[]): void => {
    if (branch !== null) setKept((all) => ({ ...all, [branch]: next }));
  };
  const add = async (files: readonly File[]): Promise<void> => {
    const read = await Promise.all(files.map(readPicture));
    const good = read.filter((each) => typeof each !== 'string');
    const all = [...images, ...good];
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
