import type { Database } from '#platform/db';
import type { DeltaRepository } from '../store/delta.repository.js';
import type { GenerationRepository, ServingGeneration } from '../store/generation.repository.js';
import { SliceIndex } from './slice-index.js';
import type { TermCache } from './term-cache.js';
import type { TermName, TermRepository, TermRow } from '../store/term.repository.js';
import { ASPECTS } from '../model/terms.js';
import { MANY_PLACES, PLACE_TERMS } from '../places/place-terms.js';

export interface IndexRepositories {
  db: Database;
  generations: GenerationRepository;
  terms: TermRepository;
  deltas: DeltaRepository;
}

const MAX_TERMS = 5000;
const ALL_PLACE_TERMS: readonly TermName[] = [
  ...PLACE_TERMS.flatMap(({ has, bits }) => [has, ...bits]),
  MANY_PLACES,
].map((term) => ({ aspect: ASPECTS.place, term }));

/** One generation of an index in the memory of this process. Reads terms on demand and applies deltas. */
export class OpenIndex {
  readonly slices = new Map<number, SliceIndex>();
  /** Set when a later generation has taken its place: nothing can be read from it any more. */
  isDisposed = false;
  /** The last delta of each group in memory. */
  private seqs: readonly number[] = [];
  private refreshing: Promise<void> | undefined;

  constructor(
    private state: ServingGeneration,
    private readonly cache: TermCache,
    private readonly tables: IndexRepositories,
  ) {}

  get generation(): number {
    return this.state.generation;
  }

  /** Changes with each change of the index. */
  get version(): string {
    return `${this.state.generation}/${this.isDisposed ? 'disposed' : this.seqs.join()}`;
  }

  /** All groups contain everything committed until then. */
  get asOf(): Date {
    return this.state.asOf;
  }

  /** Tests if values of an attribute may be in the index that were taken from all users before `asOf`. */
  isRemoving(attrId: number): boolean {
    return this.state.removing.includes(attrId);
  }

  hasUnindexedValues(aspect: string): boolean {
    return this.state.groups.some(({ unindexed }) => unindexed.includes(aspect));
  }

  /** Tests if all groups have the places of their users. */
  get hasPlaces(): boolean {
    return this.state.groups.every(({ hasPlaces }) => hasPlaces);
  }

  /**
   * Updates to a state that was read. A refresh that is under way may have begun before that state, so the index looks
   * again after it: any refresh after that one, of this caller or another, began later.
   *
   * @returns false: the index cannot get there, because its generation is gone
   */
  async advanceTo(state: ServingGeneration): Promise<boolean> {
    const refreshes = this.refreshing === undefined ? 1 : 2;
    for (let refresh = 0; refresh < refreshes && this.lacks(state) && !this.isDisposed; refresh += 1) {
      await this.refreshOnce();
    }
    if (this.lacks(state)) {
      return false;
    }
    if (state.groups.every(({ seq }, group) => seq === this.lastSeq(group)) && state.readAt >= this.state.readAt) {
      this.setState(state);
    }
    return !this.isDisposed;
  }

  /**
   * Loads terms of a slice. They may be evicted during a later pause, so callers check again until nothing is missing.
   *
   * @returns whether any term was read
   */
  async loadTerms(slice: number, terms: readonly TermName[]): Promise<boolean> {
    const missing = this.slices.get(slice)?.findMissing(terms) ?? [];
    for (let at = 0; at < missing.length; at += MAX_TERMS) {
      await this.readTerms(slice, missing.slice(at, at + MAX_TERMS));
    }
    return missing.length > 0;
  }

  /** Loads all terms of an aspect except bit slices. */
  async loadAspect(slice: number, aspect: string): Promise<boolean> {
    const index = this.slices.get(slice);
    if (!index || index.isComplete(aspect)) {
      return false;
    }
    const [version, mergedSeq] = [this.version, index.mergedSeq];
    const names = await this.shared((db) => this.tables.terms.findNames(db, this.state, slice, aspect));
    const all = new Set([...names, ...index.listAddedTerms(aspect)]);
    const terms = [...all].filter((term) => !term.startsWith('#')).map((term) => ({ aspect, term }));
    await this.loadTerms(slice, terms);
    if (this.version === version && index.mergedSeq === mergedSeq && index.findMissing(terms).length === 0) {
      index.markComplete(aspect);
    }
    return true;
  }

