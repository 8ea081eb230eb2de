/** Uids of one slice share their bitmaps. Slices are independent, so their counts can be added. */
export const SLICE_SIZE = 2 ** 20;

export function sliceOf(uid: number): number {
  return Math.floor(uid / SLICE_SIZE);
}
