import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../openapi/panel.d.ts';
import { read, write } from './client.js';

type Schemas = components['schemas'];
export type ListedJourney = Schemas['ListedJourneyDto'];
export type Journey = Schemas['PanelJourneyDto'];
export type JourneyStep = Schemas['JourneyStepDto'];
export type JourneyPeriod = Schemas['PanelJourneyPeriodDto'];
export type JourneyVersion = Schemas['JourneyVersionDto'];
export type WaitingPerson = Schemas['WaitingPersonDto'];
export type PersonJourneys = Schemas['PersonJourneysDto'];
export type PresentVisit = Schemas['PresentVisitDto'];
export type PastVisit = Schemas['PastVisitDto'];
export type DescribedStep = Schemas['DescribedStepDto'];
export type ScenarioOutcome = Schemas['ScenarioOutcomeDto'];
export type ScenarioMoment = Schemas['ScenarioMomentDto'];
export type Replay = Schemas['ReplayDto'];
export type ReplayReport = Schemas['ReplayReportDto'];
export type JourneyAlarm = Schemas['JourneyAlarmDto'];
export type DigestedJourney = Schemas['DigestedJourneyDto'];
export type JourneyRequest = Schemas['PanelJourneyRequestDto'];
export type JourneyAction = 'pause' | 'resume' | 'drain' | 'stop';

/** People move while a journey is looked at. */
const REFRESH_MS = 10_000;
/** Pause between two looks at the share of a replay. */
const REPLAY_MS = 1_500;

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'journeys', ...rest].map(encodeURIComponent)].join('/');

export const journeysKey = (app: string) => [app, 'journeys'] as const;

export const journeys = (app: string) =>
  queryOptions({
    queryKey: [...journeysKey(app), 'list'],
    queryFn: ({ signal }) => read<Schemas['PanelJourneyListDto']>(pathOf(app), {}, signal),
  });

/** The journeys as they are now. @throws {Refusal} */
export function readJourneys(app: string): Promise<Schemas['PanelJourneyListDto']> {
  return read<Schemas['PanelJourneyListDto']>(pathOf(app));
}

export const journey = (app: string, id: string) =>
  queryOptions({
    queryKey: [...journeysKey(app), id],
    queryFn: ({ signal }) => read<Journey>(pathOf(app, id), {}, signal),
    refetchInterval: REFRESH_MS,
  });

/** People of a journey from a UTC day until today. @param from  undefined: as far back as days are counted */
export const journeyPeriod = (app: string, id: string, from: string | undefined) =>
  queryOptions({
    queryKey: [...journeysKey(app), id, 'period', from],
    queryFn: ({ signal }) => read<JourneyPeriod>(pathOf(app, id, 'period'), { from }, signal),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** Steps that members put somewhere in the drawing. */
export const journeyPositions = (app: string, id: string) =>
  queryOptions({
    queryKey: [...journeysKey(app), id, 'positions'],
    queryFn: async ({ signal }) =>
      (await read<Schemas['StepPositionsDto']>(pathOf(app, id, 'positions'), {}, signal)).items,
  });

/** Replaces the positions of steps. */
export function placeSteps(app: string, id: string, items: readonly Schemas['StepPositionDto'][]): Promise<void> {
  return write(pathOf(app, id, 'positions'), { items });
}

/** People at a step, the next to go on first. */
export const waitingPeople = (app: string, id: string, step: string, after: string | undefined) =>
  queryOptions({
    queryKey: [...journeysKey(app), id, 'people', step, after],
    queryFn: ({ signal }) => read<Schemas['WaitingPeopleDto']>(pathOf(app, id, 'people'), { step, after }, signal),
    placeholderData: keepPreviousData,
  });

/** The places of a person in journeys, and the ends of past visits. */
export const journeysOfPerson = (app: string, uid: string, after: string | undefined) =>
  queryOptions({
    queryKey: [app, 'user', uid, 'journeys', after],
    queryFn: ({ signal }) =>
      read<PersonJourneys>(
        `/apps/${encodeURIComponent(app)}/users/${encodeURIComponent(uid)}/journeys`,
        { after },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/** The newest replay of a journey, again and again while it is under way. */
export const replayOf = (app: string, id: string) =>
  queryOptions({
    queryKey: [...journeysKey(app), id, 'replay'],
    queryFn: ({ signal }) => read<Schemas['NewestReplayDto']>(pathOf(app, id, 'replay'), {}, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.replay && data.replay.report === null && data.replay.fault === null ? REPLAY_MS : false,
  });

/** Alarms of a journey: those that last, then those of the last week. */
export const alarmsOf = (app: string, id: string) =>
  queryOptions({
    queryKey: [...journeysKey(app), id, 'alarms'],
    queryFn: ({ signal }) => read<Schemas['JourneyAlarmsDto']>(pathOf(app, id, 'alarms'), {}, signal),
  });

/** The last seven days of all journeys. */
export const journeyDigest = (app: string) =>
  queryOptions({
    queryKey: [...journeysKey(app), 'digest'],
    queryFn: ({ signal }) =>
      read<Schemas['JourneyDigestDto']>(`/apps/${encodeURIComponent(app)}/journey-digest`, {}, signal),
  });

/** The change of a journey that waits for approvals. */
export const requestOf = (app: string, id: string) =>
  queryOptions({
    queryKey: [...journeysKey(app), id, 'request'],
    queryFn: ({ signal }) => read<Schemas['OpenJourneyRequestDto']>(pathOf(app, id, 'request'), {}, signal),
    refetchInterval: ({ state: { data } }) => (data?.request?.hash === null ? REPLAY_MS : REFRESH_MS),
  });

/** Approves what was read, and nothing else. */
export function approveRequest(app: string, id: string, request: JourneyRequest, words: string): Promise<void> {
  const { id: requestId, hash, perDay } = request;
  return write(pathOf(app, id, 'request', 'approve'), { requestId, hash, perDay, words });
}

export function endRequest(
  app: string,
  id: string,
  request: JourneyRequest,
  action: 'reject' | 'withdraw',
): Promise<void> {
  return write(pathOf(app, id, 'request', action), { requestId: request.id });
}

/** Asks for a replay of the newest version. */
export function replayJourney(app: string, id: string, days: number): Promise<Replay> {
  return write<Replay>(pathOf(app, id, 'replay'), { days });
}

/** @param seen  the state that the member saw: in another one the server changes nothing @returns if it waits for an approval */
export async function steerJourney(
  app: string,
  id: string,
  action: JourneyAction,
  seen: Journey['state'],
): Promise<boolean> {
  const answer = await write<Schemas['ChangedJourneyDto'] | undefined>(pathOf(app, id, action), { seen });
  return answer?.waits === true;
}

/** Runs a scenario against a journey that need not be stored. Both are JSON. @param journey  as the file has it */
export function walkJourney(app: string, journey: string, scenario: string): Promise<ScenarioOutcome> {
  return write<ScenarioOutcome>(`/apps/${encodeURIComponent(app)}/journeys/walk`, { journey, scenario });
}

/** Runs a scenario against the newest version. @param scenario  in YAML */
export function testJourney(app: string, id: string, scenario: string): Promise<ScenarioOutcome> {
  return write<ScenarioOutcome>(pathOf(app, id, 'test'), { scenario });
}
