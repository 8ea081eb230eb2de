import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { createEmptyBitmap, disposeBitmaps, readBitmap, type Bitmap } from '../model/bitmap.js';
import { readDelta } from '../model/delta-content.js';
import { DeltaOverlay } from '../model/delta-overlay.js';
import type { TermCollector } from '../model/term-collector.js';
import { ASPECTS, isValueTerm } from '../model/terms.js';
import { DeltaRepository } from '../store/delta.repository.js';
import type { ServingGeneration } from '../store/generation.repository.js';
import { TermRepository } from '../store/term.repository.js';

/** Compares stored bitmaps with those of the rows, bit by bit. */
@Injectable()
export class IndexComparisonService {
  constructor(
    private readonly terms: TermRepository,
    private readonly deltas: DeltaRepository,
  ) {}

  /**
   * Finds users of a slice whose bits are others than their rows say.
   *
   * @param part       the users that were collected
   * @param collector  their terms, as the rows say
   */
  async findDifferences(
    tx: Tx,
    state: ServingGeneration,
    slice: number,
    part: Bitmap,
    collector: TermCollector,
    hasPlaces: boolean,
  ): Promise<number[]> {
    const overlay = new DeltaOverlay();
    const differing = createEmptyBitmap();
    const bitmaps = new Map<string, Bitmap>();
    try {
      for (const { content } of await this.deltas.findAfter(tx, state, [{ slice, seq: mergedSeq(state, slice) }])) {
        readDelta(content).forEach((change) => overlay.add(change));
      }
      for (const { aspect, term, members } of await this.terms.findAspects(tx, state, slice)) {
        bitmaps.set(termKey(aspect, term), readBitmap(members));
      }
      for (const { aspect, term } of overlay.addedTerms()) {
        const name = termKey(aspect, term);
        bitmaps.set(name, bitmaps.get(name) ?? createEmptyBitmap());
      }
      for (const [name, members] of bitmaps) {
        const [aspect = '', term = ''] = parseTermKey(name);
        overlay.apply(aspect, term, members);
        members.andInPlace(part);
      }
      for (const { aspect, term, members } of collector.take()) {
        const name = termKey(aspect, term);
        const indexed = bitmaps.get(name) ?? createEmptyBitmap();
        indexed.xorInPlace(members);
        bitmaps.set(name, indexed);
        disposeBitmaps(members);
      }
      for (const [name, difference] of bitmaps) {
        const [aspect = '', term = ''] = parseTermKey(name);
        if (!(isValueTerm(term) && collector.unindexed.has(aspect)) && (hasPlaces || aspect !== ASPECTS.place)) {
          differing.orInPlace(difference);
        }
      }
      return [...differing.toUint32Array()];
    } finally {
      overlay.dispose();
      disposeBitmaps(differing, ...bitmaps.values());
    }
  }
}

function termKey(aspect: string, term: string): string {
  return `${aspect}\n${term}`;
}

function parseTermKey(name: string): string[] {
  const at = name.indexOf('\n');
  return [name.slice(0, at), name.slice(at + 1)];
}

function mergedSeq({ slices }: ServingGeneration, slice: number): number {
  return slices.find(([number]) => number === slice)?.[1] ?? 0;
}
