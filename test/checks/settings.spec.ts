import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

const CONFIG = 'libs/platform/config/config.ts';
const house = (): CopiedTree =>
  new CopiedTree([CONFIG, 'libs/platform/config/load.ts', '.env.example', 'docs/deployment.md']);

describe('Check of settings', () => {
  it('Settings agree in Config, .env.example and the table of docs/deployment.md', () => {
    expect(house().script('checks/settings')).toMatchObject({ code: 0 });
  });

  it.each([
    ['.env.example', 'LEASE_MS=10000', 'LEASE_MS=1', '.env.example says LEASE_MS=1, but its default is "10000"'],
    ['.env.example', 'LEASE_MS=10000', '', '.env.example does not name LEASE_MS'],
    ['.env.example', 'LEASE_MS=', 'LEASE=1\nLEASE_MS=', '.env.example names LEASE, which'],
    ['docs/deployment.md', '| `LEASE_MS`', '| `LEASE`', 'docs/deployment.md does not name LEASE_MS'],
    [
      CONFIG,
      '  LEASE_MS = 10_000;',
      '  LEASE_MS = 9_000;',
      '.env.example says LEASE_MS=10000, but its default is "9000"',
    ],
    [CONFIG, '  LEASE_MS = 10_000;', '  LEASE_MS = 10_000;\n  MORE?: string;', 'load.ts never reads MORE'],
  ])('In %s, "%s" changed to "%s" is refused', (file, from, to, fault) => {
    const { code, output } = house().change(file, from, to).script('checks/settings');
    expect(output).toContain(fault);
    expect(code).toBe(1);
  });
});
