import { useQuery } from '@tanstack/react-query';
import { waitingCampaigns, type WaitingCampaign, type WaitingCampaigns } from '../api/compose/approvals.js';
import { Link } from '../kit/controls/link.js';
import { Badge } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './approvals.module.css';
import { RequestPage } from './request-page.js';
import { useApprovalMessages } from './messages.js';

/** Campaigns that wait for approval: all of them, or one, as the address says. */
export function Approvals({ search: { request } }: { search: Record<string, string | undefined> }) {
  return request === undefined ? <List /> : <RequestPage key={request} requestKey={request} />;
}

function List() {
  const { w, f } = useI18n();
  const messages = useApprovalMessages();
  const { app } = useApplication();
  const query = useQuery(waitingCampaigns(app.key));
  const columns: Column<WaitingCampaign>[] = [
    {
      id: 'name',
      name: messages.name,
      isName: true,
      renderCell: ({ key, name, own }) => (
        <span className={css['name']}>
          <Link href={paths.approvals(app.key, key)}>{name ?? key}</Link>
          {own !== null && (
            <span>
              <Badge tone="quiet">{messages.own[own] ?? own}</Badge>
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'recipients',
      name: messages.recipients,
      isNumber: true,
      renderCell: ({ planned }) => (planned === null ? '–' : f.number(planned)),
    },
    {
      id: 'approvals',
      name: messages.approvals,
      isShort: true,
      from: 'middle',
      renderCell: ({ given, needed }) => messages.of(f.number(given), f.number(needed)),
    },
    {
      id: 'author',
      name: messages.author,
      from: 'middle',
      renderCell: ({ author }) => author?.name ?? messages.unknown,
    },
    { id: 'asked', name: messages.asked, isShort: true, from: 'wide', renderCell: ({ askedAt }) => f.moment(askedAt) },
    {
      id: 'until',
      name: messages.until,
      isShort: true,
      from: 'wide',
      renderCell: ({ expiresAt }) => (expiresAt === null ? '–' : f.moment(expiresAt)),
    },
  ];
  return (
    <Screen
      title={messages.title}
      trail={<Link href={paths.campaigns(app.key)}>{w.campaigns.title}</Link>}
      subtitle={messages.subtitle}
    >
      {query.data && query.data.steps.length > 0 && <Rule steps={query.data.steps} />}
      <Card isFlush>
        <Loaded query={query}>
          {({ items, steps }) =>
            items.length === 0 ? (
              <Empty title={messages.none} help={steps.length === 0 ? messages.off : messages.noneHelp} />
            ) : (
              <Table caption={messages.title} columns={columns} rows={items} keyOf={({ key }) => key} />
            )
          }
        </Loaded>
      </Card>
    </Screen>
  );
}

/** How many must approve what, in words. */
function Rule({ steps }: Pick<WaitingCampaigns, 'steps'>) {
  const messages = useApprovalMessages();
  const sentences = steps.map(({ from, approvers }) =>
    messages.asks(from === null ? messages.anySize : messages.moreThan(from), approvers),
  );
  return <p className={css['quiet']}>{sentences.join(' ')}</p>;
}
