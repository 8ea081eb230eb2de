import { type DragEvent, type HTMLAttributes, useState } from 'react';

/**
 * Lets blocks of one list be dragged to another place of the same list. Buttons do the same, so keyboards lose nothing.
 *
 * @param onMove  a block was dropped: its place before, and the place it takes
 * @returns attributes of the handle of a block and of the block itself, and the place above which something is dragged
 */
export function useBlockDrag(onMove: (at: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  return {
    over: over === dragged ? undefined : over,
    handleOf: (at: number, name: string): HTMLAttributes<HTMLElement> & { draggable: true } => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', name);
        const block = event.currentTarget.closest('li');
        if (block) {
          event.dataTransfer.setDragImage(block, 0, 0);
        }
        setDragged(at);
      },
      onDragEnd: end,
    }),
    placeOf: (at: number): HTMLAttributes<HTMLElement> =>
      dragged === undefined
        ? {}
        : {
            onDragOver: (event: DragEvent) => {
              event.preventDefault();
              setOver(at);
            },
            onDrop: (event: DragEvent) => {
              event.preventDefault();
              onMove(dragged, at);
              end();
            },
          },
  };
}
