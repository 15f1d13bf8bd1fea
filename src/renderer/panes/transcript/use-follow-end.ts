import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Closer to the end than this many CSS pixels counts as being at the end. */
const NEAR_END = 24;

export interface FollowEnd {
  readonly isFollowing: boolean;
  /** Stops following without a scroll, because a row is about to change its height. */
  hold(): void;
  jump(): void;
  onScroll(): void;
}

/**
 * Keeps a scroller at its end while it grows, until the person scrolls up. `size` is the height of the content: each
 * change of it is answered before the next paint, so the end never flickers.
 */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, size: number): FollowEnd {
  const [isFollowing, setFollowing] = useState(true);
  const following = useRef(true);
  const last = useRef(0);

  const set = useCallback((value: boolean) => {
    following.current = value;
    setFollowing(value);
  }, []);
  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `size` is what triggers it
  useLayoutEffect(() => {
    const element = scroller.current;
    if (following.current) toEnd();
    else if (element && distanceToEnd(element) <= NEAR_END) set(true);
  }, [size, toEnd]);

  // A pane that becomes larger or smaller keeps its end in view too.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (following.current) toEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, toEnd]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const top = element.scrollTop;
    if (distanceToEnd(element) <= NEAR_END) {
      if (!following.current) set(true);
    } else if (top < last.current - 1 && following.current) set(false);
    last.current = top;
  }, [scroller, set]);

  return {
    isFollowing,
    onScroll,
    hold: useCallback(() => set(false), [set]),
    jump: useCallback(() => {
      set(true);
      toEnd();
    }, [set, toEnd]),
  };
}

function distanceToEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}
