import { type RefCallback, useCallback, useState } from 'react';

/** Width of an element in CSS pixels, whenever it comes onto the page; 0 before it was measured. */
export function useWidth<E extends HTMLElement>(): [RefCallback<E>, number] {
  const [width, setWidth] = useState(0);
  const attach = useCallback((element: E | null) => {
    if (!element) return;
    const observer = new ResizeObserver((entries) => setWidth(Math.round(entries[0]?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [attach, width];
}
