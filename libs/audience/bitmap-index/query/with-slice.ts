import type { OpenIndex } from '../cache/open-index.js';
import type { SliceIndex } from '../cache/slice-index.js';
import type { TermName } from '../store/term.repository.js';

/** Terms may be evicted while others are read; then they are read again, at most this often. */
const MAX_ATTEMPTS = 5;

/** Terms that an evaluation reads, and aspects of which it reads all terms except bit slices. */
export interface NeededTerms {
  terms?: readonly TermName[];
  aspects?: readonly string[];
  places?: boolean;
}

/** Runs `work` with terms of a slice in memory. Undefined: they cannot be had, or the index was disposed of. */
export async function withSlice<R>(
  index: OpenIndex,
  slice: number,
  { terms = [], aspects = [], places = false }: NeededTerms,
  work: (slice: SliceIndex) => R,
): Promise<R | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const sliceIndex = index.slices.get(slice);
    if (!sliceIndex || index.isDisposed) {
      return undefined;
    }
    const incomplete = aspects.filter((aspect) => !sliceIndex.isComplete(aspect));
    const lacksPlaces = places && !sliceIndex.findPlaces();
    if (incomplete.length === 0 && !lacksPlaces && sliceIndex.findMissing(terms).length === 0) {
      return work(sliceIndex);
    }
    await index.loadTerms(slice, terms);
    for (const aspect of incomplete) {
      await index.loadAspect(slice, aspect);
    }
    if (lacksPlaces) {
      await index.loadPlaces(slice);
    }
  }
  return undefined;
}
