import { describe, expect, it } from 'vitest';
import { formatTable, type ResultLine } from './result-table.js';

const line = (more: Partial<ResultLine>): ResultLine => ({
  platform: 'IOS',
  sent: 95,
  failed: 5,
  clicked: 2,
  provider: 'apns',
  accepted: 95,
  rejected: 5,
  ...more,
});

describe('Result table of the demo', () => {
  it('The result table aligns the figures, adds them up and marks rows that agree with the simulator', () => {
    expect(
      formatTable([
        line({}),
        line({ platform: 'SMS', provider: 'sms', sent: 100, failed: 0, accepted: 100, rejected: 0 }),
      ]),
    ).toEqual([
      '  platform  sent  failed  clicked  simulator  accepted  rejected',
      '  IOS         95       5        2  apns             95         5  agree',
      '  SMS        100       0        2  sms             100         0  agree',
      '  together   195       5        4                  195         5  agree',
    ]);
  });

  it('The result table marks a row whose figures differ from the counts of the provider', () => {
    const rows = formatTable([line({ accepted: 94 })]);
    expect(rows[1]).toMatch(/DIFFER$/);
  });
});
