import { Stretch } from '#platform/async';
import { AppError } from '#platform/errors';
import type { RegistrationLine } from '#libs/users/registry';
import type { FileRecord } from '#platform/records';
import type { ImportRefusal } from '../model/import.types.js';
import type { LineMapper } from '../mapping/line-mapper.js';
import { toRefusal } from './line-refusal.js';

/** Lines of a batch: what they say of users, and which are left out. */
export interface MappedLines {
  lines: (RegistrationLine & { line: number })[];
  refusals: ImportRefusal[];
  skipped: number;
  erased: number;
}

export async function mapLines(records: readonly FileRecord[], mapper: LineMapper): Promise<MappedLines> {
  const mapped: MappedLines = { lines: [], refusals: [], skipped: 0, erased: 0 };
  const stretch = new Stretch();
  for (const record of records) {
    if (record.fault !== undefined) {
      mapped.refusals.push(toRefusal(record.line, [{ field: '', message: `The line ${record.fault}` }]));
    } else {
      mapLine(record, mapper, mapped);
    }
    if (stretch.isOver) {
      await stretch.giveWay();
    }
  }
  return mapped;
}

function mapLine({ line, content, inexact }: FileRecord, mapper: LineMapper, mapped: MappedLines): void {
  try {
    const read = mapper.map(content, inexact);
    if (read) {
      mapped.lines.push({ line, ...read });
    } else {
      mapped.skipped += 1;
    }
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    mapped.refusals.push(toRefusal(line, [error]));
  }
}
