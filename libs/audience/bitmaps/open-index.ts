import type { Database } from '#platform/db';
import type { DeltaRepository } from './delta.repository.js';
import { GenerationRepository, type ServingGeneration } from './generation.repository.js';
import { SliceIndex } from './slice-index.js';
import type { TermCache } from './term-cache.js';
import type { TermName, TermRepository } from './term.repository.js';

export interface IndexTables {
  db: Database;
  generations: GenerationRepository;
  terms: TermRepository;
  deltas: DeltaRepository;
}

/** Terms that one statement reads. */
const MOST_TERMS = 5000;

/** One generation of an application's index as this process knows it. Reads what it is asked for, and follows the deltas. */
export class OpenIndex {
  readonly slices = new Map<number, SliceIndex>();
  private seq = -1;
  private refreshing: Promise<void> | undefined;

  constructor(
    private state: ServingGeneration,
    private readonly cache: TermCache,
    private readonly tables: IndexTables,
  ) {}

  get generation(): number {
    return this.state.generation;
  }

  /** Changes with everything that is in the index. */
  get version(): string {
    return `${this.state.generation}/${this.seq}`;
  }

  /** Everything that was committed until then is in the index. */
  get asOf(): Date {
    return this.state.isBehind ? this.state.asOf : this.state.readAt;
  }

  isRare(aspect: string): boolean {
    return this.state.rare.includes(aspect);
  }

  /** Comes up to a state that was read just now. */
  async advance(state: ServingGeneration): Promise<void> {
    const isNewer =
      state.seq > this.seq ||
      state.slices.some(([slice, merged]) => (this.slices.get(slice)?.mergedSeq ?? -1) < merged);
    if (isNewer) {
      this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined));
      await this.refreshing;
    }
    if (state.seq === this.seq && state.readAt >= this.state.readAt) {
      this.state = state;
    }
  }

  /**
   * Sees to it that terms of a slice are in memory. They may be gone again after the next pause: what uses them asks
   * again, until nothing is missing.
   *
   * @returns whether anything had to be read
   */
  async load(slice: number, wanted: readonly TermName[]): Promise<boolean> {
    const missing = this.slices.get(slice)?.missing(wanted) ?? [];
    for (let at = 0; at < missing.length; at += MOST_TERMS) {
      await this.read(slice, missing.slice(at, at + MOST_TERMS));
    }
    return missing.length > 0;
  }

  /** The same for all terms of an aspect but its planes. */
  async loadAspect(slice: number, aspect: string): Promise<boolean> {
    const index = this.slices.get(slice);
    if (!index || index.isWhole(aspect)) {
      return false;
    }
    const [seq, mergedSeq] = [this.seq, index.mergedSeq];
    const names = await this.tables.terms.findNames(this.tables.db, this.state, slice, aspect);
    const all = new Set([...names, ...index.joinedTerms(aspect)]);
    const wanted = [...all].filter((term) => !term.startsWith('#')).map((term) => ({ aspect, term }));
    await this.load(slice, wanted);
    if (this.seq === seq && index.mergedSeq === mergedSeq && index.missing(wanted).length === 0) {
      index.markWhole(aspect);
    }
    return true;
  }

  dispose(): void {
    this.slices.forEach((slice) => slice.dispose());
    this.slices.clear();
  }

  private async read(slice: number, wanted: readonly TermName[]): Promise<void> {
    const found = await this.tables.terms.findTerms(this.tables.db, this.state, slice, wanted);
    const index = this.slices.get(slice);
    const mergedSeq = found[0]?.mergedSeq ?? -1;
    if (index && index.mergedSeq === mergedSeq) {
      index.add(found);
    } else {
      this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined));
      await this.refreshing;
    }
  }

  /** Reads the state and the deltas of one moment, then takes them in without a pause. */
  private async refresh(): Promise<void> {
    const read = await this.tables.db.tx(async (tx) => {
      await tx.affected('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      const state = await this.tables.generations.findOne(tx, this.state);
      if (!state) {
        return undefined;
      }
      const after = state.slices.map(([slice, merged]) => {
        const known = this.slices.get(slice);
        return { slice, seq: known && known.mergedSeq === merged ? Math.max(this.seq, merged) : merged };
      });
      return { state, deltas: await this.tables.deltas.findAfter(tx, state, after) };
    });
    if (!read) {
      return;
    }
    for (const [slice, merged] of read.state.slices) {
      const known = this.slices.get(slice);
      if (!known) {
        this.slices.set(slice, new SliceIndex(slice, merged, this.cache));
      } else if (known.mergedSeq !== merged) {
        if (merged > this.seq) {
          known.clear();
        }
        known.rebase(merged);
      }
    }
    for (const { slice, seq, content } of read.deltas) {
      this.slices.get(slice)?.apply(content, seq <= this.seq);
    }
    this.seq = read.state.seq;
    this.state = read.state;
  }
}
