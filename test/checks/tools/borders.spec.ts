import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

interface Side {
  path?: string | string[];
  pathNot?: string | string[];
}
interface Rule {
  name: string;
  from: Side;
  to: Side;
}

const config: { forbidden: Rule[] } = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs');

/** Tests if a path is one that a side of a rule names, as dependency-cruiser does. */
function isNamed({ path = [], pathNot = [] }: Side, file: string): boolean {
  const [wanted, others] = [path, pathNot].map((patterns) => [patterns].flat());
  return (
    (wanted?.length === 0 || wanted?.some((pattern) => new RegExp(pattern).test(file))) === true &&
    others?.some((pattern) => new RegExp(pattern).test(file)) === false
  );
}

/** The rules that refuse an import of one file by another. Rules that repeat a part of the importer's path are left out. */
function findRefusals(from: string, to: string): string[] {
  return config.forbidden
    .filter((rule) => rule.to.path !== undefined && !JSON.stringify(rule.to).includes('$1'))
    .filter((rule) => isNamed(rule.from, from) && isNamed(rule.to, to))
    .map(({ name }) => name);
}

const USERS = 'libs/users';

describe('Rules of imports', () => {
  it.each([
    [`${USERS}/registry/writes/user-writer.service.ts`, `${USERS}/profiles/store/user.repository.ts`, 'entry-of'],
    [`${USERS}/users.module.ts`, `${USERS}/imports/imports.module.ts`, 'entry-of'],
    ['libs/delivery/sending/batch.service.ts', `${USERS}/profiles/store/user.repository.ts`, 'entry-of-users'],
    ['apps/gateway/rest/users.controller.ts', `${USERS}/devices/tokens/token.repository.ts`, 'entry-of-users'],
    ['test/contract/users.contract.http-spec.ts', `${USERS}/consent/history/consent-origin.sql.ts`, 'entry-of-users'],
    [`${USERS}/identities/ids/alias.repository.ts`, `${USERS}/registry/index.ts`, 'parts-of'],
    [`${USERS}/consent/suppressions/suppression.service.ts`, `${USERS}/preferences/index.ts`, 'parts-of'],
    [`${USERS}/devices/device.service.ts`, `${USERS}/index.ts`, 'parts-of'],
    [`${USERS}/profiles/tags/tag.service.ts`, `${USERS}/profiles/index.ts`, 'no-own-entry'],
    [`${USERS}/profiles/model/attribute.types.ts`, `${USERS}/profiles/store/user.repository.ts`, 'folders-of'],
    ['libs/delivery/sending/batch-sender.service.ts', 'libs/delivery/engagement/link-token.service.ts', 'entry-of'],
    ['libs/delivery/engagement/click.service.ts', 'libs/delivery/webhooks/index.ts', 'parts-of'],
    ['libs/delivery/engagement/click.service.ts', 'libs/delivery/delivery.module.ts', 'parts-of'],
    ['libs/delivery/engagement/click.service.ts', 'libs/delivery/sending/result.repository.ts', 'folders-of'],
    ['apps/gateway/rest/users.controller.ts', 'libs/delivery/engagement/click.service.ts', 'entry-of-delivery'],
    ['libs/audit/chain.ts', `${USERS}/profiles/index.ts`, 'ladder-audit'],
  ])('The rules refuse that %s imports %s', (from, to, rule) => {
    expect(findRefusals(from, to)).toContainEqual(expect.stringContaining(rule));
  });

  it.each([
    [`${USERS}/registry/writes/user-writer.service.ts`, `${USERS}/profiles/index.ts`],
    [`${USERS}/users.module.ts`, `${USERS}/imports/index.ts`],
    ['libs/delivery/sending/batch.service.ts', `${USERS}/profiles/index.ts`],
    ['libs/delivery/delivery.module.ts', `${USERS}/index.ts`],
    ['apps/gateway/rest/users.controller.ts', `${USERS}/devices/index.ts`],
    [`${USERS}/profiles/store/user.repository.ts`, `${USERS}/profiles/model/attribute.types.ts`],
    ['libs/delivery/sending.module.ts', 'libs/delivery/engagement/click.service.ts'],
    ['libs/delivery/sending/batch-sender.service.ts', 'libs/delivery/engagement/index.ts'],
    ['libs/delivery/engagement/click.service.ts', 'libs/delivery/model/delivery.types.ts'],
    ['apps/gateway/rest/users.controller.ts', 'libs/delivery/engagement/index.ts'],
    [`${USERS}/identities/ids/alias.db-spec.ts`, `${USERS}/registry/writes/user-writer.service.ts`],
  ])('The rules accept that %s imports %s', (from, to) => {
    expect(findRefusals(from, to)).toEqual([]);
  });
});
