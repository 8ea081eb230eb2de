import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import {
  ErasedNameRepository,
  type UserChange,
  RegistrationService,
  type RegistrationLine,
  UserPreviewService,
  UserWriterService,
} from '#libs/users/registry';
import { ConsentEventRepository, type StatedSubject } from '#libs/users/consent';
import type { FileRecord } from '#platform/records';
import { ImportQueue, toClaim } from './import-queue.js';
import { ImportRepository, type ImportAdvance } from './import.repository.js';
import type { ImportCounts, StoredImport } from '../model/import.types.js';
import type { LineMapper } from '../mapping/line-mapper.js';
import { describeConsent } from '../model/describe-consent.js';
import { toRefusal } from './line-refusal.js';
import type { SeenUsers } from './seen-users.js';
import { mapLines, type MappedLines } from './map-lines.js';

/** Another process took the import over, or an operator stopped it. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

type UserCounts = Pick<ImportCounts, 'created' | 'changed' | 'unchanged' | 'repeated'>;

/** Writes the lines of one batch, or forecasts their changes. */
@Injectable()
export class ImportBatchService {
  constructor(
    private readonly db: Database,
    private readonly registration: RegistrationService,
    private readonly writer: UserWriterService,
    private readonly previews: UserPreviewService,
    private readonly repository: ImportRepository,
    private readonly history: ConsentEventRepository,
    private readonly erasedNames: ErasedNameRepository,
    private readonly queue: ImportQueue,
  ) {}

  /**
   * Writes a batch, moves the position of the import and stores the refusals: all in one transaction, so that a batch is
   * written as a whole and counted once.
   *
   * @param activeMs  time spent on the import until now
   * @returns the import after the batch
   * @throws SupersededError; AppError unavailable when the database is away
   */
  async write(
    current: StoredImport,
    records: readonly FileRecord[],
    mapper: LineMapper,
    activeMs: () => number,
  ): Promise<StoredImport> {
    const all = await mapLines(records, mapper);
    return this.db.inTransaction(async () => {
      const isOurs = await this.db.tx(async (tx) => {
        await this.erasedNames.lock(tx, current.appId, 'batch');
        return this.queue.lock(tx, toClaim(current));
      });
      if (!isOurs) {
        throw new SupersededError();
      }
      const mapped = await this.leaveOutErased(current, all);
      const { result, refusals } = await this.registration.takeLines(
        current.appId,
        mapped.lines,
        true,
        async (changes, attrIds): Promise<UserCounts> => {
          if (changes.length === 0) {
            return { created: 0, changed: 0, unchanged: 0, repeated: 0 };
          }
          const origin = { source: 'IMPORT', by: describeConsent(current) } as const;
          const { created, changed } = await this.writer.write(current.appId, changes, attrIds, { origin });
          if (current.consent !== null) {
            await this.db.tx((tx) => this.history.insertStated(tx, current.appId, origin, toStated(changes)));
          }
          return { created, changed, unchanged: changes.length - created - changed, repeated: 0 };
        },
      );
      return this.advance(current, records, { mapped, refusals, counts: result, activeMs: activeMs() });
    });
  }

  /** Judges a batch without a change of users. */
  async preview(
    current: StoredImport,
    records: readonly FileRecord[],
    mapper: LineMapper,
    activeMs: () => number,
    seen: SeenUsers,
  ): Promise<StoredImport> {
    const mapped = await this.leaveOutErased(current, await mapLines(records, mapper));
    const { result, refusals } = await this.registration.takeLines(
      current.appId,
      mapped.lines,
      false,
      async (changes, attrIds) => ({ changes, ...(await this.previews.preview(current.appId, changes, attrIds)) }),
    );
    const repeated = new Set(result.changes.flatMap(({ extId }) => (seen.add(extId) ? [] : [extId])));
    const created = [...result.created].filter((extId) => !repeated.has(extId)).length;
    const changed = result.changed.size + result.created.size - created;
    const counts = {
      created,
      changed,
      unchanged: result.changes.length - created - changed,
      repeated: repeated.size,
    };
    return this.advance(current, records, { mapped, refusals, counts, activeMs: activeMs() });
  }

  /** The lines of people who were not erased after the file had arrived. */
  private async leaveOutErased(current: StoredImport, mapped: MappedLines): Promise<MappedLines> {
    const extIdOf = ({ entries: [entry] }: RegistrationLine): string => entry?.extId ?? '';
    const erased = await this.db.tx(async (tx) =>
      this.erasedNames.findErased(
        tx,
        current.appId,
        [...new Set(mapped.lines.map(extIdOf))],
        await this.repository.findArrival(tx, current),
      ),
    );
    const lines = mapped.lines.filter((line) => !erased.has(extIdOf(line)));
    return { ...mapped, lines, erased: mapped.lines.length - lines.length };
  }

  private async advance(
    current: StoredImport,
    records: readonly FileRecord[],
    batch: {
      mapped: MappedLines;
      refusals: ReadonlyMap<number, readonly AppError[]>;
      counts: UserCounts;
      activeMs: number;
    },
  ): Promise<StoredImport> {
    const { mapped } = batch;
    const late = [...batch.refusals].map(([index, faults]) => toRefusal(mapped.lines[index]?.line ?? 0, faults));
    const refusals = [...mapped.refusals, ...late].toSorted((a, b) => a.line - b.line);
    const { created, changed, unchanged, repeated } = batch.counts;
    const counts = addCounts(current.counts, {
      lines: records.length,
      skipped: mapped.skipped,
      refused: refusals.length,
      erased: mapped.erased,
      merged: mapped.lines.length - late.length - created - changed - unchanged,
      created,
      changed,
      unchanged,
      repeated,
    });
    const last = records.at(-1);
    const advance: ImportAdvance = {
      position: last?.end ?? current.position,
      line: last?.endLine ?? current.line,
      counts,
      activeMs: batch.activeMs,
    };
    await this.db.tx(async (tx) => {
      if (!(await this.repository.advance(tx, current, advance))) {
        throw new SupersededError();
      }
      await this.repository.insertRefusals(tx, current, counts, refusals);
    });
    return { ...current, ...advance };
  }
}

function addCounts(before: ImportCounts, batch: ImportCounts): ImportCounts {
  const sums = { ...before };
  for (const name of Object.keys(batch) as (keyof ImportCounts)[]) {
    sums[name] += batch[name];
  }
  return sums;
}

/** Users and subjects that the lines name: with an address, or with a consent. */
function toStated(changes: readonly UserChange[]): { vb: number; extId: string; subject: StatedSubject }[] {
  return changes.flatMap(({ vb, extId, email, msisdn, consent }) => [
    ...(email === undefined && consent?.email === undefined ? [] : [{ vb, extId, subject: 'EMAIL' as const }]),
    ...(msisdn === undefined && consent?.sms === undefined ? [] : [{ vb, extId, subject: 'SMS' as const }]),
    ...(consent?.tracking === undefined ? [] : [{ vb, extId, subject: 'TRACKING' as const }]),
    ...(consent?.emailFrequency === undefined ? [] : [{ vb, extId, subject: 'EMAIL_FREQUENCY' as const }]),
  ]);
}
