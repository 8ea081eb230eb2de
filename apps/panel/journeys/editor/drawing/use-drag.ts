import { useState, type PointerEvent } from 'react';

/** A shorter way is a press. */
const LEAST = 4;

type Place = readonly [x: number, y: number];

/** Lets a box follow the pointer, and says where it was put. @param zoom  of the drawing @param onPut  undefined: it stays */
export function useDrag(at: Place, zoom: number, onPut: ((at: Place) => void) | undefined) {
  const [drag, setDrag] = useState<{ from: Place; to: Place }>();
  const placeOf = ({ from, to }: { from: Place; to: Place }): Place => [
    Math.max(0, Math.round(at[0] + (to[0] - from[0]) / zoom)),
    Math.max(0, Math.round(at[1] + (to[1] - from[1]) / zoom)),
  ];
  const isFar = drag !== undefined && Math.hypot(drag.to[0] - drag.from[0], drag.to[1] - drag.from[1]) > LEAST;
  const pointOf = ({ clientX, clientY }: PointerEvent): Place => [clientX, clientY];
  return {
    at: drag && isFar ? placeOf(drag) : at,
    props: onPut && {
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: pointOf(event), to: pointOf(event) });
      },
      onPointerMove: (event: PointerEvent) => drag && setDrag({ ...drag, to: pointOf(event) }),
      onPointerUp: () => {
        if (drag && isFar) {
          onPut(placeOf(drag));
        }
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    },
  };
}
