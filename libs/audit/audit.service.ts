import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { AuditRepository } from './audit.repository.js';
import type { AuditEntry, ChainCheck, EntryFilter, NewEntry, Origin } from './audit.types.js';

const PAGE = 1000;
const WRITTEN_ANEW = 'the log was written anew since the earlier check';

/** An entry in its chain. */
type Place = Pick<AuditEntry, 'entryId' | 'hash'>;

const NO_ENTRY: Place = { entryId: 0, hash: Buffer.alloc(0) };

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
   * Notes which entries have passed their retention, before their partitions are dropped: a check takes every other gap
   * for a fault. It commits by itself, because whoever adds an entry locks the chain before the table.
   *
   * @param before  entries of earlier times have passed it
   */
  async markExpired(before: Date): Promise<void> {
    await this.repository.markExpired(before);
  }

  /**
   * Checks every hash of an application, and that no entry is missing from the first whose retention has not passed to
   * the newest. Entries that are added in the meantime are not looked at.
   *
   * @param earlier  an entry that was the newest at an earlier check: whoever may write the database can compute a whole
   *   chain again, but not with this hash in its place
   */
  async verifyChain(appId: number, earlier?: Place): Promise<ChainCheck> {
    const end = (await this.repository.findChainEnds(appId)) ?? { ...NO_ENTRY, expired: NO_ENTRY };
    if (earlier && earlier.entryId > end.entryId) {
      return { first: 0, last: end.entryId, head: '', fault: { entryId: earlier.entryId, reason: 'it is missing' } };
    }
    const check = { first: 0, last: end.entryId, head: end.hash.toString('hex') };
    let previous: Place = end.expired;
    if (isOther(previous, earlier)) {
      return { ...check, fault: { entryId: previous.entryId, reason: WRITTEN_ANEW } };
    }
    for (;;) {
      const page = await this.repository.listFrom(appId, previous.entryId, end.entryId, PAGE);
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
    const isWhole = previous.entryId === end.entryId && previous.hash.equals(end.hash);
    return { ...check, fault: isWhole ? null : { entryId: end.entryId, reason: 'the newest entries are missing' } };
  }
}

/** @param previous  for the oldest entry: the newest that has passed its retention */
function findFault(entry: AuditEntry, previous: Place, earlier: Place | undefined): string | undefined {
  if (entry.entryId !== previous.entryId + 1) {
    return `entries between ${previous.entryId} and ${entry.entryId} are missing`;
  }
  if (!entry.prev.equals(previous.hash)) {
    return 'it does not follow the entry before it';
  }
  if (!entry.hash.equals(hashEntry(entry))) {
    return 'it was changed';
  }
  return isOther(entry, earlier) ? WRITTEN_ANEW : undefined;
}

/** Tests if an entry has the number of an earlier one, and another hash. */
function isOther(entry: Place, earlier: Place | undefined): boolean {
  return earlier?.entryId === entry.entryId && !earlier.hash.equals(entry.hash);
}

/**
 * The hash of an entry: SHA-256 of the hash before it and of the row as JSON, its columns in the order of the table. So a
 * change of any row breaks every hash after it. `jsonb` forgets the order of names, so they are sorted.
 */
function hashEntry(entry: Omit<AuditEntry, 'hash'>): Buffer {
  const { entryId, at, appId, by, action, subject, differences, requestId, address, session, prev } = entry;
  const row = [
    entryId,
    at.toISOString(),
    appId,
    by.kind,
    by.id,
    by.name,
    action,
    subject,
    differences,
    requestId ?? null,
    address ?? null,
    session ?? null,
  ];
  return createHash('sha256')
    .update(prev)
    .update(JSON.stringify(row, (_, value: unknown) => sortNames(value)))
    .digest();
}

function sortNames(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
    : value;
}
