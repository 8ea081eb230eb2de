import { useQuery } from '@tanstack/react-query';
import { audienceReach } from '../api/audience.js';
import type { AudienceReach } from '../api/types.js';
import { type Column, Table } from '../kit/tables/table.js';
import { useI18n } from '../i18n/i18n.js';
import css from './targets.module.css';
import { useTargetMessages } from './messages.js';

type Row = AudienceReach['platforms'][number];

interface ReachTableProps {
  /** Key of the application. */
  app: string;
  target: object;
  /** Platforms of the message, each with its label. */
  platforms: readonly (readonly [platform: string, name: string])[];
  /** Categories of the message: users who refused one of them drop out too. */
  categories: readonly string[];
}

/** Shows the exact number of users who drop out before the message, step by step, for each platform. */
export function ReachTable({ app, target, platforms, categories }: ReachTableProps) {
  const { f } = useI18n();
  const messages = useTargetMessages();
  const chosen = platforms.map(([platform]) => platform);
  const names = new Map(platforms);
  const { data } = useQuery({ ...audienceReach(app, target, chosen, categories), enabled: chosen.length > 0 });
  if (chosen.length === 0 || data === undefined) {
    return null;
  }
  const numbers = [
    ['has', messages.reachHas],
    ['permitted', messages.reachPermitted],
    ...(categories.length > 0 ? ([['wanted', messages.reachWanted]] as const) : []),
  ] as const;
  const columns: Column<Row>[] = [
    {
      id: 'platform',
      name: messages.platform,
      isName: true,
      renderCell: ({ platform }) => names.get(platform) ?? platform,
    },
    ...numbers.map(([id, name]) => ({ id, name, isNumber: true, renderCell: (row: Row) => f.number(row[id]) })),
  ];
  return (
    <div>
      <h3 className={css['heading']}>{messages.byPlatform}</h3>
      <Table caption={messages.byPlatform} columns={columns} rows={data.platforms} keyOf={({ platform }) => platform} />
      <p className={css['counts']}>{messages.byPlatformHelp}</p>
    </div>
  );
}
