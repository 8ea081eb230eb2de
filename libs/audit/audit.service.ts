import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { AuditRepository } from './audit.repository.js';
import type { AuditEntry, ChainCheck, EntryFilter, NewEntry, Origin } from './audit.types.js';
import { hashEntry } from './entry-hash.js';

const PAGE = 1000;

/** The log of what operators and servers changed, one chain of hashes for each application. */
@Injectable()
export class AuditService {
  constructor(private readonly repository: AuditRepository) {}

  /**
   * Adds entries in the transaction of the change, so that neither is there without the other. Call it last: the chain of
   * the application stays locked until the commit.
   *
   * @param appId    `INSTALLATION` for what concerns all applications
   * @param entries  without secrets and without data of people
   */
  async append(tx: Tx, appId: number, origin: Origin, entries: readonly NewEntry[]): Promise<void> {
    if (entries.length === 0) {
      return;
    }
    const { by, requestId, address, session } = origin;
    const end = await this.repository.lockChain(tx, appId);
    const rows: AuditEntry[] = [];
    for (const { action, subject, differences = [] } of entries) {
      const previous = rows.at(-1) ?? end;
      const entry = {
        entryId: previous.entryId + 1,
        at: end.at,
        appId,
        by,
        ...(requestId !== undefined && { requestId }),
        ...(address !== undefined && { address }),
        ...(session !== undefined && { session }),
        action,
        subject,
        differences,
        prev: previous.hash,
      };
      rows.push({ ...entry, hash: hashEntry(entry) });
    }
    await this.repository.insertEntries(tx, appId, rows);
  }

  /** Entries of an application, newest first. */
  async listEntries(appId: number, filter: EntryFilter): Promise<AuditEntry[]> {
    return this.repository.listNewest(appId, filter);
  }

  /**
   * Checks every hash of an application, and that no entry is missing from the oldest to the newest. Entries that are
   * added meanwhile are not looked at.
   *
   * @param earlier  an entry that was the newest at an earlier check: whoever may write the database can compute a whole
   *   chain anew, but not with this hash in its place
   */
  async verifyChain(appId: number, earlier?: Pick<AuditEntry, 'entryId' | 'hash'>): Promise<ChainCheck> {
    const end = (await this.repository.findChainEnd(appId)) ?? { entryId: 0, hash: Buffer.alloc(0) };
    if (earlier && earlier.entryId > end.entryId) {
      return { first: 0, last: end.entryId, head: '', fault: { entryId: earlier.entryId, reason: 'it is missing' } };
    }
    const check = { first: 0, last: end.entryId, head: end.hash.toString('hex') };
    let previous: Pick<AuditEntry, 'entryId' | 'hash'> | undefined;
    for (;;) {
      const page = await this.repository.listFrom(appId, previous?.entryId ?? 0, end.entryId, PAGE);
      for (const entry of page) {
        const reason = findFault(entry, previous, earlier);
        if (reason !== undefined) {
          return { ...check, fault: { entryId: entry.entryId, reason } };
        }
        check.first ||= entry.entryId;
        previous = entry;
      }
      if (page.length < PAGE) {
        break;
      }
    }
    // Without any entry left, all of them have passed their retention.
    const isWhole = previous === undefined || (previous.entryId === end.entryId && previous.hash.equals(end.hash));
    return { ...check, fault: isWhole ? null : { entryId: end.entryId, reason: 'the newest entries are missing' } };
  }
}

function findFault(
  entry: AuditEntry,
  previous: Pick<AuditEntry, 'entryId' | 'hash'> | undefined,
  earlier: Pick<AuditEntry, 'entryId' | 'hash'> | undefined,
): string | undefined {
  if (previous && entry.entryId !== previous.entryId + 1) {
    return `entries between ${previous.entryId} and ${entry.entryId} are missing`;
  }
  if (previous ? !entry.prev.equals(previous.hash) : entry.entryId === 1 && entry.prev.length > 0) {
    return 'it does not follow the entry before it';
  }
  if (!entry.hash.equals(hashEntry(entry))) {
    return 'it was changed';
  }
  return earlier?.entryId === entry.entryId && !earlier.hash.equals(entry.hash)
    ? 'the log was written anew since the earlier check'
    : undefined;
}
