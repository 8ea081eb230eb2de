import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { HOUR_MS, Recurring } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { BUCKETS } from '#platform/ids';
import { ClockService } from '#platform/runtime';
import { MAX_TAG_LENGTH, readName } from '#libs/users/identities';
import { TagService } from '#libs/users/profiles';
import { TaggingRepository } from './tagging.repository.js';
import type { Tagging, TaggingDirection, TaggingId } from './tagging.types.js';

/** Users of one transaction. */
const PART = 1000;
/** Parts of one statement: 400 kB of uids. */
const PARTS = 100;
/** The number of open lists of an application, so that they do not fill the database. */
const MAX_OPEN = 10;
/** Newest ones that are shown. */
const MAX_SHOWN = 20;
/** How long the outcome can be read. */
const RETENTION_MS = 30 * 24 * HOUR_MS;

/** Tags for many users: the users are fixed at once, and a scheduler tags them. */
@Injectable()
export class TaggingService {
  constructor(
    private readonly db: Database,
    private readonly clock: ClockService,
    private readonly tags: TagService,
    private readonly audit: AuditService,
    private readonly taggings: TaggingRepository,
  ) {}

  /**
   * Reads the name of a tag that is to be given or taken off.
   *
   * @throws AppError missing_field for none; malformed for one that is too long, cannot be stored or has spaces around
   *   it, and for one to take off that there is not
   */
  async readTag(appId: number, text: string, direction: TaggingDirection): Promise<string> {
    const tag = readName(text, 'tag', MAX_TAG_LENGTH);
    if (tag !== tag.trim()) {
      throw new AppError('malformed', "Field 'tag' should have no spaces around it", { field: 'tag' });
    }
    if (direction === 'REMOVE' && !(await this.tags.findIds(appId, new Set([tag]))).has(tag)) {
      throw new AppError('malformed', `There is no tag '${tag.slice(0, 100)}'`, { field: 'tag' });
    }
    return tag;
  }

  /**
   * Hands a fixed set of users to the schedulers.
   *
   * @param sets  uids, each in one of the sets at most
   * @throws AppError as `readTag`; malformed for an empty set; wrong_state while ten of the application are open
   */
  async add(
    origin: Origin,
    appId: number,
    { tag: text, direction }: { tag: string; direction: TaggingDirection },
    sets: readonly Uint32Array[],
  ): Promise<Tagging> {
    const tag = await this.readTag(appId, text, direction);
    const people = sets.reduce((sum, { length }) => sum + length, 0);
    if (people === 0) {
      throw new AppError('malformed', 'Nobody is in the audience', { field: 'target' });
    }
    const tagId = (await this.tags.ensureIds(appId, new Set([tag]))).get(tag);
    if (tagId === undefined) {
      throw new Error(`Tag ${tag} has no id`);
    }
    const id = { appId, taggingId: randomUUID() };
    await this.db.tx(async (tx) => {
      await this.taggings.lockAdding(tx, appId);
      if ((await this.taggings.countOpen(tx, appId)) >= MAX_OPEN) {
        throw new AppError('wrong_state', `${MAX_OPEN} tags are being given or taken off; stop one of them, or wait`);
      }
      await this.taggings.insert(tx, { ...id, tag, tagId, direction, people, askedBy: origin.by.name });
      await this.insertParts(tx, id, sets);
      await this.record(tx, origin, { ...id, tag, direction }, 'tagging.start', people);
    });
    return this.get(appId, id.taggingId);
  }

  /**
   * Ends one. Who is done stays as they are now.
   *
   * @throws AppError unknown_id; wrong_state when it has ended
   */
  async stop(origin: Origin, appId: number, taggingId: string): Promise<Tagging> {
    await this.get(appId, taggingId);
    return this.db.tx(async (tx) => {
      const stopped = await this.taggings.finish(tx, { appId, taggingId }, { state: 'STOPPED' });
      if (!stopped) {
        throw new AppError('wrong_state', 'It has ended');
      }
      await this.record(tx, origin, stopped, 'tagging.stop', stopped.done);
      return stopped;
    });
  }

  /** @throws AppError unknown_id */
  async get(appId: number, taggingId: string): Promise<Tagging> {
    const tagging = await this.taggings.find({ appId, taggingId });
    if (!tagging) {
      throw new AppError('unknown_id', `There is no tagging ${taggingId}`);
    }
    return tagging;
  }

  /** The newest twenty. */
  async listNewest(appId: number): Promise<Tagging[]> {
    return this.taggings.list(appId, MAX_SHOWN);
  }

  /** Deletes outcomes after thirty days. */
  @Recurring('taggings.expire', HOUR_MS)
  async deleteExpired(): Promise<void> {
    await this.taggings.deleteExpired(new Date(this.clock.now().getTime() - RETENTION_MS));
  }

  /**
   * Users of one bucket stand beside each other, so that a transaction touches few places of the table. Nothing is
   * sorted: a set may have a million users.
   */
  private async insertParts(tx: Tx, id: TaggingId, sets: readonly Uint32Array[]): Promise<void> {
    let first = 0;
    let parts: number[][] = [];
    const flush = async (): Promise<void> => {
      await this.taggings.insertParts(tx, id, first, parts);
      first += parts.length;
      parts = [];
    };
    for (const set of sets) {
      const buckets = Array.from({ length: BUCKETS }, (): number[] => []);
      set.forEach((uid) => buckets[uid % BUCKETS]?.push(uid));
      const uids = buckets.flat();
      for (let start = 0; start < uids.length; start += PART) {
        parts.push(uids.slice(start, start + PART));
        if (parts.length === PARTS) {
          await flush();
        }
      }
    }
    if (parts.length > 0) {
      await flush();
    }
  }

  private async record(
    tx: Tx,
    origin: Origin,
    { appId, taggingId, tag, direction }: TaggingId & Pick<Tagging, 'tag' | 'direction'>,
    action: string,
    users: number,
  ): Promise<void> {
    const differences = [
      { change: direction === 'ADD' ? 'add' : 'remove', subject: 'tag', to: tag },
      { change: 'add', subject: 'users', to: String(users) },
    ] as const;
    await this.audit.append(tx, appId, origin, [{ action, subject: `tagging ${taggingId}`, differences }]);
  }
}
