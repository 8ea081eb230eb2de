import { Injectable } from '@nestjs/common';
import { mapInStretches } from '#platform/async';
import type { Tx } from '#platform/db';
import { type Change, type FeedSubscriber } from '#platform/outbox';
import { ProfilePageRepository } from '#libs/users/preferences';
import { AttributeService, type AttributeDefinitions } from '#libs/users/profiles';
import { sortUnique } from '#libs/users/registry';
import { hashParts } from '../words/search-parts.js';
import { listWords, searchedAttributes } from '../words/search-fields.js';
import { SearchEntryRepository, type SearchEntry } from './search-entry.repository.js';

/** Changes that may change words. Tags are searched by their names. */
const KINDS = ['user', 'attribute'] as const;
const BATCH = 1000;

/**
 * Keeps the entries of users in step by the change feed, so that no writer waits for an index. Each transaction reads users
 * and writes entries as of one moment: a conflict rolls it back, and it is repeated.
 */
@Injectable()
export class SearchWriterService implements FeedSubscriber<(typeof KINDS)[number]> {
  readonly name = 'people-search';
  readonly kinds = KINDS;

  constructor(
    private readonly attributes: AttributeService,
    private readonly profiles: ProfilePageRepository,
    private readonly entries: SearchEntryRepository,
  ) {}

  async apply(tx: Tx, appId: number, changes: readonly Omit<Change<(typeof KINDS)[number]>, 'appId'>[]): Promise<void> {
    const attributes = await this.readAttributes(tx, appId);
    const ids = new Set([...attributes.values()].map(({ attrId }) => attrId));
    const uids = changes
      .filter(({ kind, keys }) => kind === 'user' || keys.some((key) => ids.has(key)))
      .flatMap((change) => change.uids);
    await this.write(tx, appId, sortUnique(uids), attributes);
  }

  /** All entries are made again: what was lost is not known. */
  async restart(tx: Tx, appId: number): Promise<void> {
    await this.entries.begin(tx, appId, '');
  }

  /** The attributes by which users are found, as a transaction sees them. */
  async readAttributes(tx: Tx, appId: number): Promise<AttributeDefinitions> {
    return searchedAttributes(await this.attributes.findDefinitions(tx, appId));
  }

  /** Writes the entries of users, and deletes those of users that are gone. @param tx  a snapshot */
  async write(tx: Tx, appId: number, uids: readonly number[], attributes: AttributeDefinitions): Promise<void> {
    const attrIds = [...attributes.values()].map(({ attrId }) => attrId);
    for (let from = 0; from < uids.length; from += BATCH) {
      const batch = uids.slice(from, from + BATCH);
      const users = (await this.profiles.findUsers(appId, batch, attrIds, tx)).filter(({ extId }) => extId !== null);
      const entries = await mapInStretches(users, (user): SearchEntry => ({
        uid: user.uid,
        parts: hashParts(appId, user.uid, listWords(user, attributes)),
      }));
      const named = new Set(users.map(({ uid }) => uid));
      await this.entries.delete(
        tx,
        appId,
        batch.filter((uid) => !named.has(uid)),
      );
      await this.entries.upsert(tx, appId, entries);
    }
  }
}
