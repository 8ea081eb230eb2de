import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService, type AuditDifference, type Origin } from '#libs/audit';
import { UserLookupService } from '#libs/users/registry';
import { HOUR_MS, Recurring } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { ErasureListRepository, type ErasureListId } from './erasure-list.repository.js';
import type { ErasureList, ErasureListLine } from './erasure-list.types.js';
import { readErasureList } from './read-erasure-list.js';

/** Lists of an application that have not ended, so that they do not fill the database. */
const MAX_OPEN = 10;
/** Newest lists that are shown. */
const MAX_SHOWN = 20;
/** ExtIds that one statement looks up. */
const LOOK_UP = 1000;
/** Parts of a page of lines. */
const PAGE = 100;
const DAY_MS = 24 * 3_600_000;
/** How long a list may wait for its confirmation, and how long what became of its lines can be read. */
const [UNCONFIRMED_MS, ENDED_MS] = [DAY_MS, 30 * DAY_MS];

/** An application in which people are erased. */
export interface ErasingApp {
  id: number;
  name: string;
  settings: { permanentDeletion: boolean };
}

/** Lists of people to erase: counted, confirmed, and then erased by a scheduler under one receipt. */
@Injectable()
export class ErasureListService {
  constructor(
    private readonly db: Database,
    private readonly clock: ClockService,
    private readonly users: UserLookupService,
    private readonly audit: AuditService,
    private readonly lists: ErasureListRepository,
  ) {}

  /**
   * Stores a list, and counts how many of it are users now. No person is erased.
   *
   * @param text  extIds, one a line
   * @throws AppError not_granted unless the application may erase; malformed as `readErasureList`; wrong_state while ten
   *   lists are open
   */
  async add(origin: Origin, app: ErasingApp, text: string): Promise<ErasureList> {
    assertGranted(app);
    const { parts, asked, repeated } = readErasureList(text);
    const id = { appId: app.id, receiptId: randomUUID() };
    const known = await this.countKnown(
      app.id,
      parts.flatMap(({ extIds }) => extIds),
    );
    await this.db.tx(async (tx) => {
      await this.lists.lockAdding(tx, app.id);
      if ((await this.lists.countOpen(tx, app.id)) >= MAX_OPEN) {
        throw new AppError('wrong_state', `${MAX_OPEN} lists are open; stop one of them, or wait`);
      }
      await this.lists.insert(tx, { ...id, asked, repeated, known, origin }, parts);
      const differences = [
        { change: 'add', subject: 'asked', to: String(asked) },
        { change: 'add', subject: 'known', to: String(known) },
      ] as const;
      await this.record(tx, origin, id, 'erasures.add', differences);
    });
    return this.get(app.id, id.receiptId);
  }

  /**
   * Lets a scheduler erase a list that was counted.
   *
   * @param confirm  the name of the application, as the member typed it
   * @throws AppError malformed for another confirmation, not_granted, unknown_id; wrong_state unless it was only counted
   */
  async confirm(origin: Origin, app: ErasingApp, receiptId: string, confirm: string): Promise<ErasureList> {
    if (confirm !== app.name) {
      throw malformed("Field 'confirm' should be the name of the application");
    }
    assertGranted(app);
    const { appId } = await this.get(app.id, receiptId);
    return this.db.tx(async (tx) => {
      const confirmed = await this.lists.confirm(tx, { appId, receiptId }, origin);
      if (!confirmed) {
        throw new AppError('wrong_state', 'The list was confirmed or has ended');
      }
      const differences = [{ change: 'add', subject: 'asked', to: String(confirmed.asked) }] as const;
      await this.record(tx, origin, confirmed, 'erasures.start', differences);
      return confirmed;
    });
  }

  /**
   * Ends a list. What is erased stays erased, and who was not erased yet is forgotten.
   *
   * @throws AppError unknown_id; wrong_state when it has ended
   */
  async stop(origin: Origin, appId: number, receiptId: string): Promise<ErasureList> {
    const id = { appId, receiptId };
    await this.get(appId, receiptId);
    await this.db.tx(async (tx) => {
      if (!(await this.lists.finish(tx, id, { state: 'STOPPED' }))) {
        throw new AppError('wrong_state', 'The list has ended');
      }
      await this.record(tx, origin, id, 'erasures.stop', []);
    });
    return this.get(appId, receiptId);
  }

  /** @throws AppError unknown_id */
  async get(appId: number, receiptId: string): Promise<ErasureList> {
    const list = await this.lists.find({ appId, receiptId });
    if (!list) {
      throw new AppError('unknown_id', `There is no list ${receiptId}`);
    }
    return list;
  }

  /** The newest twenty. */
  async listNewest(appId: number): Promise<ErasureList[]> {
    return this.lists.list(appId, MAX_SHOWN);
  }

  /** Reads the outcome of each line, in the order of the list. */
  async *readLines({ appId, receiptId }: ErasureListId): AsyncGenerator<ErasureListLine[]> {
    for (let after = -1; ;) {
      const parts = await this.lists.listParts({ appId, receiptId }, after, PAGE);
      yield parts.flatMap(({ lines, wereUsers }) =>
        lines.map((line, index) => ({ line, wasUser: wereUsers?.[index] ?? null })),
      );
      after = parts.at(-1)?.part ?? after;
      if (parts.length < PAGE) {
        return;
      }
    }
  }

  /** Deletes lists that were not confirmed for a day, and outcomes after thirty. */
  @Recurring('erasures.expire', HOUR_MS)
  async deleteExpired(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.db.tx((tx) =>
      this.lists.deleteExpired(tx, { unconfirmed: new Date(now - UNCONFIRMED_MS), ended: new Date(now - ENDED_MS) }),
    );
  }

  private async countKnown(appId: number, extIds: readonly string[]): Promise<number> {
    let known = 0;
    for (let from = 0; from < extIds.length; from += LOOK_UP) {
      known += (await this.users.findUidsByExtIds(appId, extIds.slice(from, from + LOOK_UP))).size;
    }
    return known;
  }

  private async record(
    tx: Tx,
    origin: Origin,
    { appId, receiptId }: ErasureListId,
    action: string,
    differences: readonly AuditDifference[],
  ): Promise<void> {
    await this.audit.append(tx, appId, origin, [{ action, subject: `receipt ${receiptId}`, differences }]);
  }
}

function assertGranted({ settings }: ErasingApp): void {
  if (!settings.permanentDeletion) {
    throw new AppError('not_granted', 'Permanent deletion is not granted to this application');
  }
}
