import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { signIn, type PanelMember } from '../../support/contract/panel-member.js';

interface Operation {
  requestBody?: { content: Record<string, unknown> };
  'x-max-body-bytes'?: number;
}
/** Size that an operation takes when it names no other. */
const DEFAULT_BYTES = 5 * 1024 * 1024;

const OPERATIONS = ['rest', 'sdk', 'panel'].flatMap((document) => {
  const { paths } = JSON.parse(readFileSync(`openapi/${document}.json`, 'utf8')) as {
    paths: Record<string, { post?: Operation }>;
  };
  return Object.entries(paths).flatMap(([path, { post }]) =>
    post?.requestBody?.content['application/json'] === undefined
      ? []
      : [{ document, path, bytes: post['x-max-body-bytes'] ?? DEFAULT_BYTES }],
  );
});

let gateway: TestGateway;
let owner: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.makeKey('js', { kind: 'js' });
  owner = await signIn(gateway);
});
afterAll(() => gateway.close());

describe('Bodies of each operation that are larger than it takes', () => {
  it('The documents have operations with small bodies, and with larger ones', () => {
    expect(OPERATIONS.length).toBeGreaterThan(80);
    expect(new Set(OPERATIONS.map(({ bytes }) => bytes)).size).toBeGreaterThan(5);
  });

  it.each(OPERATIONS)(
    'A body of more than $bytes bytes to $path is refused in words',
    async ({ document, path, bytes }) => {
      const place = path
        .replace('{app}', 'shop')
        .replace('{section}', 'settings')
        .replaceAll(/\{\w+\}/g, '1');
      const raw = JSON.stringify({ x: 'x'.repeat(bytes) });
      const answer =
        document === 'panel'
          ? await owner.post(place.replace('/panel/1.0', ''), raw)
          : await gateway.call(place, {
              raw,
              headers: { 'content-type': 'application/json' },
              key: document === 'sdk' ? 'js' : 'rest',
            });
      expect(answer.text).toContain('larger than');
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    },
  );
});
