import { Injectable } from '@nestjs/common';
import { isMessageEvent } from '#libs/events';
import { LruCache } from '#platform/collections';
import type { Statements } from '#platform/db';
import { JourneyRepository, type JourneyVersion } from '../definitions/journey.repository.js';
import type { Journey, JourneyDefinition, Visit } from '../model/journey.types.js';
import { listAwaited, segmentChangeOf } from '../model/matching.js';
import { compileProgram, listSteps, type Program } from '../model/program.js';

/** Versions in the memory of one process. */
const CACHE_SIZE = 1000;

/** A version of a journey, ready to run. */
export interface RunnableVersion {
  definition: JourneyDefinition;
  program: Program;
}

/**
 * Events and segments that journeys wait for.
 *
 * @property segments  that steps wait for, without those of entries
 * @property messages  events of messages
 */
export interface AwaitedNames {
  events: string[];
  segments: string[];
  messages: string[];
}

/** Versions of journeys, each compiled once. A version never changes. */
@Injectable()
export class ProgramService {
  private readonly cache = new LruCache<string, RunnableVersion>({ max: CACHE_SIZE });

  /** Names of events and segments, by journey and newest version. */
  private readonly names = new LruCache<string, AwaitedNames>({ max: CACHE_SIZE });

  constructor(private readonly journeys: JourneyRepository) {}

  /** The newest version of a journey, and those of some visits. */
  async findVersions(
    on: Statements,
    journey: Pick<Journey, 'appId' | 'journeyId' | 'version'>,
    visits: readonly Pick<Visit, 'version'>[] = [],
  ): Promise<ReadonlyMap<number, RunnableVersion>> {
    const { appId, journeyId } = journey;
    const wanted = [...new Set([journey.version, ...visits.map(({ version }) => version)])];
    const missing = wanted.filter((version) => !this.cache.has(`${journeyId} ${version}`));
    if (missing.length > 0) {
      for (const { version, definition } of await this.journeys.findVersions(on, appId, journeyId, missing)) {
        this.cache.set(`${journeyId} ${version}`, { definition, program: compileProgram(definition, journeyId) });
      }
    }
    return new Map(
      wanted.flatMap((version) => {
        const found = this.cache.get(`${journeyId} ${version}`);
        return found ? [[version, found] as const] : [];
      }),
    );
  }

  /** Names of all events and segments that journeys look at, in any of their versions: people finish the one that they entered. */
  async findNames(on: Statements, journeys: readonly Journey[]): Promise<AwaitedNames> {
    const lists: AwaitedNames[] = [];
    for (const { appId, journeyId, version } of journeys) {
      const place = `${journeyId} ${version}`;
      const names = this.names.get(place) ?? listNames(await this.journeys.listVersions(on, appId, journeyId));
      this.names.set(place, names);
      lists.push(names);
    }
    return {
      events: [...new Set(lists.flatMap(({ events }) => events))],
      segments: [...new Set(lists.flatMap(({ segments }) => segments))],
      messages: [...new Set(lists.flatMap(({ messages }) => messages))],
    };
  }
}

function listNames(versions: readonly JourneyVersion[]): AwaitedNames {
  const awaited = versions.flatMap(({ definition: { steps } }) =>
    listSteps(steps).flatMap((step) => (step.kind === 'waitFor' ? listAwaited(step) : [])),
  );
  const events = versions.flatMap(({ definition: { entry, goal } }) => [
    ...('event' in entry ? [entry.event] : []),
    ...(goal ? [goal.event] : []),
  ]);
  const named = new Set([...events, ...awaited.flatMap((each) => ('event' in each ? each.event : []))]);
  return {
    events: [...named].filter((name) => !isMessageEvent(name)),
    messages: [...named].filter(isMessageEvent),
    segments: [...new Set(awaited.flatMap((each) => ('event' in each ? [] : segmentChangeOf(each).name)))],
  };
}
