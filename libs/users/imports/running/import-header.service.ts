import { Injectable } from '@nestjs/common';
import { DELIMITERS } from '#platform/csv';
import { AttributeService } from '#libs/users/profiles';
import {
  BrokenFileError,
  MAX_HEADER_BYTES,
  readLayout,
  readRecords,
  type FileFormat,
  type FileLayout,
  type RecordFile,
} from '#platform/records';
import { explainColumn, type ExplainedColumn } from '../mapping/explain-columns.js';
import { USER_FIELDS } from '../mapping/read-mapping.js';

/** How the importer understands the beginning of a file, and what a column may be. */
export interface ImportHeader {
  /** The columns of CSV. */
  columns: (ExplainedColumn & { examples: string[] })[];
  /** Null: none that a mapping can name. */
  delimiter: string | null;
  fields: string[];
  attributes: { code: string; label: string | null; dataType: string; array: boolean }[];
}

/** Attributes that a field of a user writes too: `withProfileFields` puts both into the profile. */
const ALSO_FIELDS: ReadonlySet<string> = new Set(['language', 'country']);

/** Lines after the first that are shown. */
const EXAMPLE_LINES = 20;
const MAX_EXAMPLES = 3;
const MAX_EXAMPLE = 40;

/** Explains the first line of a file, before it is imported. */
@Injectable()
export class ImportHeaderService {
  constructor(private readonly attributes: AttributeService) {}

  /**
   * @param head  the first bytes of the file, with its first line; it may end within a later one
   * @throws AppError malformed for an empty file, another encoding than UTF-8, or no first line
   */
  async explain(appId: number, format: FileFormat, head: Buffer, delimiter?: string): Promise<ImportHeader> {
    const file = { size: head.length, read: (from: number) => only(head.subarray(from)) };
    const layout = await readLayout(file, format, delimiter);
    const definitions = await this.attributes.getDefinitions(appId);
    const examples = await readExamples(file, layout);
    return {
      columns: (layout.columns ?? []).map((name, index) => ({
        ...toField(explainColumn(name, definitions)),
        examples: examples[index] ?? [],
      })),
      delimiter: DELIMITERS.find((delimiter) => delimiter === layout.dialect?.delimiter) ?? null,
      fields: [...USER_FIELDS.keys()],
      attributes: [...definitions].flatMap(([code, { dataType, array, label = null }]) =>
        ALSO_FIELDS.has(code) ? [] : [{ code, label, dataType, array }],
      ),
    };
  }
}

/** A column is either of both names, so that it cannot be chosen twice. */
function toField(column: ExplainedColumn): ExplainedColumn {
  const { kind, target } = column;
  return kind === 'ATTRIBUTE' && target !== null && ALSO_FIELDS.has(target) ? { ...column, kind: 'FIELD' } : column;
}

/** Different values of each column from the first lines. */
async function readExamples(file: RecordFile, layout: FileLayout): Promise<string[][]> {
  const values = (layout.columns ?? []).map(() => new Set<string>());
  const isCut = file.size >= MAX_HEADER_BYTES;
  let lines = 0;
  try {
    for await (const { content, end } of readRecords(file, layout, layout.start)) {
      if ((isCut && end === file.size) || lines++ === EXAMPLE_LINES) {
        break;
      }
      const cells = (content as readonly string[] | undefined) ?? [];
      values.forEach((known, index) => {
        const cell = cells[index]?.trim().slice(0, MAX_EXAMPLE) ?? '';
        if (cell !== '' && known.size < MAX_EXAMPLES) {
          known.add(cell);
        }
      });
    }
  } catch (error) {
    if (!(error instanceof BrokenFileError)) {
      throw error;
    }
  }
  return values.map((known) => [...known]);
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