  /** Loads the places of a slice. As with terms, callers check again. */
  async loadPlaces(slice: number): Promise<void> {
    await this.readTerms(slice, ALL_PLACE_TERMS, (index, rows) => index.addPlaces(rows));
  }

  /** Frees the memory. The slices stay listed, so that an evaluation under way sees that it cannot end. */
  dispose(): void {
    this.isDisposed = true;
    this.slices.forEach((slice) => slice.dispose());
  }

  private async readTerms(
    slice: number,
    terms: readonly TermName[],
    keep = (index: SliceIndex, rows: readonly TermRow[]): void => index.addTerms(rows),
  ): Promise<void> {
    const rows = await this.shared((db) => this.tables.terms.findTerms(db, this.state, slice, terms));
    const index = this.slices.get(slice);
    if (this.isDisposed) {
      return;
    }
    const mergedSeq = rows[0]?.mergedSeq ?? -1;
    if (index && index.mergedSeq === mergedSeq) {
      keep(index, rows);
    } else {
      await this.refreshOnce();
    }
  }

  /** Tests if a group or the base of a slice is behind a state. */
  private lacks({ groups, slices }: ServingGeneration): boolean {
    return (
      groups.some(({ seq }, group) => seq > this.lastSeq(group)) ||
      slices.some(([slice, merged]) => (this.slices.get(slice)?.mergedSeq ?? -1) < merged)
    );
  }

  /** Refreshes, or joins the refresh that is under way. */
  private async refreshOnce(): Promise<void> {
    this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined));
    await this.refreshing;
  }

  /** Reads what all callers share: outside the transaction of a caller, which would hold a view of its own. */
  private shared<R>(read: (db: Database) => Promise<R>): Promise<R> {
    const { db } = this.tables;
    return db.outsideTransaction(() => read(db));
  }

  /** Reads state and deltas in one snapshot, then applies them without a pause. */
  private async refresh(): Promise<void> {
    const read = await this.shared((db) =>
      db.snapshot(async (tx) => {
        const state = await this.tables.generations.findOne(tx, this.state);
        if (!state) {
          return undefined;
        }
        const after = state.slices.map(([slice, merged]) => {
          const sliceIndex = this.slices.get(slice);
          const seq =
            sliceIndex && sliceIndex.mergedSeq === merged
              ? Math.max(this.lastSeq(this.groupNumber(slice)), merged)
              : merged;
          return { slice, seq };
        });
        return { state, deltas: await this.tables.deltas.findAfter(tx, state, after) };
      }),
    );
    if (!read || this.isDisposed) {
      return;
    }
    for (const [slice, merged] of read.state.slices) {
      const sliceIndex = this.slices.get(slice);
      if (!sliceIndex) {
        this.slices.set(slice, new SliceIndex(slice, merged, this.cache));
      } else if (sliceIndex.mergedSeq !== merged) {
        if (merged > this.lastSeq(this.groupNumber(slice))) {
          sliceIndex.clear();
        }
        sliceIndex.rebase(merged);
      }
    }
    for (const { slice, seq, content } of read.deltas) {
      this.slices.get(slice)?.apply(content, seq <= this.lastSeq(this.groupNumber(slice)));
    }
    this.seqs = read.state.groups.map(({ seq }) => seq);
    this.setState(read.state);
  }

  /** Keeps the later of both times: the index never loses changes. Removals are those of the later read. */
  private setState(state: ServingGeneration): void {
    this.state = {
      ...state,
      asOf: state.asOf > this.state.asOf ? state.asOf : this.state.asOf,
      removing: state.readAt >= this.state.readAt ? state.removing : this.state.removing,
    };
  }

  private groupNumber(slice: number): number {
    return Math.floor(slice / this.state.groupSlices);
  }

  private lastSeq(group: number): number {
    return this.seqs[group] ?? -1;
  }
}
