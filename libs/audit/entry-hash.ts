import { createHash } from 'node:crypto';
import type { AuditEntry } from './audit.types.js';

/**
 * The hash of an entry: SHA-256 of the hash before it and of the row as JSON, its columns in the order of the table. So a
 * change of any row breaks every hash after it. `jsonb` forgets the order of names, so they are sorted.
 */
export function hashEntry(entry: Omit<AuditEntry, 'hash'>): Buffer {
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
