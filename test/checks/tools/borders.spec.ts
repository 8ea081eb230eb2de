import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { CopiedTree } from '../copied-tree.js';

interface Rule {
  name: string;
}
interface Import {
  to: string;
  kind: 'file' | 'library' | 'node' | 'unknown';
}

const { findBreaches } = (await import(
  new URL('../../../scripts/borders/find-breaches.mjs', import.meta.url).href
)) as {
  findBreaches: (imports: Map<string, Import[]>, rules: Rule[]) => { rule: string; from: string; to: string }[];
};
const config: { forbidden: Rule[] } = createRequire(import.meta.url)('../../../.borders.cjs');

/** Names of the rules that refuse an import of one file by another. */
function findRefusals(from: string, to: string): string[] {
  return findBreaches(new Map([[from, [{ to, kind: 'file' }]]]), config.forbidden).map(({ rule }) => rule);
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

/** Apart from its bracket, so that this file has no such import itself. */
const LATER = 'import';

/** A rule, the text of a file that breaks it, and a part of the import that the check must name. */
const BREACHES: [rule: string, file: string, text: string, target: string][] = [
  ['no-cycles', 'libs/inbox/first.ts', `import './second.js';`, 'libs/inbox/second.ts'],
  ['nothing-unresolved', 'libs/inbox/lost.ts', `import './absent.js';`, './absent.js'],
  ['nothing-unresolved', 'libs/inbox/lost-library.ts', `import 'not-installed';`, 'not-installed'],
  ['libs-never-import-apps', 'libs/inbox/app.ts', `import '../../apps/gateway/start.js';`, 'apps/gateway/start.ts'],
  ['apps-never-import-each-other', 'apps/worker/app.ts', `import '../gateway/start.js';`, 'apps/gateway/start.ts'],
  ['entry-of-users', 'libs/inbox/users.ts', `export * from '../users/profiles/tag.js';`, 'libs/users/profiles/tag.ts'],
  ['no-own-entry', 'libs/inbox/own.ts', `export { a } from './index.js';`, 'libs/inbox/index.ts'],
  ['platform-imports-nothing-above', 'libs/platform/ids/up.ts', `import '#libs/inbox';`, 'libs/inbox/index.ts'],
  [
    'platform-parts-only-through-entries',
    'libs/platform/ids/deep.ts',
    `import '../clock/clock.js';`,
    'libs/platform/clock/clock.ts',
  ],
  ['ladder-audit', 'libs/audit/up.ts', `import type { a } from '#libs/inbox';`, 'libs/inbox/index.ts'],
  ['parts-of-users-consent', 'libs/users/consent/up.ts', `import '../search/index.js';`, 'libs/users/search/index.ts'],
  [
    'entry-of-users-profiles',
    'libs/users/search/deep.ts',
    `export const load = () => ${LATER}('../profiles/tag.js');`,
    'libs/users/profiles/tag.ts',
  ],
  ['no-own-entry-users-search', 'libs/users/search/own.ts', `import './index.js';`, 'libs/users/search/index.ts'],
  [
    'folders-of-audience-targets',
    'libs/audience/targets/up.ts',
    `export type Up = typeof ${LATER}('../counts/count.js');`,
    'libs/audience/counts/count.ts',
  ],
  ['lab-is-imported-by-nothing', 'test/lab.spec.ts', `import '../lab/tool.js';`, 'lab/tool.ts'],
  ['packages-import-node-alone', 'packages/http2-client/pg.ts', `import 'pg';`, 'node_modules/pg/'],
  [
    'tests-of-packages-know-no-module',
    'packages/http2-client/client.spec.ts',
    `import '../../libs/inbox/index.js';`,
    'libs/inbox/index.ts',
  ],
  [
    'packages-only-through-their-entry',
    'libs/channels/frames.ts',
    `import '../../packages/http2-client/pg.js';`,
    'packages/http2-client/pg.ts',
  ],
  [
    'http2-client-only-in-channels',
    'libs/inbox/client.ts',
    `import '#http2-client';`,
    'packages/http2-client/index.ts',
  ],
  ['typeorm-only-in-repositories', 'libs/inbox/rule.ts', `import 'typeorm';`, 'node_modules/typeorm/'],
  ['bullmq-only-in-queue', 'libs/inbox/job.ts', `import 'bullmq';`, 'node_modules/bullmq/'],
  ['pg-only-in-the-floor', 'libs/inbox/pool.ts', `import type { Pool } from 'pg';`, 'node_modules/pg/'],
  [
    'providers-only-in-channels',
    'libs/inbox/sms.ts',
    `import 'twilio/lib/rest.js';`,
    'node_modules/twilio/lib/rest.js/',
  ],
  ['http-only-at-the-edge', 'libs/inbox/request.ts', `import 'express';`, 'node_modules/express/'],
  ['validators-only-in-dtos', 'libs/inbox/body.ts', `import 'class-validator';`, 'node_modules/class-validator/'],
  ['panel-knows-the-interface-alone', 'apps/panel/main.ts', `import '#libs/inbox';`, 'libs/inbox/index.ts'],
  ['panel-screens-stand-alone', 'apps/panel/home/page.tsx', `import '../users/page.js';`, 'apps/panel/users/page.tsx'],
  ['react-only-in-the-panel', 'libs/inbox/view.ts', `import 'react';`, 'node_modules/react/'],
  [
    'react-aria-only-in-the-kit',
    'apps/panel/users/page.tsx',
    `import 'react-aria-components';`,
    'node_modules/react-aria-components/',
  ],
  [
    'router-only-in-its-file',
    'apps/panel/users/link.tsx',
    `import '@tanstack/react-router';`,
    'node_modules/@tanstack/react-router/',
  ],
];

/** Files that break no rule, which the others import. */
const OTHERS: Record<string, string> = {
  'libs/inbox/second.ts': `import './first.js';`,
  'libs/inbox/index.ts': 'export const a = 1;',
  'libs/platform/clock/clock.ts': '',
  'libs/users/profiles/tag.ts': '',
  'libs/users/search/index.ts': '',
  'libs/audience/counts/count.ts': '',
  'apps/gateway/start.ts': '',
  'lab/tool.ts': '',
  'packages/http2-client/index.ts': `import 'node:http2';`,
};
const LIBRARIES = [
  'pg',
  'typeorm',
  'bullmq',
  'twilio',
  'express',
  'class-validator',
  'react',
  'react-aria-components',
  '@tanstack/react-router',
];

/** Rules that .borders.cjs makes of a list, each a kind of which a breach is planted. */
const KINDS = ['ladder-', 'entry-of-', 'parts-of-', 'no-own-entry-', 'folders-of-'];

const plantOthers = (): CopiedTree => {
  const tree = new CopiedTree([]);
  Object.entries(OTHERS).forEach(([path, text]) => tree.write(path, text));
  LIBRARIES.forEach((name) => tree.write(`node_modules/${name}/package.json`, '{}'));
  return tree;
};

describe('Check of imports', () => {
  it('A planted breach of each rule is named, with the files', () => {
    const tree = plantOthers();
    BREACHES.forEach(([, file, text]) => tree.write(file, text));
    const { code, output } = tree.script('borders');
    for (const [rule, file, , target] of BREACHES) {
      expect(output).toContain(`${rule}: ${file} imports ${target}\n`);
    }
    expect(code).toBe(1);
  });

  it('Each rule, or another that is made of the same list, has a planted breach', () => {
    const planted = new Set(BREACHES.map(([rule]) => rule));
    const kinds = KINDS.filter((kind) => [...planted].some((rule) => rule.startsWith(kind)));
    expect(kinds).toEqual(KINDS);
    const others = config.forbidden.filter(({ name }) => !kinds.some((kind) => name.startsWith(kind)));
    expect(others.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });

  it('A tree that keeps the rules passes', () => {
    const tree = plantOthers().remove('libs/inbox/second.ts');
    expect(tree.script('borders')).toMatchObject({ code: 0, output: expect.stringContaining('8 files keep') });
  });
});
