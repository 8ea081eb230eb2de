import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { journey as journeyOf, type Journey, type JourneyVersion } from '../api/journeys.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Facts } from '../kit/layout/facts.js';
import { Figure } from '../kit/layout/figure.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { screen } from '../loading/screen.js';
import { journeyPath } from '../navigation/journey-path.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { JourneyBadge } from '../widgets/journeys/journey-badge.js';
import css from './journeys.module.css';
import { useJourneyMessages } from './messages.js';
import { LimitsCard } from './limits-card.js';
import { PeopleCard } from './people-card.js';
import { AlarmsCard } from './alarms/alarms-card.js';
import { PeriodChoice } from './period/period-choice.js';
import { readPeriod } from './period/period.js';
import { useFigures } from './period/use-figures.js';
import { RequestCard } from './request/request-card.js';
import { ReplayCard } from './replay/replay-card.js';
import { ScenarioCard } from './scenario/scenario-card.js';
import { Steering } from './steering.js';
import { StepsCard } from './steps-card.js';
import { readVisit, useWalk } from './walk/use-walk.js';

/** The drawing is a file of its own, which the editor has, too. */
const DrawingCard = screen(() => import('./editor/drawing/drawing-card.js'), 'DrawingCard');

/** Few readers come for one person. */
const WalkCard = screen(() => import('./walk/walk-card.js'), 'WalkCard');

interface JourneyPageProps {
  id: string;
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Shows one journey: its people in sum, at each step, and of each version. */
export function JourneyPage({ id, search, setSearch }: JourneyPageProps) {
  const { step, after, period: named } = search;
  const messages = useJourneyMessages();
  const { app, may } = useApplication();
  const query = useQuery(journeyOf(app.key, id));
  const { data } = query;
  const period = readPeriod(named);
  const figures = useFigures(data, period);
  const shown = readVisit(search);
  const visit = useWalk(id, shown);
  const walk = useMemo(() => (visit?.ways ? { ways: visit.ways, at: visit.step.id } : undefined), [visit]);
  return (
    <Screen
      title={data?.name ?? messages.title}
      trail={<Link href={journeyPath(app.key)}>{messages.title}</Link>}
      badge={data && <JourneyBadge state={data.state} />}
      actions={
        data && (
          <>
            {may('setup.write') && (
              <Link kind="button" href={journeyPath(app.key, { edit: data.id })}>
                {messages.edit}
              </Link>
            )}
            {may('campaigns.steer') && <Steering journey={data} />}
          </>
        )
      }
    >
      <Loaded query={query} missing={{ title: messages.missing, help: messages.missingHelp }}>
        {(journey) => (
          <Columns kind="narrow-wide">
            <SumsCard journey={journey} />
            <Stack>
              <LimitsCard journey={journey} />
              <AlarmsCard journeyId={journey.id} />
              <RequestCard key={`request ${journey.id}`} journey={journey} />
              {shown && visit !== undefined && (
                <Suspense fallback={null}>
                  <WalkCard
                    journey={journey}
                    uid={shown.uid}
                    visit={visit}
                    onClose={() => setSearch({ person: undefined, entered: undefined, by: undefined, page: undefined })}
                  />
                </Suspense>
              )}
              <PeriodChoice
                value={period}
                onChange={(chosen) => setSearch({ period: chosen === 'all' ? undefined : chosen })}
              />
              <Suspense fallback={null}>
                <DrawingCard
                  journey={journey}
                  figures={figures}
                  chosen={step}
                  walk={walk}
                  onChoose={(id) => setSearch({ step: id, after: undefined })}
                />
              </Suspense>
              <StepsCard journey={journey} figures={figures} chosen={step} />
              {step !== undefined && may('users.read') && (
                <PeopleCard
                  key={step}
                  journey={journey}
                  step={step}
                  after={after}
                  setAfter={(next) => setSearch({ after: next })}
                />
              )}
              {journey.versions.length > 1 && <VersionsCard journey={journey} />}
              <ReplayCard key={`replay ${journey.id}`} journey={journey} />
              <ScenarioCard key={journey.id} journey={journey} />
            </Stack>
          </Columns>
        )}
      </Loaded>
    </Screen>
  );
}

function SumsCard({ journey }: { journey: Journey }) {
  const { f } = useI18n();
  const messages = useJourneyMessages();
  const { entered, inside, left, converted, late, looped, entryBy, entry, entryKey, goal, version } = journey;
  const reached = entered - journey.heldOut;
  const heldOutRates = journey.effect && (
    <>
      {messages.heldOutRates(
        f.percent(journey.heldOutConverted / journey.heldOut),
        f.percent((converted - journey.heldOutConverted) / reached),
      )}{' '}
      {messages.effect(points(journey.effect.difference), points(journey.effect.from), points(journey.effect.to))}
    </>
  );
  const entryTexts = {
    event: messages.entryBy(entry ?? ''),
    segment: messages.entryBySegment(entry ?? ''),
    date: messages.entryByDate(entry ?? ''),
    api: messages.entryByRequest,
    audience: messages.entryByAudience,
  };
  return (
    <Card>
      <div className={css['head']}>
        <Figure value={f.number(inside)} unit={messages.insideNow(inside)} />
        {entryKey !== null && <p className={css['quiet']}>{messages.perKey(entryKey)}</p>}
        <Facts
          facts={[
            { name: messages.entered, value: f.number(entered) },
            { name: messages.left, value: f.number(left) },
            {
              name: messages.converted,
              note: left > 0 ? messages.ofLeft(f.percent(converted / left)) : null,
              value: f.number(converted),
            },
            ...(journey.heldOut > 0
              ? [{ name: messages.heldOut, note: heldOutRates, value: f.number(journey.heldOut) }]
              : []),
            ...(late > 0 ? [{ name: messages.late, note: messages.lateHelp, value: f.number(late) }] : []),
            ...(looped > 0 ? [{ name: messages.looped, note: messages.loopedHelp, value: f.number(looped) }] : []),
            { name: messages.entry, value: entryTexts[entryBy] },
            { name: messages.goal, value: goal === null ? messages.goalNone : messages.goalBy(goal) },
            { name: messages.version, value: f.number(version) },
          ]}
        />
      </div>
    </Card>
  );
}

/** A difference of shares in percentage points, with its sign. */
function points(difference: number): string {
  const rounded = Math.round(difference * 1000) / 10;
  return `${rounded > 0 ? '+' : ''}${rounded}`;
}

function VersionsCard({ journey }: { journey: Journey }) {
  const { f } = useI18n();
  const messages = useJourneyMessages();
  const number = (id: 'entered' | 'inside' | 'left' | 'converted'): Column<JourneyVersion> => ({
    id,
    name: messages[id],
    isNumber: true,
    renderCell: (row) => f.number(row[id]),
  });
  const columns: Column<JourneyVersion>[] = [
    {
      id: 'version',
      name: messages.version,
      isName: true,
      renderCell: ({ version }) =>
        version === journey.version ? `${f.number(version)} (${messages.newest})` : f.number(version),
    },
    number('entered'),
    number('inside'),
    number('left'),
    number('converted'),
  ];
  return (
    <Card title={messages.versions} note={messages.versionsHelp} isFlush>
      <Table
        caption={messages.versions}
        columns={columns}
        rows={journey.versions}
        keyOf={({ version }) => String(version)}
      />
    </Card>
  );
}
