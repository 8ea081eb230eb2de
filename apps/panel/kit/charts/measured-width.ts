import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Width of an element in pixels, also after the window changes: text in a chart keeps its size. */
export function useMeasuredWidth(first: number): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) {
      return undefined;
    }
    const observer = new ResizeObserver(() => setWidth(Math.max(160, current.clientWidth)));
    observer.observe(current);
    setWidth(Math.max(160, current.clientWidth));
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
