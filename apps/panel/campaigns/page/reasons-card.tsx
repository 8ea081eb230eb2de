import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { queries } from '../../api/queries.js';
import type { Campaign, Reason } from '../../api/types.js';
import { platformName } from '../../widgets/platform-names.js';
import { useReasonMessages } from '../../widgets/reason-messages.js';
import { useReasonTitles } from '../../widgets/reason-titles.js';
import { Link } from '../../kit/controls/link.js';
import { Mark } from '../../kit/layout/badge.js';
import { Card } from '../../kit/layout/card.js';
import { Empty } from '../../kit/states/notice.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { type Column, Table } from '../../kit/tables/table.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useScheduledMessages } from '../scheduled/messages.js';
import css from '../look/page.module.css';
import { useCampaignMessages } from './messages.js';

/** Marks people who were left out at the launch: they are no recipients, and so on no platform. */
const LEFT_OUT = 'ANY';

/** Why some did not get it: each reason with its number, what follows, and people. */
export function ReasonsCard({ campaign }: { campaign: Campaign }) {
  const { w, f } = useI18n();
  const messages = useCampaignMessages();
  const { app } = useApplication();
  const query = useQuery(queries.reasons(app.key, campaign.key));
  const scheduled = useScheduledMessages();
  const { failed, skipped, planned, sent } = campaign;
  const none =
    planned === 0 ? scheduled.reasonsNever : sent === planned ? scheduled.reasonsAll : scheduled.reasonsSoFar;
  return (
    <Card
      title={w.campaign.reasons}
      note={failed + skipped > 0 ? messages.reasonsSum(f.number(failed), f.number(skipped)) : undefined}
      isFlush
    >
      <Loaded
        query={query}
        skeleton={
          <div className={css['inset']}>
            <Skeleton lines={4} height={36} />
          </div>
        }
      >
        {({ items }) => (items.length === 0 ? <Empty title={none} /> : <Reasons campaign={campaign} items={items} />)}
      </Loaded>
      <div className={css['foot']}>
        <Link kind="button" href={paths.recipients(app.key, campaign.key)}>
          {w.campaign.allRecipients}
        </Link>
      </div>
    </Card>
  );
}

function Reasons({ campaign, items }: { campaign: Campaign; items: readonly Reason[] }) {
  const { w, f } = useI18n();
  const { app } = useApplication();
  const { meanings } = useReasonMessages();
  const titleOf = useReasonTitles();
  const messages = useCampaignMessages();
  const columns: Column<Reason>[] = [
    {
      id: 'reason',
      name: w.campaign.reason,
      isName: true,
      renderCell: ({ status, reason, platform, examples }) => (
        <span className={css['reason']}>
          <Mark tone={status === 'FAILED' ? 'failed' : 'skipped'} />
          <span className={css['name']}>
            <Link href={paths.recipients(app.key, campaign.key, { status, reason, platform })}>{titleOf(reason)}</Link>
            <span className={css['caption']}>
              {platform === LEFT_OUT ? messages.leftOutReason : `${w.results[status]}, ${platformName(platform, w)}`},{' '}
              {reason}
            </span>
            {meanings[reason] !== undefined && <span className={css['meaning']}>{meanings[reason]}</span>}
            {examples.length > 0 && (
              <span className={css['examples']}>
                {w.campaign.example}:{' '}
                {examples.map((example, index) => {
                  const { name, href } = personOf(app.key, campaign.key, example);
                  return (
                    <Fragment key={name}>
                      {index > 0 && ', '}
                      <Link href={href}>{name}</Link>
                    </Fragment>
                  );
                })}
              </span>
            )}
          </span>
        </span>
      ),
    },
    { id: 'n', name: w.campaigns.recipients, isNumber: true, renderCell: ({ n }) => f.number(n) },
    {
      id: 'share',
      name: w.campaign.share,
      isNumber: true,
      from: 'middle',
      renderCell: ({ n, platform }) =>
        campaign.planned === 0 || platform === LEFT_OUT ? '–' : f.percent(n / campaign.planned),
    },
  ];
  return (
    <Table
      caption={w.campaign.reasons}
      columns={columns}
      rows={items.toSorted((a, b) => b.n - a.n)}
      keyOf={({ platform, status, reason }) => `${platform} ${status} ${reason}`}
    />
  );
}

/** The address of a person's page: by uid, or a search by the exact extId. */
function personOf(app: string, campaign: string, example: Reason['examples'][number]): { name: string; href: string } {
  return typeof example === 'string'
    ? { name: example, href: paths.users(app, { by: 'extId', value: example }) }
    : { name: example.extId ?? example.uid, href: paths.user(app, example.uid, { campaign }) };
}
