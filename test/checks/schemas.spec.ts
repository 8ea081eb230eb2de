import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

const ROOMS = ['users', 'audience', 'delivery', 'reporting', 'tenancy'];

function houseWith(path: string, sql: string): CopiedTree {
  const house = new CopiedTree([]);
  for (const room of ROOMS) {
    house.write(`libs/${room}/index.ts`, '');
  }
  return house.write(path, `export const SQL = \`${sql}\`;\n`);
}

describe('Check of Postgres schemas', () => {
  it.each([
    ['libs/users/user.repository.ts', 'UPDATE users.app_user SET tags = $1'],
    ['libs/users/user.repository.ts', 'DELETE FROM users.app_user USING users.tag t'],
    ['libs/audience/explain/explain.repository.ts', 'SELECT 1 FROM users.v_app_user u JOIN users.v_tag t ON true'],
    ['libs/reporting/results/result.repository.ts', 'SELECT 1 FROM delivery.v_push_result r, users.v_app_user u'],
    ['libs/delivery/dispatches/chunk.repository.ts', 'DELETE FROM delivery.chunk USING users.v_tag t'],
    ['libs/users/users.db-spec.ts', 'INSERT INTO delivery.chunk VALUES (1)'],
    [
      'libs/delivery/sending/chunk-sender.service.ts',
      '`;\n// a join of users.tag, told and not done: FROM users.tag\n`',
    ],
  ])('The check lets %s contain %s', (path, sql) => {
    expect(houseWith(path, sql).script('checks/schemas')).toMatchObject({ code: 0 });
  });

  it.each([
    [
      'libs/delivery/dispatches/chunk.repository.ts',
      'UPDATE users.installation SET ended_at = now()',
      'delivery writes its own schema only',
    ],
    [
      'libs/delivery/dispatches/chunk.repository.ts',
      'insert into\n users.tag VALUES (1)',
      'delivery writes its own schema only',
    ],
    [
      'libs/reporting/results/result.repository.ts',
      'DELETE FROM delivery.click',
      'reporting writes its own schema only',
    ],
    [
      'libs/reporting/results/result.repository.ts',
      'SELECT 1 FROM tenancy.application',
      'reporting reads its own schema and views v_… of others only',
    ],
    [
      'libs/reporting/results/result.repository.ts',
      'SELECT 1 FROM delivery.v_push_result r, users.app_user u',
      'reporting reads its own schema and views v_… of others only',
    ],
    [
      'libs/reporting/results/result.repository.ts',
      'UPDATE users.v_app_user SET tags = $1',
      'reporting writes its own schema only',
    ],
    [
      'libs/audience/new.repository.ts',
      "${read('users.app_user')}",
      'audience names its own schema and views v_… of others only',
    ],
    ['libs/audience/audience.service.ts', 'SELECT 1 FROM users.app_user', 'only a *.repository.ts or *.sql.ts'],
    [
      'libs/audience/new.repository.ts',
      'SELECT 1 FROM users.app_user',
      'audience reads its own schema and views v_… of others only',
    ],
    ['libs/audience/sql-engine/predicate.sql.ts', 'TRUNCATE users.tag', 'audience writes its own schema only'],
    [
      'libs/delivery/dispatches/chunk.repository.ts',
      'SELECT 1 FROM tenancy.application',
      'delivery reads its own schema and views v_… of others only',
    ],
    [
      'libs/delivery/dispatches/chunk.repository.ts',
      'SELECT 1 FROM delivery.chunk c, users.tag t',
      'delivery reads its own schema and views v_… of others only',
    ],
    [
      'libs/delivery/dispatches/chunk.repository.ts',
      'DELETE FROM delivery.chunk USING users.tag t',
      'delivery reads its own schema and views v_… of others only',
    ],
    [
      'libs/delivery/sending/chunk-sender.service.ts',
      'SELECT 1 FROM delivery.chunk',
      'only a *.repository.ts or *.sql.ts',
    ],
    ['apps/gateway/rest/users/users.controller.ts', 'SELECT 1 FROM users.tag', 'only a *.repository.ts or *.sql.ts'],
  ])('The check refuses in %s: %s', (path, sql, fault) => {
    const { code, output } = houseWith(path, sql).script('checks/schemas');
    expect(output).toContain(fault);
    expect(output).toContain(`${path}:`);
    expect(code).toBe(1);
  });
});
