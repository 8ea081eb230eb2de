import { Injectable } from '@nestjs/common';
import { AttributeService } from '../../attributes/attribute.service.js';
import { explainColumn, type ExplainedColumn } from '../mapping/explain-columns.js';
import { USER_FIELDS } from '../mapping/read-mapping.js';
import type { ImportFormat } from '../model/import.types.js';
import { readLayout } from '../reading/file-layout.js';

/** How the importer understands the beginning of a file, and what a column may be. */
export interface ImportHeader {
  /** Of CSV. */
  columns: ExplainedColumn[];
  delimiter: string | null;
  fields: string[];
  attributes: { code: string; dataType: string; array: boolean }[];
}

/** Attributes that a field of a user writes too: `withProfileFields` puts both into the profile. */
const ALSO_FIELDS: ReadonlySet<string> = new Set(['language', 'country']);

/** Tells what the first line of a file means, before it is imported. */
@Injectable()
export class ImportHeaderService {
  constructor(private readonly attributes: AttributeService) {}

  /**
   * @param head  the first bytes of the file, with its first line
   * @throws AppError malformed for an empty file, another encoding than UTF-8, or no first line
   */
  async explain(appId: number, format: ImportFormat, head: Buffer, delimiter?: string): Promise<ImportHeader> {
    const file = { size: head.length, read: (from: number) => only(head.subarray(from)) };
    const layout = await readLayout(file, format, delimiter);
    const definitions = await this.attributes.getDefinitions(appId);
    return {
      columns: (layout.columns ?? []).map((name) => toField(explainColumn(name, definitions))),
      delimiter: layout.delimiter ?? null,
      fields: [...USER_FIELDS.keys()],
      attributes: [...definitions].flatMap(([code, { dataType, array }]) =>
        ALSO_FIELDS.has(code) ? [] : [{ code, dataType, array }],
      ),
    };
  }
}

/** A column is either of both names, so that it cannot be chosen twice. */
function toField(column: ExplainedColumn): ExplainedColumn {
  const { kind, target } = column;
  return kind === 'ATTRIBUTE' && target !== null && ALSO_FIELDS.has(target) ? { ...column, kind: 'FIELD' } : column;
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
