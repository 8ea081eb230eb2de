import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const { loadEnvironment } = (await import(new URL('../../../scripts/environment.mjs', import.meta.url).href)) as {
  loadEnvironment(root: string): string | undefined;
};

it.each(['HERALD_HOME', 'REDIS_CA', 'TLS_CERT', 'TLS_KEY', 'NODE_EXTRA_CA_CERTS'])(
  'loadEnvironment reads %s relative to the folder of .env',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'herald-env-'));
    const before = process.env[name];
    delete process.env[name];
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
      delete process.env[name];
      if (before !== undefined) {
        process.env[name] = before;
      }
    });
    writeFileSync(join(folder, '.env'), `${name}=files/a\n`);
    expect(loadEnvironment(folder)).toBeUndefined();
    expect(process.env[name]).toBe(join(folder, 'files/a'));
  },
);
