import type { Channel } from '#libs/channels/definitions';
import type { Message } from '#libs/content';
import { workAhead } from '#platform/async';
import { cutChunks, type CutChunk, type RecipientGroup } from '../dispatches/chunk.js';
import type { Batch } from '../recipients/batch-composer.service.js';
import type { BlankSearch } from './blank-search.service.js';
import { BlankSums } from './blank-sums.js';
import type { BlankForecast } from './dry-run.types.js';
import { checkTime, type SelectAmong } from './planned-recipients.service.js';

/** The next recipients are read while messages are made. Two are enough for both cores, and for little memory. */
const AT_ONCE = 2;

/**
 * @property maxExamined  recipients that stand for all others
 * @property lookForMs    for so long further ones are looked at
 * @property until        ends when no one waits any more
 */
interface ExaminationBounds {
  maxExamined: number;
  lookForMs: number;
  until: AbortSignal | undefined;
}

/** Prepares messages as a worker does: those of a sample, and those that could lack something. */
export class Examination {
  private readonly blanks: BlankSums;
  private readonly endsAt: number;
  private examined = 0;
  private isComplete = true;

  constructor(
    private readonly search: BlankSearch,
    private readonly bounds: ExaminationBounds,
    message: Message,
    private readonly prepare: (cut: Pick<CutChunk, 'channel' | 'ids' | 'owners'>) => Promise<Batch>,
  ) {
    this.blanks = new BlankSums(message);
    this.endsAt = performance.now() + bounds.lookForMs;
  }

  /**
   * Looks at the recipients of one range of buckets.
   *
   * @param take  gets the batches of the sample, or of all people
   * @throws AppError unavailable when `until` has ended
   */
  async examine(
    groups: readonly RecipientGroup[],
    selectAmong: SelectAmong,
    take: (channel: Channel, batch: Batch) => void,
  ): Promise<void> {
    const seen = new Set<string>();
    await this.look(this.chooseExamined(groups, seen), take);
    if (this.search.kind === 'target') {
      await this.look(this.chooseLacking(await selectAmong(this.search.target), seen));
    }
    this.blanks.endRange();
  }

  buildBlanks(): BlankForecast {
    return this.blanks.build(this.isComplete);
  }

  private countExamined(size: number): number {
    return this.search.kind === 'everywhere' && !this.isOver
      ? size
      : Math.max(0, this.bounds.maxExamined - this.examined);
  }

  /** Recipients of the sample, or all. They are chosen when their turn comes: time may be over then. */
  private *chooseExamined(groups: readonly RecipientGroup[], seen: Set<string>): Generator<CutChunk> {
    for (const cut of cutChunks(groups)) {
      const ids = cut.ids.slice(0, this.countExamined(cut.ids.length));
      this.isComplete &&= this.search.kind !== 'everywhere' || ids.length === cut.ids.length;
      if (ids.length > 0) {
        this.examined += ids.length;
        if (this.search.kind === 'target') {
          ids.forEach((id) => seen.add(`${cut.channel} ${id}`));
        }
        yield { ...cut, ids };
      }
    }
  }

  private *chooseLacking(groups: readonly RecipientGroup[], seen: ReadonlySet<string>): Generator<CutChunk> {
    for (const cut of cutChunks(groups)) {
      const ids = cut.ids.filter((id) => !seen.has(`${cut.channel} ${id}`));
      if (ids.length > 0 && this.isOver) {
        this.isComplete = false;
      } else if (ids.length > 0) {
        yield { ...cut, ids };
      }
    }
  }

  private async look(cuts: Iterable<CutChunk>, take?: (channel: Channel, batch: Batch) => void): Promise<void> {
    const prepare = async (cut: CutChunk): Promise<{ channel: Channel; batch: Batch }> => {
      await checkTime(this.bounds.until);
      return { channel: cut.channel, batch: await this.prepare(cut) };
    };
    for await (const { channel, batch } of workAhead(cuts, prepare, AT_ONCE)) {
      this.blanks.add(batch.gaps, batch.recipients);
      take?.(channel, batch);
    }
  }

  private get isOver(): boolean {
    return performance.now() > this.endsAt;
  }
}
