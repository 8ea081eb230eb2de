import { describe, expect, it } from 'vitest';
const SCRIPT = new URL('../../scripts/checks/support/advisories.mjs', import.meta.url).href;
const { judgeAudit } = (await import(SCRIPT)) as {
  judgeAudit: (
    output: string,
    accepted: { advisory: string; reason: string; until: string }[],
    now: Date,
  ) => { faults: string[]; notes: string[] };
};

const NOW = new Date('2026-11-22T12:00:00Z');
const ID = 'GHSA-abcd-1234-efgh';
const answer = (severity: string): string =>
  `npm warn something\n${JSON.stringify({
    vulnerabilities: {
      left: { via: ['right'] },
      right: {
        via: [
          {
            name: 'right',
            title: 'reads too much',
            severity,
            range: '<2.0.0',
            url: `https://github.com/advisories/${ID}`,
          },
        ],
      },
    },
  })}`;

describe('Check of advisories', () => {
  it.each(['high', 'critical'])('The check of advisories fails for an advisory that is %s', (severity) => {
    const { faults } = judgeAudit(answer(severity), [], NOW);
    expect(faults).toEqual([`${severity}: right <2.0.0: reads too much (${ID})`]);
  });

  it('The check of advisories only notes an advisory of a lower severity', () => {
    const { faults, notes } = judgeAudit(answer('moderate'), [], NOW);
    expect([faults, notes.length]).toEqual([[], 1]);
  });

  it('The check of advisories accepts a listed advisory until its last day', () => {
    const accepted = [{ advisory: ID, reason: 'never called', until: '2026-11-22' }];
    expect(judgeAudit(answer('high'), accepted, NOW).faults).toEqual([]);
    expect(judgeAudit(answer('high'), accepted, new Date('2026-11-23T00:00:00Z')).faults).toHaveLength(1);
    expect(judgeAudit('{"vulnerabilities":{}}', accepted, NOW).notes.join()).toContain('no dependency has it any more');
  });

  it.each([
    ['no answer', ''],
    ['a page', '<html>'],
    ['a registry without advisories', '{"message":"405 Method Not Allowed"}'],
    ['a registry that is away', '{"error":{"summary":"getaddrinfo ENOTFOUND"}}'],
  ])('The check of advisories does not fail for %s', (_, output) => {
    const { faults, notes } = judgeAudit(output, [], NOW);
    expect(faults).toEqual([]);
    expect(notes.join()).toContain('left out');
  });
});
