import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../support/database/database.js';
import { CopiedTree } from './copied-tree.js';

const ENTITIES = ['libs/tenancy', 'libs/notifications'];

describe('Check of entity drift', () => {
  let database: FreshDatabase;

  beforeAll(async () => {
    database = await freshDatabase();
  });

  afterAll(() => database.close());

  it('Drift between entities and database is reported only where there is some', async () => {
    const house = new CopiedTree(ENTITIES);
    expect(house.script('checks/drift', database.url)).toMatchObject({ code: 0 });
    await database.db.affected(
      'ALTER TABLE tenancy.application ALTER COLUMN results_retention_days SET DEFAULT 30',
      [],
    );
    await database.db.affected('DROP INDEX notifications.definition_by_app', []);
    const { code, output } = house.script('checks/drift', database.url);
    expect(output).toContain('"results_retention_days" SET DEFAULT \'90\'');
    expect(output).toContain('CREATE INDEX "definition_by_app"');
    expect(code).toBe(1);
  });
});
