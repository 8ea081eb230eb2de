import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OperatorError } from '#platform/embedded';
import { freshDatabase, type FreshDatabase } from '../../../../test/support/database/database.js';
import { Output } from '../../runtime/output.js';
import { sql } from './sql.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  process.env['DATABASE_URL'] = fresh.url;
  await fresh.db.rows('CREATE TABLE public.note (id bigint, text text)');
});
afterAll(async () => {
  delete process.env['DATABASE_URL'];
  await fresh.close();
});

/** Runs the verb. @returns its lines and its result */
async function run(
  positionals: string[],
  values: Record<string, boolean | string> = {},
): Promise<{ lines: string[]; result: unknown }> {
  const lines: string[] = [];
  const output = Object.assign(new Output({}), { tell: (line: string) => void lines.push(line) });
  const outcome = await sql({ positionals, values }, output);
  return { lines, result: typeof outcome === 'number' ? outcome : outcome.result };
}

describe('herald sql', () => {
  it('Rows are printed in columns, with values as Postgres writes them', async () => {
    const { lines, result } = await run(["SELECT 9007199254740993 AS big, NULL AS none, 'a' AS text"]);
    expect(lines).toEqual(['big               none  text', '9007199254740993        a', '(1 row)']);
    expect(result).toEqual([
      { command: 'SELECT', count: 1, columns: ['big', 'none', 'text'], rows: [['9007199254740993', null, 'a']] },
    ]);
  });

  it.each([
    "INSERT INTO public.note VALUES (1, 'a')",
    'DELETE FROM public.note',
    'CREATE TABLE public.other ()',
    'TRUNCATE public.note',
  ])('Without --write the statement %s is refused and changes nothing', async (statement) => {
    await expect(run([statement])).rejects.toThrow('read-only transaction');
    expect(await fresh.db.rows('SELECT * FROM public.note')).toEqual([]);
  });

  it('A stored text cannot move the cursor of a terminal or clear it', async () => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    await sql(
      { values: {}, positionals: ["SELECT 'a' || chr(27) || '[2J' || chr(155) || chr(13) || 'b' AS note"] },
      new Output({}),
    );
    write.mockRestore();
    expect(lines).toContain('a\uFFFD[2J\uFFFD\uFFFDb\n');
  });

  it('A refusal of Postgres is one line, which names --write where that would help', async () => {
    await expect(run(['DELETE FROM public.note'])).rejects.toThrow(
      new OperatorError(
        'Postgres refuses it: cannot execute DELETE in a read-only transaction. --write allows changes.',
      ),
    );
    await expect(run(['SELECT nothing'])).rejects.toThrow(
      new OperatorError('Postgres refuses it: column "nothing" does not exist.'),
    );
  });

  it.each([
    'SET TRANSACTION READ WRITE; DELETE FROM public.note',
    'SET transaction_read_only = off; TRUNCATE public.note',
    "SET default_transaction_read_only = off; INSERT INTO public.note VALUES (1, 'a')",
    'COMMIT; SET default_transaction_read_only = off; DELETE FROM public.note',
    "COMMIT; BEGIN READ WRITE; INSERT INTO public.note VALUES (1, 'a'); COMMIT",
    'ROLLBACK; SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE; TRUNCATE public.note',
    'SELECT 1; SELECT 2',
  ])('Without --write no statement before another makes it writable: %s', async (statements) => {
    await fresh.db.rows("INSERT INTO public.note VALUES (7, 'kept')");
    await expect(run([statements])).rejects.toThrow(
      'cannot insert multiple commands into a prepared statement. Without --write it is one statement.',
    );
    expect(await fresh.db.rows('SELECT id FROM public.note')).toEqual([{ id: 7 }]);
    await fresh.db.rows('DELETE FROM public.note');
  });

  it.each([
    "DO $$ BEGIN COMMIT; SET TRANSACTION READ WRITE; INSERT INTO public.note VALUES (1, 'a'); END $$",
    "DO $$ BEGIN PERFORM set_config('transaction_read_only', 'off', false); DELETE FROM public.note; END $$",
    "EXPLAIN ANALYZE INSERT INTO public.note VALUES (1, 'a')",
  ])('Without --write one statement that does several things changes nothing: %s', async (statement) => {
    await fresh.db.rows("INSERT INTO public.note VALUES (7, 'kept')");
    await expect(run([statement])).rejects.toThrow('Postgres refuses it');
    expect(await fresh.db.rows('SELECT id FROM public.note')).toEqual([{ id: 7 }]);
    await fresh.db.rows('DELETE FROM public.note');
  });

  it.each<Record<string, boolean>>([{}, { write: true }])('A statement ends at its limit, with %j', async (values) => {
    await expect(run(['SELECT pg_sleep(60)'], { ...values, seconds: '1' })).rejects.toThrow(
      new OperatorError(
        'Postgres refuses it: canceling statement due to statement timeout. --seconds gives it more time.',
      ),
    );
  });

  it.each(['0', '-1', '1.5', 'long', '86401', ''])('The limit "%s" is refused', async (seconds) => {
    await expect(run(['SELECT 1'], { seconds })).rejects.toThrow('--seconds takes a whole number');
  });

  it('Without --write a URL with options of its own gives no right to change anything', async () => {
    const url = new URL(fresh.url);
    url.searchParams.set('options', '-c statement_timeout=9000');
    process.env['DATABASE_URL'] = url.href;
    await expect(run(["INSERT INTO public.note VALUES (1, 'a')"])).rejects.toThrow('read-only transaction');
    process.env['DATABASE_URL'] = fresh.url;
    expect(await fresh.db.rows('SELECT * FROM public.note')).toEqual([]);
  });

  it('More rows than a call has arguments are printed', async () => {
    const { lines } = await run(['SELECT n FROM generate_series(1, 200000) AS n']);
    expect(lines.slice(-2)).toEqual(['200000', '(200000 rows)']);
  });

  it('With --write statements change rows, all of them or none', async () => {
    const { lines } = await run(["INSERT INTO public.note VALUES (1, 'a'); DELETE FROM public.note"], { write: true });
    expect(lines).toEqual(['INSERT 1', 'DELETE 1']);
    await expect(run(["INSERT INTO public.note VALUES (2, 'b'); SELECT 1 / 0"], { write: true })).rejects.toThrow(
      'zero',
    );
    expect(await fresh.db.rows('SELECT * FROM public.note')).toEqual([]);
  });

  it.each([[[]], [['SELECT', '1']]])('The words %j are refused', async (words) => {
    await expect(run(words)).rejects.toThrow('one text in quotes');
  });
});
