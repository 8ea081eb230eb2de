import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../openapi/panel.d.ts';
import { read, write } from './client.js';

type Schemas = components['schemas'];
export type ListedJourney = Schemas['ListedJourneyDto'];
export type Journey = Schemas['PanelJourneyDto'];
export type JourneyStep = Schemas['JourneyStepDto'];
export type JourneyVersion = Schemas['JourneyVersionDto'];
export type WaitingPerson = Schemas['WaitingPersonDto'];
export type PersonJourneys = Schemas['PersonJourneysDto'];
export type PresentVisit = Schemas['PresentVisitDto'];
export type PastVisit = Schemas['PastVisitDto'];
export type DescribedStep = Schemas['DescribedStepDto'];
export type ScenarioOutcome = Schemas['ScenarioOutcomeDto'];
export type ScenarioMoment = Schemas['ScenarioMomentDto'];
export type JourneyAction = 'pause' | 'resume' | 'drain' | 'stop';

/** People move while a journey is looked at. */
const REFRESH_MS = 10_000;

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'journeys', ...rest].map(encodeURIComponent)].join('/');

export const journeysKey = (app: string) => [app, 'journeys'] as const;

export const journeys = (app: string) =>
  queryOptions({
    queryKey: [...journeysKey(app), 'list'],
    queryFn: ({ signal }) => read<Schemas['PanelJourneyListDto']>(pathOf(app), {}, signal),
  });

export const journey = (app: string, id: string) =>
  queryOptions({
    queryKey: [...journeysKey(app), id],
    queryFn: ({ signal }) => read<Journey>(pathOf(app, id), {}, signal),
    refetchInterval: REFRESH_MS,
  });

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

/** @param seen  the state that the member saw: in another one the server changes nothing */
export function steerJourney(app: string, id: string, action: JourneyAction, seen: Journey['state']): Promise<void> {
  return write(pathOf(app, id, action), { seen });
}

/** Runs a scenario against the newest version. @param scenario  in YAML */
export function testJourney(app: string, id: string, scenario: string): Promise<ScenarioOutcome> {
  return write<ScenarioOutcome>(pathOf(app, id, 'test'), { scenario });
}
