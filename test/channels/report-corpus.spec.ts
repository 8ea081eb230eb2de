import { describe, expect, it } from 'vitest';
import { readBounceReport, type BounceReport } from '#libs/channels';
import { fillSample, REPORT_SAMPLES, type ReportSample } from '../support/callbacks/report-samples.js';

const MESSAGE = {
  verp: 'bounce+1a2b3c4d5e6f@bounces.shop.example',
  messageId: '00000000-0000-4000-8000-00000000002a.1a2b3c4d5e6f@shop.example',
  unsubscribeUrl: 'https://push.shop.example/u/1aB2cD.3eF4',
};

function kindOf(report: BounceReport): ReportSample['expected']['kind'] {
  if (report.kind === 'notice') {
    return report.isDelay ? 'temporary' : 'none';
  }
  return report.kind === 'other' ? 'none' : report.kind;
}

describe('Corpus of returned mails', () => {
  it('The corpus has at least 60 texts, each with a name of its own', () => {
    expect(REPORT_SAMPLES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(REPORT_SAMPLES.map(({ name }) => name)).size).toBe(REPORT_SAMPLES.length);
  });

  it.each(REPORT_SAMPLES.map((sample) => [sample.system, sample.name, sample] as const))(
    'The kind of a text and the fate of its address are read. %s: %s',
    async (_system, _name, sample) => {
      const { expected, recipient = 'ada@firma.example' } = sample;
      const report = await readBounceReport(Buffer.from(fillSample(sample, { ...MESSAGE, recipient })));
      const isDead = report.kind === 'bounce' && report.isDead;
      expect({ kind: kindOf(report), dead: isDead }).toEqual({ kind: expected.kind, dead: expected.dead ?? isDead });
      if (report.kind === 'bounce') {
        expect([[], [recipient]]).toContainEqual([...new Set(report.addresses)]);
      }
      if (report.kind === 'complaint') {
        const texts = [...report.mailFrom, ...(report.traces ?? [])];
        expect(Object.values(MESSAGE).some((trace) => texts.some((text) => text.includes(trace)))).toBe(true);
      }
    },
  );

  it.each(['policy', 'blocked', 'spf', 'spam', 'rbl', 'dkim', 'blacklist', 'reputation', 'spamhaus'])(
    'The name "%s" of a recipient, a domain or both changes no verdict about an address',
    async (word) => {
      for (const recipient of [`${word}@firma.example`, `ada@${word}.example`, `ada.${word}@${word}-mail.example`]) {
        for (const sample of REPORT_SAMPLES.filter(({ expected }) => expected.dead !== undefined)) {
          const raw = fillSample(sample, { ...MESSAGE, recipient: sample.recipient ?? recipient });
          const report = await readBounceReport(Buffer.from(raw));
          const isDead = report.kind === 'bounce' && report.isDead;
          expect({ name: sample.name, recipient, isDead }).toEqual({
            name: sample.name,
            recipient,
            isDead: sample.expected.dead,
          });
        }
      }
    },
  );
});
