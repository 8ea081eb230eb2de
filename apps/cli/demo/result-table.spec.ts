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

describe('the table of the demo', () => {
  it('lines the figures up, adds them and says that they agree', () => {
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

  it('says when a figure is not that of the provider', () => {
    const rows = formatTable([line({ accepted: 94 })]);
    expect(rows[1]).toMatch(/DIFFER$/);
  });
});
