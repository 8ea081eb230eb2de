import type { CampaignRow } from '../../api/types.js';
import { CampaignBadge } from '../../widgets/campaign-badge.js';
import { platformName } from '../../widgets/platform-names.js';
import { ProgressBar } from '../../widgets/progress-bar.js';
import { Link } from '../../kit/controls/link.js';
import { Tick } from '../../kit/controls/tick.js';
import { type Column, Table } from '../../kit/tables/table.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useFilingMessages } from '../filing/messages.js';
import css from './campaigns.module.css';
import { useListMessages } from './messages.js';

interface RowsProps {
  rows: readonly CampaignRow[];
  ticked: readonly string[];
  onTick: (keys: readonly string[]) => void;
}

/** Campaigns as rows that can be selected. */
export function CampaignRows({ rows, ticked, onTick }: RowsProps) {
  const { w, f } = useI18n();
  const messages = useListMessages();
  const { app, may } = useApplication();
  const filing = useFilingMessages();
  const columns: Column<CampaignRow>[] = [
    {
      id: 'tick',
      name: filing.select,
      isShort: true,
      renderCell: ({ key, name }) => (
        <Tick
          label={filing.tick(name ?? key)}
          isTicked={ticked.includes(key)}
          onChange={(isTicked) => onTick(isTicked ? [...ticked, key] : ticked.filter((other) => other !== key))}
        />
      ),
    },
    {
      id: 'name',
      name: w.campaigns.name,
      isName: true,
      renderCell: ({ key, name, label }) => (
        <span className={css['name']}>
          <Link href={paths.campaign(app.key, key)}>{name ?? key}</Link>
          {label !== null && <span className={css['label']}>{label}</span>}
        </span>
      ),
    },
    { id: 'state', name: w.campaigns.state, renderCell: ({ state }) => <CampaignBadge state={state} /> },
    {
      id: 'platforms',
      name: w.campaigns.platform,
      from: 'wide',
      renderCell: ({ platforms }) => platforms.map((platform) => platformName(platform, w)).join(', '),
    },
    {
      id: 'due',
      isShort: true,
      name: w.campaigns.due,
      from: 'middle',
      renderCell: ({ startedAt, dueAt }) => {
        const at = startedAt ?? dueAt;
        return at === null ? '–' : f.moment(at);
      },
    },
    {
      id: 'progress',
      name: w.campaigns.progress,
      from: 'middle',
      renderCell: (row) => (
        <div className={css['bar']}>
          <ProgressBar progress={row} isSmall />
        </div>
      ),
    },
    { id: 'planned', name: w.campaigns.recipients, isNumber: true, renderCell: ({ planned }) => f.number(planned) },
    {
      id: 'clicks',
      name: w.campaigns.clicks,
      isNumber: true,
      from: 'wide',
      renderCell: ({ clicks }) => f.number(clicks),
    },
    {
      id: 'author',
      name: w.campaigns.author,
      isShort: true,
      from: 'wide',
      renderCell: ({ author }) => author?.name ?? '–',
    },
    ...(may('campaigns.write')
      ? [
          {
            id: 'copy',
            name: messages.copy,
            isShort: true,
            from: 'wide' as const,
            renderCell: ({ key }: CampaignRow) => (
              <Link href={paths.composer(app.key, { copy: key })}>{messages.copy}</Link>
            ),
          },
        ]
      : []),
  ];
  return <Table caption={w.campaigns.title} columns={columns} rows={rows} keyOf={({ key }) => key} />;
}
