import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';

const SECRET = 'the shared secret of the example, long enough';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const page = readFileSync('docs/user-authentication.md', 'utf8');
const exampleIn = (language: string): string =>
  [...page.matchAll(/```(\w+)\n([^]*?)```/g)].findLast(([, name]) => name === language)?.[2] ?? '';
const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

let gateway: TestGateway;
let folder: string;

beforeAll(async () => {
  gateway = await startGateway();
  const identityKeys = [
    { id: '2026-11', algorithm: 'ES256', key: publicKey.export({ type: 'spki', format: 'pem' }) },
    { id: 'shared', algorithm: 'HS256', key: SECRET },
  ];
  await gateway.app.get(ApplyService).apply({ app: 'shop', identityKeys }, { dryRun: false });
  await gateway.makeKey('js', { kind: 'js' });
  folder = mkdtempSync(join(tmpdir(), 'herald-sign-'));
  writeFileSync(join(folder, 'identity-private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, 'identity-secret.txt'), `${SECRET}\n`);
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

describe('docs/user-authentication.md', () => {
  it.each([
    ['js', 'node', 'sign.mjs', 'identity-private.pem'],
    ['python', 'python3', 'sign.py', 'identity-secret.txt'],
  ])(
    'The example in %s of docs/user-authentication.md signs a token that the gateway accepts',
    async (language, command, file, key) => {
      if (!isThere(command)) {
        return;
      }
      writeFileSync(join(folder, file), exampleIn(language));
      const extId = `user of ${language} ü`;
      const identityToken = execFileSync(command, [file, key, extId], { cwd: folder, encoding: 'utf8' }).trim();
      const body = { platform: 'IOS', extId, identityToken };
      expect(await gateway.call('/sdk/1.0/installations', { body, key: 'js' })).toMatchObject({ status: 200 });
      const another = { ...body, extId: 'somebody else' };
      expect(await gateway.call('/sdk/1.0/installations', { body: another, key: 'js' })).toMatchObject({ status: 401 });
    },
  );

  it.each(['js', 'python', 'php', 'java', 'go'])(
    'The example in %s of docs/user-authentication.md has every part of a token',
    (language) => {
      const example = exampleIn(language);
      for (const part of ['2026-11|shared', 'sub(ject)?\\b', 'aud(ience)?\\b', 'exp|expirationTime', 'ES256|HS256']) {
        expect(example).toMatch(new RegExp(part));
      }
    },
  );
});
