import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { queries } from '../api/queries.js';
import type { Home as HomeData } from '../api/types.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { Skeleton } from '../kit/states/skeleton.js';
import { Stale } from '../kit/states/notice.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useLive, useLiveState } from '../session/live.js';
import { useI18n } from '../i18n/i18n.js';
import type { WaitingProps } from './waiting.js';

/** The chart loads after everything that needs attention. */
const Week = lazy(() => import('./week.js').then(({ Week: component }) => ({ default: component })));

/** An index that follows is seconds behind. */
const LATE_S = 60;
/** Loaded only for members with something to do. */
const Waiting = lazy(() => import('./waiting.js').then(({ Waiting: component }) => ({ default: component })));

/** Parts of the first screen that some members see. */
const Marketing = lazy(() => import('./marketing/marketing.js').then((part) => ({ default: part.Marketing })));
const Support = lazy(() => import('./support/support.js').then((part) => ({ default: part.Support })));
const Accounts = lazy(() => import('./accounts.js').then((part) => ({ default: part.Accounts })));
const CampaignLines = lazy(() => import('./campaign-lines.js').then((part) => ({ default: part.CampaignLines })));
const Counted = lazy(() => import('./counted.js').then((part) => ({ default: part.Counted })));
const Steps = lazy(() => import('./steps/steps.js').then((part) => ({ default: part.Steps })));
const LastingAlarms = lazy(() =>
  import('../widgets/journeys/alarms/lasting-alarms.js').then((part) => ({ default: part.LastingAlarms })),
);
const Operation = lazy(() => import('./operation/operation.js').then((part) => ({ default: part.Operation })));

/** While there is no stream. */
const POLL_MS = 10_000;

/** Shows each member what the own work needs first: figures, people or accounts, and everything that waits. */
export function Home() {
  const { w } = useI18n();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const live = useLiveState();
  const query = useQuery({ ...queries.home(app.key), refetchInterval: live === 'live' ? false : POLL_MS });
  useLive(app.key, 'home', ({ data }) => {
    client.setQueryData(queries.home(app.key).queryKey, (before) =>
      before === undefined ? undefined : { ...before, ...(data as Partial<HomeData>) },
    );
  });
  return (
    <Screen
      title={w.home.title}
      subtitle={app.name}
      actions={
        may('campaigns.write') && (
          <Link kind="primary" href={paths.composer(app.key)}>
            {w.home.compose}
          </Link>
        )
      }
    >
      <Loaded
        query={query}
        skeleton={
          <Columns>
            {[0, 1, 2, 3].map((index) => (
              <Card key={index}>
                <Skeleton lines={4} />
              </Card>
            ))}
          </Columns>
        }
      >
        {(home) => (
          <Stack>
            {live === 'stale' && <Stale since={new Date(query.dataUpdatedAt).toISOString()} />}
            <Suspense>
              <Steps />
            </Suspense>
            {may('campaigns.read') && (
              <Suspense>
                <LastingAlarms app={app.key} />
              </Suspense>
            )}
            {may('reports.read') && (may('campaigns.write') || may('audience.count')) && (
              <Suspense fallback={<Skeleton lines={4} />}>
                <Marketing />
              </Suspense>
            )}
            <Panels home={home} />
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

function Panels({ home }: { home: HomeData }) {
  const { w, f } = useI18n();
  const { app, may } = useApplication();
  const { approvals = 0, drafts = [], indexLagSeconds = 0, tokenLimits = [], webhooksGivenUp = 0 } = home;
  const late = indexLagSeconds >= LATE_S ? indexLagSeconds : 0;
  const waiting: WaitingProps = { drafts, indexLagSeconds: late, tokenLimits, webhooksGivenUp };
  // Other members learn of accounts that do not send.
  const accounts = (home.accounts ?? []).filter(({ state }) => may('accounts.write') || state !== 'READY');
  return (
    <>
      {approvals > 0 && (
        <Card title={w.campaigns.states['HELD']}>
          <Suspense fallback={<Skeleton lines={2} />}>
            <Counted
              value={w.home.approvals(approvals)}
              unit={w.home.approvalsHelp}
              href={paths.approvals(app.key)}
              link={w.home.decide}
            />
          </Suspense>
        </Card>
      )}
      <Columns>
        {may('users.private') && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <Support />
          </Suspense>
        )}
        {may('accounts.write') && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <Operation home={home} />
          </Suspense>
        )}
        {(may('accounts.write') || accounts.length > 0) && (
          <Card title={w.home.accounts}>
            <Suspense fallback={<Skeleton lines={4} />}>
              <Accounts accounts={accounts} />
            </Suspense>
          </Card>
        )}
        <Card title={w.home.sending} note={home.sending.length > 0 ? f.number(home.sending.length) : undefined}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <CampaignLines campaigns={home.sending} none={w.home.sendingNone} />
          </Suspense>
        </Card>
        <Card title={w.home.next}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <CampaignLines campaigns={home.next} none={w.home.nextNone} />
          </Suspense>
        </Card>
        {home.week && (
          <Card title={w.home.week}>
            <Suspense fallback={<Skeleton lines={6} height={28} />}>
              <Week week={home.week} />
            </Suspense>
          </Card>
        )}
        {(drafts.length + tokenLimits.length + webhooksGivenUp > 0 || late > 0) && (
          <Suspense>
            <Waiting {...waiting} />
          </Suspense>
        )}
        {home.unmatchedEvents > 0 && may('definitions.write') && (
          <Card>
            <Suspense fallback={<Skeleton lines={2} />}>
              <Counted
                value={w.home.unmatched(home.unmatchedEvents)}
                unit={w.home.unmatchedHelp}
                href={paths.setup(app.key)}
                link={w.nav.setUp}
              />
            </Suspense>
          </Card>
        )}
      </Columns>
    </>
  );
}
