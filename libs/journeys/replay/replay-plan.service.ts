import { Injectable } from '@nestjs/common';
import { type PastCondition, PersonConditionService } from '#libs/audience';
import { isPlatform } from '#libs/content';
import { EventDefinitionService, type PastEventSelection } from '#libs/events';
import { NotificationDefinitionService } from '#libs/notifications';
import type { ContentsSend, Journey, JourneyDefinition } from '../model/journey.types.js';
import { compileProgram, listContents, listMessages, listSteps } from '../model/program.js';
import { ReplayArrivalsService } from './replay-arrivals.service.js';
import type { ReplayFrame } from './replay-part.js';
import { ReplayTally } from './replay-tally.js';
import { comparesValues, listEventNames, type ReplayRun, type TargetedPlatforms } from './replayed-version.js';

/** The part of the events that is read. @property names  by id, of those that journeys look at */
export interface ReplaySelection extends PastEventSelection {
  names: ReadonlyMap<number, string>;
}

/** Prepares versions for a replay. */
@Injectable()
export class ReplayPlanService {
  constructor(
    private readonly conditions: PersonConditionService,
    private readonly definitions: EventDefinitionService,
    private readonly messages: NotificationDefinitionService,
    private readonly arrivals: ReplayArrivalsService,
  ) {}

  /** A version as the engine would run it: on, whatever the state of the journey is. */
  async open(of: Journey, definition: JourneyDefinition, frame: ReplayFrame): Promise<ReplayRun> {
    const journey: Journey = { ...of, state: 'on', definition };
    const conditions = new Map<string, PastCondition>();
    for (const step of listSteps(definition.steps)) {
      const condition = step.kind === 'branch' && step.if && (await this.conditions.resolvePast(of.appId, step.if));
      if (condition && step.kind === 'branch') {
        conditions.set(step.id, condition);
      }
    }
    const sendable = await this.messages.findSendable(of.appId, listMessages(definition));
    return {
      journey,
      program: compileProgram(definition, of.journeyId),
      conditions,
      targeted: new Map([
        ...[...sendable].map(
          ([name, { message }]) => [name, { message, platforms: message.platforms, isEach: true }] as const,
        ),
        ...listContents(definition).map((step) => [step.id, targetedBy(step)] as const),
      ]),
      tally: new ReplayTally(),
      arrivals: await this.arrivals.find(journey, frame),
    };
  }

  /** Selects the events that some versions look at. */
  async select(appId: number, runs: readonly ReplayRun[], frame: ReplayFrame): Promise<ReplaySelection> {
    const names = [...new Set(runs.flatMap(({ journey }) => listEventNames(journey.definition)))];
    const catalogue = await this.definitions.getCatalogueFor(appId, names);
    const ids = new Map(names.flatMap((name) => [[name, catalogue.find(name)?.eventId ?? 0] as const]));
    const conditions = runs.flatMap((run) => [...run.conditions.values()]);
    const counted = conditions.flatMap(({ eventIds }) => [...eventIds]);
    const lookBackMs = conditions.reduce((longest, condition) => Math.max(longest, condition.lookBackMs), 0);
    const entries = runs.flatMap(({ journey: { definition } }) =>
      'event' in definition.entry ? (ids.get(definition.entry.event) ?? 0) : [],
    );
    // People who enter by another way need no event of entry.
    const isByEvents = runs.every(({ journey }) => 'event' in journey.definition.entry);
    return {
      from: new Date(Number.isFinite(lookBackMs) ? frame.from - lookBackMs : 0),
      to: new Date(frame.to),
      eventIds: [...new Set([...ids.values(), ...counted])],
      ...(isByEvents && { wanted: entries }),
      withAttributes:
        runs.some(({ journey }) => comparesValues(journey.definition)) || conditions.some(({ hasWhere }) => hasWhere),
      names: new Map([...ids].map(([name, id]) => [id, name])),
    };
  }
}

/** The platforms of a step's contents, in their order. */
function targetedBy({ contents, reach = 'all' }: ContentsSend): TargetedPlatforms {
  const written = contents.flatMap(({ platforms }) => (Array.isArray(platforms) ? platforms : []));
  const platforms = written.flatMap((name) => (typeof name === 'string' && isPlatform(name) ? name : []));
  return { platforms: [...new Set(platforms)], isEach: reach === 'all' };
}
