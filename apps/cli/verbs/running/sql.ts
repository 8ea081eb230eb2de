import { sessionUrl } from '#platform/config';
import { OperatorError } from '#platform/embedded';
import { connectionTo } from '#platform/postgres';
import { databaseUrls, homeFolder } from '../../runtime/environment.js';
import type { RunVerb } from '../../runtime/verb.js';

const CONNECT_MS = 5000;
/** Seconds of a statement without `--seconds`. */
const DEFAULT_SECONDS = 60;
/** How much later the answer of a server that does not stop by itself is given up. */
const GRACE_SECONDS = 10;
/** A day. */
const MAX_SECONDS = 86_400;
/** Leaves values as Postgres writes them: numbers of any size, and times with their zone. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/**
 * Runs statements with the database settings of the processes, within a time limit. Without `--write` it takes one statement
 * by the extended protocol, so that none can end the read-only transaction before another, and Postgres refuses every change.
 */
export const sql: RunVerb = async ({ values, positionals }, { tell }) => {
  const [statement, ...others] = positionals;
  if (statement === undefined || others.length > 0) {
    throw new OperatorError('herald sql takes one text in quotes: herald sql "SELECT 1".');
  }
  const isReadOnly = values['write'] !== true;
  const seconds = readSeconds(values['seconds']);
  const { connectionString, Client } = connectionTo(sessionUrl(await databaseUrls(homeFolder())));
  const client = new Client({
    connectionString,
    application_name: 'herald-sql',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: (seconds + GRACE_SECONDS) * 1000,
    ...(isReadOnly && { options: '-c default_transaction_read_only=on' }),
  });
  try {
    await client.connect();
    await client.query(`SET statement_timeout = '${seconds}s'`);
    // A pooler may drop the option of the connection, so the transaction says it too.
    if (isReadOnly) {
      await client.query('BEGIN READ ONLY');
    }
    const answer = await client.query({
      text: statement,
      rowMode: 'array',
      types: AS_TEXT,
      ...(isReadOnly && { queryMode: 'extended' }),
    });
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

function readSeconds(text: unknown): number {
  const seconds = text === undefined ? DEFAULT_SECONDS : Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS) {
    throw new OperatorError(`--seconds takes a whole number from 1 to ${MAX_SECONDS}, not "${String(text)}".`);
  }
  return seconds;
}

/** Advice by code of Postgres. */
const ADVICE: Readonly<Record<string, string>> = {
  // A change in a read-only transaction.
  '25006': ' --write allows changes.',
  // Several statements by the extended protocol.
  '42601': ' Without --write it is one statement.',
  // The statement was cancelled, mostly by the limit.
  '57014': ' --seconds gives it more time.',
};

/** An answer of Postgres is shown in one line; other errors keep their trace. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error && 'severity' in error)) {
    return error;
  }
  const code = 'code' in error ? String(error.code) : '';
  const advice = code === '42601' && !SEVERAL.test(error.message) ? '' : (ADVICE[code] ?? '');
  return new OperatorError(`Postgres refuses it: ${error.message}.${advice}`);
}

/** The code is that of every fault of syntax. */
const SEVERAL = /multiple commands/;

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
