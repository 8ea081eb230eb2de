import { parse } from 'libpg-query';
import { DataSource } from 'typeorm';
import { expect, it, onTestFinished } from 'vitest';
import { Database } from '#platform/db';
import { Migrator } from '#platform/migration';
import { emptyDatabase } from '../test/support/database/database.js';
import { splitStatements } from '../libs/platform/migration/one-by-one.js';
import { MIGRATIONS } from './migration-list.js';

it(
  'splitStatements splits the statements of all migrations as the parser of Postgres does',
  { timeout: 60_000 },
  async () => {
    const empty = await emptyDatabase();
    onTestFinished(() => empty.close());
    const source = await new DataSource({ type: 'postgres', url: empty.url, extra: { max: 3 } }).initialize();
    onTestFinished(() => source.destroy());
    const runner = source.createQueryRunner();
    const messages: string[] = [];
    const send = runner.query.bind(runner) as (sql: string, params?: unknown[]) => Promise<unknown>;
    Object.assign(runner, {
      async query(sql: string, params?: unknown[]): Promise<unknown> {
        messages.push(sql);
        return send(sql, params);
      },
    });
    const migrator = await Migrator.open(runner, new Database(source), () => undefined);
    await migrator.run(MIGRATIONS);
    await migrator.close();
    expect(messages.length).toBeGreaterThan(MIGRATIONS.length);
    for (const message of messages) {
      const whole = await parse(message);
      const parts = await Promise.all(splitStatements(message).map((statement) => parse(statement)));
      expect(parts.map(({ stmts }) => stmts?.length ?? 0)).toEqual((whole.stmts ?? []).map(() => 1));
    }
  },
);
