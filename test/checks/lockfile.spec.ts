import { describe, expect, it } from 'vitest';
import { CopiedTree } from './copied-tree.js';

const LOCK = 'package-lock.json';
const NODE = 'node/package-lock.json';
const PEERS = 'lab/bench/peers/programs/package-lock.json';
const tree = (): CopiedTree => new CopiedTree([LOCK, NODE, PEERS]);
/** The entry of a package up to its hash. */
const ENTRY = '"node_modules/pg": {';

describe('Check of the lock files', () => {
  it('The check accepts all three lock files', () => {
    expect(tree().script('checks/lockfile')).toMatchObject({ code: 0 });
  });

  it.each([
    ['a package without a hash', ENTRY, `"node_modules/planted": { "version": "1.0.0" },\n    ${ENTRY}`, 'planted'],
    [
      'a weak hash',
      ENTRY,
      `"node_modules/planted": { "version": "1.0.0", "integrity": "sha1-abc=" },\n    ${ENTRY}`,
      'without a hash',
    ],
    [
      'an address',
      ENTRY,
      `"node_modules/planted": { "resolved": "https://evil.example/planted.tgz", "integrity": "sha512-${'A'.repeat(86)}==" },\n    ${ENTRY}`,
      'has entries with an address (resolved)',
    ],
    [
      'an optional package of another system that nobody named',
      ENTRY,
      `"node_modules/planted": { "optional": true, "os": ["aix"], "cpu": ["ppc64"] },\n    ${ENTRY}`,
      'without a hash',
    ],
  ])('The check of the lock files finds %s', (_, from, to, fault) => {
    const { code, output } = tree().change(LOCK, from, to).script('checks/lockfile');
    expect([code, output]).toEqual([1, expect.stringContaining(fault)]);
  });

  it('The check also covers the lock file of the peers in the benchmark', () => {
    const planted = `"node_modules/planted": { "version": "1.0.0" },\n    ${ENTRY}`;
    const { code, output } = tree().change(PEERS, ENTRY, planted).script('checks/lockfile');
    expect([code, output]).toEqual([1, expect.stringContaining(`${PEERS} has entries without a hash`)]);
  });
});
