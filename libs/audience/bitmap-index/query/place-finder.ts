import { groupBy } from '#platform/collections';
import type { AudienceRepository } from '../../sql-engine/audience.repository.js';
import type { OpenIndex } from '../cache/open-index.js';
import { createBitmap, createEmptyBitmap, disposeBitmaps } from '../model/bitmap.js';
import { SLICE_SIZE, sliceOf } from '../model/terms.js';
import { DenseUsers } from '../model/user-set.js';
import { Circle } from '../places/circle.js';
import type { PlaceLeaf } from './index-algebra.js';
import { iterateSlices } from './slice-scheduler.js';
import { withSlice } from './with-slice.js';

/** Users on the line of a circle that one statement looks up. With more of them, the rows answer the whole target. */
const MAX_UNDECIDED = 50_000;

/** Finds users within a circle by the index, and in the rows those that the grid of the index does not decide. */
export class PlaceFinder {
  constructor(private readonly rows: AudienceRepository) {}

  /**
   * Users by slice. Call it during an evaluation.
   *
   * @returns undefined when the rows have to answer
   */
  async find(appId: number, index: OpenIndex, leaf: PlaceLeaf): Promise<Map<number, DenseUsers> | undefined> {
    const circle = new Circle(leaf, leaf.radius);
    const found = new Map<number, DenseUsers>();
    const undecided: number[] = [];
    for await (const slice of iterateSlices(index.slices)) {
      const near = await withSlice(index, slice, { places: true }, (sliceIndex) =>
        sliceIndex.findPlaces()?.find(circle),
      );
      if (!near) {
        return undefined;
      }
      found.set(slice, new DenseUsers(near.within));
      for (const position of near.undecided) {
        undecided.push(slice * SLICE_SIZE + position);
      }
      if (undecided.length > MAX_UNDECIDED) {
        return undefined;
      }
    }
    const decided = undecided.length > 0 ? await this.rows.findNear(appId, leaf, undecided) : [];
    for (const [slice, uids] of groupBy(decided, sliceOf)) {
      const [nobody, more] = [createEmptyBitmap(), createBitmap(uids)];
      found.get(slice)?.change(nobody, more);
      disposeBitmaps(nobody, more);
    }
    return found;
  }
}
