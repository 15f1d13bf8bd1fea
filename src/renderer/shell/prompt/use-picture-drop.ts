import { type DragEvent, useState } from 'react';

export interface PictureDrop {
  /** True while pictures are held over the box. */
  readonly isOver: boolean;
  readonly handlers: {
    onDragOver(event: DragEvent): void;
    onDragLeave(event: DragEvent): void;
    onDrop(event: DragEvent): void;
  };
}

/** Pictures are dropped on the box as they are pasted into it. Whatever else is dropped there is the window's. */
export function usePictureDrop(take: (files: Iterable<File>) => boolean): PictureDrop {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver(event) {
        const pictures = [...event.dataTransfer.items].some(({ type }) => type.startsWith('image/'));
        if (pictures) event.preventDefault();
        setOver(pictures);
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop(event) {
        setOver(false);
        if (take(event.dataTransfer.files)) event.preventDefault();
      },
    },
  };
}
