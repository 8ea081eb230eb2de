import { Badge, Mark, type Tone } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { Code } from '../kit/layout/code.js';
import { Facts } from '../kit/layout/facts.js';
import { Figure } from '../kit/layout/figure.js';
import { Fold } from '../kit/layout/fold.js';
import { Pages } from '../kit/tables/pages.js';
import { Table } from '../kit/tables/table.js';
import { useI18n } from '../i18n/i18n.js';
import css from './gallery.module.css';

const ROWS: readonly { tone: Tone; n: number }[] = [
  { tone: 'sent', n: 731_004 },
  { tone: 'failed', n: 12_871 },
  { tone: 'skipped', n: 2343 },
  { tone: 'doubt', n: 12 },
  { tone: 'waiting', n: 458_281 },
];

/** Shows numbers, labels of states, tables and stored values. */
export function TableParts() {
  const { w, f } = useI18n();
  const names: Readonly<Record<string, string>> = {
    sent: w.campaign.sent,
    failed: w.campaign.failed,
    skipped: w.campaign.skipped,
    doubt: w.campaign.inDoubt,
    waiting: w.campaign.waiting,
  };
  return (
    <>
      <Card title="Table, Pages" isFlush>
        <Table
          caption={w.campaign.status}
          rows={ROWS}
          keyOf={({ tone }) => tone}
          columns={[
            {
              id: 'name',
              name: w.campaign.status,
              isName: true,
              renderCell: ({ tone }) => (
                <span className={css['row']}>
                  <Mark tone={tone} />
                  {names[tone]}
                </span>
              ),
            },
            {
              id: 'badge',
              name: w.campaigns.state,
              renderCell: ({ tone }) => <Badge tone={tone}>{names[tone]}</Badge>,
            },
            { id: 'n', name: w.campaigns.recipients, isNumber: true, renderCell: ({ n }) => f.number(n) },
          ]}
        />
        <Pages names={[w.campaigns.newer, w.campaigns.older]} onAfter={() => {}} />
      </Card>
      <Card title="Figure, Facts, Fold, Code" note={w.campaign.asOf(f.clock('2026-03-04T10:14:32Z'))}>
        <div className={css['list']}>
          <Figure value={f.number(746_218)} unit={w.campaign.final(f.number(1_204_511))} />
          <Facts
            facts={[
              { name: 'plan', value: 'plus' },
              { name: 'iPhone 17', note: 'iOS · 8.2', value: f.day('2026-03-04') },
            ]}
          />
          <Fold title={w.users.raw}>
            <Code label={w.users.raw} value={{ aps: { alert: { title: 'Spring' } } }} />
          </Fold>
        </div>
      </Card>
    </>
  );
}
