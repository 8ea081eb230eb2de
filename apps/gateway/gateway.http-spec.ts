import type { OpenAPIObject } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#libs/tenancy';
import { Config } from '#platform/config';
import { startGateway, type TestGateway } from '../../test/support/contract/gateway.js';
import { buildDocument } from './http/openapi/openapi.js';

interface Operation {
  method: string;
  path: string;
  statuses: string[];
}

let gateway: TestGateway;
let operations: Operation[];

beforeAll(async () => {
  // One request without a key to each operation would reach the limit of an address.
  gateway = await startGateway(undefined, { UNKNOWN_KEYS_PER_MINUTE: '0' });
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('every scope', { scopes: SCOPES });
  await gateway.makeKey('no scope', { scopes: [] });
  operations = operationsOf(buildDocument(gateway.app, gateway.app.get(Config)));
});
afterAll(() => gateway.close());

/** Properties that every operation of the product has in common. */
describe('Operations of the gateway', () => {
  it('Every operation documents 200 as its only success status', () => {
    expect(operations.length).toBeGreaterThan(10);
    const offenders = operations.filter(({ statuses }) => statuses.filter((status) => status < '400').join() !== '200');
    expect(offenders).toEqual([]);
  });

  it('Every operation rejects a request without a key', async () => {
    for (const { method, path } of operations) {
      expect(await gateway.call(path, { method, key: null }), path).toMatchObject({
        status: 401,
        json: { code: 2010 },
      });
    }
  });

  it('Every REST operation rejects app keys and keys without a scope, and accepts a key with every scope', async () => {
    for (const { method, path } of operations.filter((operation) => operation.path.startsWith('/rest/'))) {
      const refused = { status: 403, json: { code: 2022 } };
      expect(await gateway.call(path, { method, key: 'mobile' }), path).toMatchObject(refused);
      expect(await gateway.call(path, { method, key: 'no scope' }), path).toMatchObject(refused);
      expect((await gateway.call(path, { method, key: 'every scope' })).status, path).not.toBe(403);
    }
  });

  it.each(['', '{}', '[]', '[null]', '[{}]', '"x"', 'null', '0', '{"__proto__":[]}', '{"extId":{}}', '[{"extId":[]}]'])(
    'Every operation answers the body %j with 200 or an error in the envelope',
    async (raw) => {
      for (const { method, path } of operations) {
        const key = path.startsWith('/sdk/') ? 'mobile' : 'rest';
        const answer = await gateway.call(path, {
          method,
          key,
          ...(method === 'GET' ? {} : { raw, headers: { 'content-type': 'application/json' } }),
        });
        expect([200, 400, 403], `${path}: ${answer.text}`).toContain(answer.status);
        if (answer.status !== 200) {
          expect(answer.json, path).toEqual({
            code: expect.any(Number) as number,
            [path.startsWith('/push/') ? 'message' : 'error']: expect.stringMatching(/./) as string,
            ...(raw.startsWith('[') &&
              'faults' in (answer.json as object) && { faults: [expect.any(Object) as object] }),
          });
        }
      }
    },
  );
});

function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'delete', 'patch'] as const).flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method: method.toUpperCase(), path, statuses: Object.keys(operation.responses) }] : [];
    }),
  );
}
