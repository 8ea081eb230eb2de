import type { Database } from '#platform/db';
import { readMigrationNames } from './schema.repository.js';

/**
 * How the schema of a database differs from what this release was built for.
 *
 * @property missing  migrations that the database has not had; the release must not work on it
 * @property unknown  migrations of a newer release; an image may be rolled back by one release, so it works
 */
export interface SchemaGap {
  missing: readonly string[];
  unknown: readonly string[];
}

/** @param known  names of the migrations of this release */
export async function findSchemaGap(db: Database, known: readonly string[]): Promise<SchemaGap> {
  return compareSchema(await readMigrationNames(db), known);
}

export function compareSchema(done: readonly string[], known: readonly string[]): SchemaGap {
  const [doneNames, knownNames] = [new Set(done), new Set(known)];
  return {
    missing: known.filter((name) => !doneNames.has(name)),
    unknown: done.filter((name) => !knownNames.has(name)),
  };
}

/** Describes what to do about missing migrations; undefined: nothing is missing. */
export function describeMissing({ missing }: SchemaGap, known: readonly string[]): string | undefined {
  if (missing.length === 0) {
    return undefined;
  }
  return missing.length === known.length
    ? 'The database has no tables yet: run "herald migrate"'
    : `The database is older than this release by ${count(missing.length)}: run "herald migrate"`;
}

/** Describes the effect of migrations by a newer release; undefined: none has. */
export function describeUnknown({ unknown }: SchemaGap): string | undefined {
  return unknown.length === 0
    ? undefined
    : `The database is newer than this release by ${count(unknown.length)}: it works with the release that follows this one, so update soon`;
}

function count(migrations: number): string {
  return migrations === 1 ? '1 migration' : `${migrations} migrations`;
}
