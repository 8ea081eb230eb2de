import { useQuery } from '@tanstack/react-query';
import { campaignRuns, type CampaignRunRow } from '../../api/sends/runs.js';
import type { Campaign } from '../../api/types.js';
import { Card } from '../../kit/layout/card.js';
import { Facts } from '../../kit/layout/facts.js';
import { type Column, Table } from '../../kit/tables/table.js';
import { useI18n } from '../../i18n/i18n.js';
import { useApplication } from '../../session/application.js';
import css from '../look/page.module.css';
import { useForecast } from '../scheduled/use-forecast.js';
import { useRunMessages } from './messages.js';

/** How a campaign repeats: its next runs with who gets them now, and what became of the earlier ones. */
export function RunsCard({ campaign }: { campaign: Campaign }) {
  const { f } = useI18n();
  const messages = useRunMessages();
  const { app } = useApplication();
  const { data } = useQuery(campaignRuns(app.key, campaign.key));
  const planned = useForecast(campaign).check?.planned;
  if (data === undefined || data.rule === null) {
    return null;
  }
  const { rule, notWithinDays, next, items } = data;
  const states: Readonly<Record<string, string>> = messages.states;
  const figure = (id: 'planned' | 'sent' | 'failed' | 'clicked', name: string): Column<CampaignRunRow> => {
    return { id, name, isNumber: true, renderCell: (row) => (row.run === null ? '' : f.number(row[id])) };
  };
  const columns: Column<CampaignRunRow>[] = [
    { id: 'due', name: messages.due, isName: true, renderCell: ({ dueAt }) => f.moment(dueAt) },
    { id: 'run', name: messages.run, isNumber: true, renderCell: ({ run }) => (run === null ? '' : f.number(run)) },
    { id: 'state', name: messages.state, renderCell: ({ state }) => states[state] ?? state },
    figure('planned', messages.recipients),
    figure('sent', messages.sent),
    figure('failed', messages.failed),
    figure('clicked', messages.clicked),
  ];
  return (
    <Card title={messages.title}>
      <div className={css['facts']}>
        <Facts
          facts={[
            { name: messages.rule, value: rule },
            ...(notWithinDays === null
              ? []
              : [{ name: messages.notWithin, value: messages.days(f.number(notWithinDays)) }]),
          ]}
        />
      </div>
      <h3>{messages.next}</h3>
      {next.length === 0 ? (
        <p>{messages.none}</p>
      ) : (
        <ol>
          {next.map(({ dueAt }) => (
            <li key={dueAt}>
              {f.moment(dueAt)}
              {planned !== undefined && ` · ${messages.people(f.number(planned))}`}
            </li>
          ))}
        </ol>
      )}
      <h3>{messages.runs}</h3>
      {items.length === 0 ? (
        <p>{messages.noRuns}</p>
      ) : (
        <Table caption={messages.runs} columns={columns} rows={items} keyOf={({ dueAt }) => dueAt} />
      )}
    </Card>
  );
}
