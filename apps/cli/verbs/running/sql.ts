import { sessionUrl } from '#platform/config';
import { OperatorError } from '#platform/embedded';
import { connectionTo } from '#platform/postgres';
import { databaseUrls, homeFolder } from '../../runtime/environment.js';
import type { RunVerb } from '../../runtime/verb.js';

const CONNECT_MS = 5000;
/** After a first statement no other one can make the transaction writable. */
const READ_ONLY = 'BEGIN READ ONLY; SELECT 1';
/** The code of SQL for a change in such a transaction. */
const READ_ONLY_TRANSACTION = '25006';
/** Leaves values as Postgres writes them: numbers of any size, and times with their zone. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** Runs statements with the database settings of the processes. Without `--write` Postgres refuses every change. */
export const sql: RunVerb = async ({ values, positionals }, { tell }) => {
  const [statement, ...others] = positionals;
  if (statement === undefined || others.length > 0) {
    throw new OperatorError('herald sql takes one text in quotes: herald sql "SELECT 1".');
  }
  const isReadOnly = values['write'] !== true;
  const { connectionString, Client } = connectionTo(sessionUrl(await databaseUrls(homeFolder())));
  const client = new Client({
    connectionString,
    application_name: 'herald-sql',
    connectionTimeoutMillis: CONNECT_MS,
    ...(isReadOnly && { options: '-c default_transaction_read_only=on' }),
  });
  try {
    await client.connect();
    // A pooler may drop the option of the connection, so the transaction says it too.
    if (isReadOnly) {
      await client.query(READ_ONLY);
    }
    const answer = await client.query({ text: statement, rowMode: 'array', types: AS_TEXT });
    // Several statements have a result each, which the types of the driver do not say.
    const results = [answer].flat().map(({ command, rowCount, fields, rows }) => ({
      command,
      count: rowCount ?? 0,
      columns: fields.map(({ name }) => name),
      rows: rows as (string | null)[][],
    }));
    for (const result of results) {
      formatResult(result).forEach(tell);
    }
    return { result: results };
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** An answer of Postgres is shown in one line; other errors keep their trace. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error && 'severity' in error)) {
    return error;
  }
  const advice = 'code' in error && error.code === READ_ONLY_TRANSACTION ? ' --write allows changes.' : '';
  return new OperatorError(`Postgres refuses it: ${error.message}.${advice}`);
}

interface Result {
  command: string;
  count: number;
  columns: readonly string[];
  rows: readonly (readonly (string | null)[])[];
}

function formatResult({ command, count, columns, rows }: Result): string[] {
  if (columns.length === 0) {
    return [`${command} ${count}`];
  }
  const table = [columns, ...rows.map((row) => row.map((value) => value ?? ''))];
  const widths = columns.map((_, at) => table.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0));
  return [
    ...table.map((row) =>
      row
        .map((value, at) => value.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`,
  ];
}
