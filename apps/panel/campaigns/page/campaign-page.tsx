import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { queries } from '../../api/queries.js';
import type { Campaign } from '../../api/types.js';
import { CampaignBadge } from '../../widgets/campaign-badge.js';
import { Link } from '../../kit/controls/link.js';
import { Views } from '../../kit/controls/views.js';
import { Card } from '../../kit/layout/card.js';
import { Columns, Screen, Stack } from '../../kit/layout/screen.js';
import { Stale } from '../../kit/states/notice.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useLive, useLiveState } from '../../session/live.js';
import { useI18n } from '../../i18n/i18n.js';
import { ContentsCard } from '../contents/contents-card.js';
import { DrillCard } from '../drill/drill-card.js';
import { AheadCard } from '../scheduled/ahead-card.js';
import { useFilingMessages } from '../filing/messages.js';
import { PageMenu } from '../filing/page-menu.js';
import { isAhead } from '../scheduled/beginning.js';
import { useScheduledMessages } from '../scheduled/messages.js';
import { FunnelCard } from './funnel-card.js';
import { PlatformsCard } from './platforms-card.js';
import { ProgressCard } from './progress-card.js';
import { noteRate, useRates } from './rates.js';
import { ReasonsCard } from './reasons-card.js';
import { RecipientsView } from './recipients-view.js';
import { Steering } from './steering.js';
import { useCampaignMessages } from './messages.js';

/** Only campaigns that have not begun have a forecast. */
const ForecastCard = lazy(() =>
  import('../scheduled/forecast-card.js').then(({ ForecastCard: component }) => ({ default: component })),
);

/** Few campaigns repeat. */
const RunsCard = lazy(() => import('../runs/runs-card.js').then(({ RunsCard: component }) => ({ default: component })));

/** Messages are drawn with the parts of the composer. */
const MessageView = lazy(() =>
  import('./message-view.js').then(({ MessageView: component }) => ({ default: component })),
);

interface CampaignPageProps {
  campaignKey: string;
  view: 'overview' | 'recipients' | 'message';
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** While there is no stream, so that a campaign that moves is never looked at in an old state for long. */
const POLL_MS = 5000;

/** A campaign before, while and after it is sent: one address for its whole life. */
export function CampaignPage({ campaignKey, view, search, setSearch }: CampaignPageProps) {
  const { w } = useI18n();
  const messages = useCampaignMessages();
  const scheduled = useScheduledMessages();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const live = useLiveState();
  const query = useQuery({
    ...queries.campaign(app.key, campaignKey),
    refetchInterval: ({ state: { data } }) => (live !== 'live' && data && isOpen(data) ? POLL_MS : false),
  });
  const place = `${app.key} ${campaignKey}`;
  useLive(app.key, query.data === undefined ? undefined : `campaign:${campaignKey}`, ({ at, data }) => {
    const snapshot = data as Partial<Campaign>;
    client.setQueryData(queries.campaign(app.key, campaignKey).queryKey, (before) =>
      before === undefined ? undefined : { ...before, ...snapshot, asOf: at },
    );
    if (snapshot.rate) {
      noteRate(place, { at, value: snapshot.rate.now });
    }
    if (snapshot.failed !== query.data?.failed || snapshot.skipped !== query.data?.skipped) {
      void client.invalidateQueries({ queryKey: queries.reasons(app.key, campaignKey).queryKey });
    }
  });
  const rates = useRates(place, query.data);
  const frame = (
    title: string,
    rest: { badge?: ReactNode; subtitle?: ReactNode; actions?: ReactNode },
    inside: ReactNode,
  ) => (
    <Screen title={title} trail={<Link href={paths.campaigns(app.key)}>{w.campaigns.title}</Link>} {...rest}>
      {inside}
    </Screen>
  );
  const { data: campaign } = query;
  if (campaign === undefined || query.error) {
    return frame(
      campaign?.name ?? campaignKey,
      {},
      <Card>
        <Loaded
          query={query}
          skeleton={<Skeleton lines={8} height={28} />}
          missing={{ title: w.campaign.missing(campaignKey), help: w.campaign.missingHelp }}
        >
          {(data) => <ProgressCard campaign={data} />}
        </Loaded>
      </Card>,
    );
  }
  const ahead = isAhead(campaign);
  return frame(
    campaign.name ?? campaign.key,
    {
      badge: <CampaignBadge state={campaign.state} />,
      subtitle: <Story campaign={campaign} />,
      actions: (
        <>
          {may('campaigns.write') && (
            <Link kind="button" href={paths.composer(app.key, { copy: campaign.key })}>
              {messages.copy}
            </Link>
          )}
          <PageMenu campaign={campaign} />
          <Steering campaign={campaign} />
        </>
      ),
    },
    <>
      {live === 'stale' && isOpen(campaign) && <Stale since={campaign.asOf} />}
      {ahead ? <AheadCard campaign={campaign} /> : <ProgressCard campaign={campaign} />}
      <Views
        label={w.campaign.tabs}
        current={view}
        views={[
          { id: 'overview', name: w.campaign.overview, href: paths.campaign(app.key, campaignKey) },
          { id: 'recipients', name: w.campaign.people, href: paths.recipients(app.key, campaignKey) },
          {
            id: 'message',
            name: ahead ? scheduled.sentLater : w.campaign.message,
            href: paths.message(app.key, campaignKey),
          },
        ]}
      />
      {view === 'overview' && repeats(campaign) && (
        <Suspense fallback={<Skeleton lines={4} height={28} />}>
          <RunsCard campaign={campaign} />
        </Suspense>
      )}
      {view === 'overview' && ahead && (
        <Suspense fallback={<Skeleton lines={6} height={28} />}>
          <ForecastCard campaign={campaign} />
        </Suspense>
      )}
      {view === 'overview' && !ahead && (
        <Columns kind="wide">
          <Stack>
            {campaign.contents && <ContentsCard campaign={campaign} />}
            <PlatformsCard campaign={campaign} rates={rates} />
            {campaign.funnel && <FunnelCard campaign={campaign} />}
          </Stack>
          <ReasonsCard campaign={campaign} />
        </Columns>
      )}
      {view === 'overview' && !isOpen(campaign) && <DrillCard campaignKey={campaignKey} />}
      {view === 'recipients' && <RecipientsView campaign={campaign} search={search} setSearch={setSearch} />}
      {view === 'message' && (
        <Suspense fallback={<Skeleton lines={8} height={28} />}>
          <MessageView campaign={campaign} uid={search['uid']} />
        </Suspense>
      )}
    </>,
  );
}

/** Names the author, and the time of the start. */
function Story({ campaign }: { campaign: Campaign }) {
  const { w, f } = useI18n();
  const filing = useFilingMessages();
  const { author, startedAt, finishedAt, dueAt, label, key, archivedAt } = campaign;
  const parts = [
    !author ? null : w.campaign.byAuthor(author.name),
    startedAt === null
      ? dueAt === null
        ? null
        : w.campaign.dueAt(f.moment(dueAt))
      : w.campaign.startedAt(f.moment(startedAt)),
    finishedAt === null ? null : w.campaign.finishedAt(f.moment(finishedAt)),
    archivedAt === undefined ? null : filing.archivedSince(f.moment(archivedAt)),
    label,
    campaign.name === null ? null : key,
  ];
  return <>{parts.filter((part) => part !== null).join(' · ')}</>;
}

/** Its sends are runs of a series. */
function repeats({ options }: Campaign): boolean {
  return typeof options === 'object' && options !== null && 'series' in options;
}

function isOpen({ state }: Campaign): boolean {
  return state !== 'FINISHED' && state !== 'STOPPED';
}
