import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database } from '#platform/db';

const run = promisify(execFile);
const MAX_BYTES = 1 << 30;

/**
 * The content of a backup of a database, as text.
 *
 * @property by  `pg_dump`, or `rows` where no pg_dump fits the server
 */
export interface Dump {
  text: string;
  by: 'pg_dump' | 'rows';
}

/** Dumps a database with the machine's pg_dump. The embedded package has none: then every row of every table is read. */
export async function dumpDatabase(db: Database, url: string): Promise<Dump> {
  const [server, tool] = [await serverVersion(db), await toolVersion()];
  if (tool >= server) {
    const { stdout } = await run('pg_dump', ['--dbname', url], { maxBuffer: MAX_BYTES });
    return { text: stdout, by: 'pg_dump' };
  }
  const tables = await db.rows<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.rows<{ line: string }>(`SELECT t::text AS line FROM ${name} AS t`);
    parts.push(name, ...rows.map(({ line }) => line));
  }
  return { text: parts.join('\n'), by: 'rows' };
}

/** Finds values in a dump: as they are, or as the hexadecimal or base64 form of their bytes. */
export function findInDump({ text }: Dump, values: readonly string[]): string[] {
  return values.filter((value) => {
    const bytes = Buffer.from(value);
    // Base64 depends on the position in the text: the middle of each of the three is the same everywhere.
    const encoded = [0, 1, 2].map((shift) => {
      const padded = Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .replace(/=+$/, '');
      return padded.slice(Math.ceil((shift * 4) / 3) + 1, -2);
    });
    return [value, bytes.toString('hex'), ...encoded].some((form) => form.length > 3 && text.includes(form));
  });
}

async function serverVersion(db: Database): Promise<number> {
  const row = await db.row<{ version: number }>(
    "SELECT current_setting('server_version_num')::integer / 10000 AS version",
  );
  return row?.version ?? Number.NaN;
}

/** 0: there is no pg_dump. */
async function toolVersion(): Promise<number> {
  const { stdout } = await run('pg_dump', ['--version']).catch(() => ({ stdout: '' }));
  return Number(/ (\d+)/.exec(stdout)?.[1] ?? 0);
}
