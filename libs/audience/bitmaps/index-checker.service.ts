import { Inject, Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users';
import { Database, type Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { OutboxRepository } from '#platform/outbox';
import type { BucketRange } from '../audience.types.js';
import { emptyBitmap, free, readBitmap, type Bitmap } from './bitmap.js';
import { readDelta } from './delta-content.js';
import { DeltaRepository } from './delta.repository.js';
import { GenerationRepository, groupOf, type ServingGeneration } from './generation.repository.js';
import { IndexBuilder } from './index-builder.service.js';
import { Overlay } from './overlay.js';
import { TermCollector } from './term-collector.js';
import { TermRepository, type IndexKey } from './term.repository.js';
import { isValueTerm, SLICE, sliceOf } from './terms.js';

/** Users that one snapshot looks at; it holds nothing but keeps dead rows for as long. */
const USERS_PER_PART = 250_000;
/** Rows of the feed that may be pending; an index that is further behind is not checked. */
const PENDING = 10_000;

/** Holds the bitmaps against the rows, bit by bit, and has repaired what differs. */
@Injectable()
export class IndexChecker {
  constructor(
    private readonly db: Database,
    private readonly users: UserLookupService,
    private readonly outbox: OutboxRepository,
    private readonly generations: GenerationRepository,
    private readonly terms: TermRepository,
    private readonly deltas: DeltaRepository,
    private readonly builder: IndexBuilder,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Checks a generation, slice by slice, and notes the outcome. Users who differ go into the change feed: following it
   * reads them anew.
   *
   * @returns users who differ and are not about to be followed
   */
  async check(of: IndexKey): Promise<number[]> {
    const users = await this.users.countAllocatedUids(of.appId);
    const width = Math.max(
      1,
      Math.min(BUCKETS, Math.floor((BUCKETS * USERS_PER_PART) / Math.max(1, Math.min(users, SLICE)))),
    );
    const slices = Math.ceil((await this.users.findUidUpperBound(of.appId)) / SLICE);
    const differing = new Set<number>();
    for (let slice = 0; slice < slices; slice++) {
      for (let vbFrom = 0; vbFrom < BUCKETS; vbFrom += width) {
        const range = { vbFrom, vbTo: Math.min(BUCKETS, vbFrom + width) };
        (await this.checkPart(of, slice, range)).forEach((uid) => differing.add(uid));
      }
    }
    const found = [...differing].toSorted((a, b) => a - b);
    await this.db.tx(async (tx) => {
      await this.outbox.add(tx, { appId: of.appId, kind: 'user', uids: found, keys: [] });
      await this.generations.noteCheck(tx, of, users, found.length);
    });
    if (found.length > 0) {
      this.logger.error(
        { ...of, users: found.length },
        'an audience index differed from the rows; it is being repaired',
      );
    }
    return found;
  }

  /** Bitmaps and rows of one moment. */
  private async checkPart(of: IndexKey, slice: number, range: BucketRange): Promise<number[]> {
    return this.db.snapshot(async (tx) => {
      const state = await this.generations.findOne(tx, of);
      const group = state && groupOf(state, slice);
      if (!group) {
        return [];
      }
      const { changes, isCurrent } = await this.outbox.changesSince(tx, of.appId, group.position, PENDING);
      if (!isCurrent) {
        return [];
      }
      const rare = new Set(group.rare);
      const collector = new TermCollector(rare);
      const part = partOf(slice, range);
      try {
        await this.builder.collect(of.appId, { slice, range }, collector, tx);
        const differing = await this.compare(tx, state, slice, part, collector);
        const pending = new Set(changes.flatMap(({ uids }) => uids));
        return differing.filter((uid) => sliceOf(uid) === slice && !pending.has(uid));
      } finally {
        collector.dispose();
        free(part);
      }
    });
  }

  private async compare(
    tx: Tx,
    state: ServingGeneration,
    slice: number,
    part: Bitmap,
    collector: TermCollector,
  ): Promise<number[]> {
    const overlay = new Overlay();
    const differing = emptyBitmap();
    const known = new Map<string, Bitmap>();
    try {
      for (const { content } of await this.deltas.findAfter(tx, state, [{ slice, seq: mergedSeq(state, slice) }])) {
        readDelta(content).forEach((change) => overlay.add(change));
      }
      for (const { aspect, term, members } of await this.terms.findAspects(tx, state, slice)) {
        known.set(nameOf(aspect, term), readBitmap(members));
      }
      for (const { aspect, term } of overlay.joinedTerms()) {
        const name = nameOf(aspect, term);
        known.set(name, known.get(name) ?? emptyBitmap());
      }
      for (const [name, members] of known) {
        const [aspect = '', term = ''] = partsOf(name);
        overlay.apply(aspect, term, members);
        members.andInPlace(part);
      }
      for (const { aspect, term, members } of collector.take()) {
        const name = nameOf(aspect, term);
        const indexed = known.get(name) ?? emptyBitmap();
        indexed.xorInPlace(members);
        known.set(name, indexed);
        free(members);
      }
      for (const [name, difference] of known) {
        const [aspect = '', term = ''] = partsOf(name);
        if (!(isValueTerm(term) && collector.rare.has(aspect))) {
          differing.orInPlace(difference);
        }
      }
      return [...differing.toUint32Array()];
    } finally {
      overlay.dispose();
      free(differing, ...known.values());
    }
  }
}

function nameOf(aspect: string, term: string): string {
  return `${aspect}\n${term}`;
}

function partsOf(name: string): string[] {
  const at = name.indexOf('\n');
  return [name.slice(0, at), name.slice(at + 1)];
}

function mergedSeq({ slices }: ServingGeneration, slice: number): number {
  return slices.find(([known]) => known === slice)?.[1] ?? 0;
}

function partOf(slice: number, { vbFrom, vbTo }: BucketRange): Bitmap {
  const part = emptyBitmap();
  for (let row = slice * SLICE; row < (slice + 1) * SLICE; row += BUCKETS) {
    part.addRange(row + vbFrom, row + vbTo);
  }
  return part;
}
