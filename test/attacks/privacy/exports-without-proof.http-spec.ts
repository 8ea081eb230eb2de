import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { signIn, type PanelMember } from '../../support/contract/panel-member.js';

interface Operation {
  summary: string;
}
const { paths } = JSON.parse(readFileSync('openapi/panel.json', 'utf8')) as {
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>;
};

/** Files that name no person. */
const WITHOUT_PEOPLE: Readonly<Record<string, string>> = {
  '/apps/{app}/reports.csv': 'sums of campaigns',
  '/apps/{app}/erasures/lists/{id}/lines.csv': 'numbers of lines and what became of them',
  '/apps/{app}/imports/{id}/lines.csv': 'numbers of lines, fields and reasons',
};

const EXPORTS = Object.entries(paths).flatMap(([path, methods]) =>
  (['get', 'post'] as const).flatMap((method) =>
    methods[method]?.summary.startsWith('Exports ') === true ? [{ method, path: path.replace('/panel/1.0', '') }] : [],
  ),
);

let gateway: TestGateway;
let owner: PanelMember;
beforeAll(async () => {
  gateway = await startGateway();
  owner = await signIn(gateway);
});
afterAll(() => gateway.close());

async function ask({ method, path }: { method: 'get' | 'post'; path: string }): Promise<string> {
  const place = path.replace('{app}', 'shop').replaceAll(/\{\w+\}/g, '1');
  const search = path.includes('suppressions') ? '?channel=EMAIL' : '';
  const body = path.includes('audience') ? { target: { sendToAll: true }, columns: [] } : undefined;
  return (await (method === 'get' ? owner.get(place + search) : owner.post(place, body))).text;
}

describe('Exports of people by whoever finds an open panel', () => {
  it('The documents have exports with people and without', () => {
    const listed = EXPORTS.map(({ path }) => path);
    expect(listed).toEqual(expect.arrayContaining(Object.keys(WITHOUT_PEOPLE)));
    expect(listed.length).toBeGreaterThan(Object.keys(WITHOUT_PEOPLE).length + 3);
  });

  it.each(EXPORTS)(
    'The export $method $path needs a recent proof of who the member is, if people stand in it',
    async (operation) => {
      const isFree = operation.path in WITHOUT_PEOPLE;
      await gateway.fresh.db.affected(`UPDATE members.session SET proved_at = now()`);
      expect(await ask(operation)).not.toContain('proof_needed');
      await gateway.fresh.db.affected(`UPDATE members.session SET proved_at = now() - interval '11 minutes'`);
      expect((await ask(operation)).includes('proof_needed')).toBe(!isFree);
    },
  );
});
