import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { queries } from '../api/queries.js';
import type { Home as HomeData } from '../api/types.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Figure } from '../kit/layout/figure.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { Skeleton } from '../kit/states/skeleton.js';
import { Stale } from '../kit/states/notice.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useLive, useLiveState } from '../session/live.js';
import { useI18n } from '../i18n/i18n.js';
import { Accounts } from './accounts.js';
import { CampaignLines } from './campaign-lines.js';
import css from './home.module.css';
import type { WaitingProps } from './waiting.js';

/** The chart loads after everything that needs attention. */
const Week = lazy(() => import('./week.js').then(({ Week: component }) => ({ default: component })));

/** An index that follows is seconds behind. */
const LATE_S = 60;
/** Loaded only for members with something to do. */
const Waiting = lazy(() => import('./waiting.js').then(({ Waiting: component }) => ({ default: component })));

/** While there is no stream. */
const POLL_MS = 10_000;

/** Shows everything that needs attention now, and the sends under way. */
export function Home() {
  const { w } = useI18n();
  const { app } = useApplication();
  const client = useQueryClient();
  const live = useLiveState();
  const query = useQuery({ ...queries.home(app.key), refetchInterval: live === 'live' ? false : POLL_MS });
  useLive(app.key, 'home', ({ data }) => {
    client.setQueryData(queries.home(app.key).queryKey, (before) =>
      before === undefined ? undefined : { ...before, ...(data as Partial<HomeData>) },
    );
  });
  return (
    <Screen title={w.home.title} subtitle={app.name}>
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
            {isNew(home) ? <Begin /> : <Panels home={home} />}
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

function Panels({ home }: { home: HomeData }) {
  const { w, f } = useI18n();
  const { app } = useApplication();
  const { approvals = 0, drafts = [], indexLagSeconds = 0, tokenLimits = [], webhooksGivenUp = 0 } = home;
  const late = indexLagSeconds >= LATE_S ? indexLagSeconds : 0;
  const waiting: WaitingProps = { drafts, indexLagSeconds: late, tokenLimits, webhooksGivenUp };
  return (
    <>
      {approvals > 0 && (
        <Card title={w.campaigns.states['HELD']}>
          <Figure value={w.home.approvals(approvals)} unit={w.home.approvalsHelp} />
          <Link href={paths.approvals(app.key)}>{w.home.decide}</Link>
        </Card>
      )}
      <Columns>
        <Card title={w.home.sending} note={home.sending.length > 0 ? f.number(home.sending.length) : undefined}>
          <CampaignLines campaigns={home.sending} none={w.home.sendingNone} />
        </Card>
        <Card title={w.home.next}>
          <CampaignLines campaigns={home.next} none={w.home.nextNone} />
        </Card>
        {home.week && (
          <Card title={w.home.week}>
            <Suspense fallback={<Skeleton lines={6} height={28} />}>
              <Week week={home.week} />
            </Suspense>
          </Card>
        )}
        <Stack>
          {(drafts.length + tokenLimits.length + webhooksGivenUp > 0 || late > 0) && (
            <Suspense>
              <Waiting {...waiting} />
            </Suspense>
          )}
          {home.accounts && (
            <Card title={w.home.accounts}>
              <Accounts accounts={home.accounts} />
            </Card>
          )}
          {home.unmatchedEvents > 0 && (
            <Card>
              <Figure value={w.home.unmatched(home.unmatchedEvents)} unit={w.home.unmatchedHelp} />
              {app.permissions.includes('setup.write') && <Link href={paths.setup(app.key)}>{w.nav.setUp}</Link>}
            </Card>
          )}
        </Stack>
      </Columns>
    </>
  );
}

/** Three steps, where nothing was ever sent and nothing can be. */
function Begin() {
  const { w } = useI18n();
  return (
    <Card title={w.home.begin}>
      <ol className={css['steps']}>
        {w.home.beginSteps.map((step, index) => (
          <li key={step}>
            <span className={css['step']}>{index + 1}</span>
            {step}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function isNew({ sending, next, accounts, week, approvals }: HomeData): boolean {
  return !approvals && accounts?.length === 0 && week?.length === 0 && sending.length + next.length === 0;
}
