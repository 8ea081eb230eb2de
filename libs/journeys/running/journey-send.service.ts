import { Injectable } from '@nestjs/common';
import type { JsonObject } from '#libs/content';
import { DispatchIntakeService, type DispatchOptions, LANES, UserListIntakeService } from '#libs/delivery';
import type { MessageEvent } from '#libs/events';
import { Database, type Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { Journey } from '../model/journey.types.js';
import { listMessageEvents } from '../model/message-results.js';
import { holdoutOf } from './held-out.js';
import { type SendablePart, SendableTextsService } from './sendable-texts.service.js';

/** Events that the change feed has of dispatches that ask for them. */
const SETTLED: readonly MessageEvent[] = ['MessageSent', 'MessageFailed', 'MessageSkipped'];

/**
 * A person to send a message to.
 *
 * @property node  version and id of the node, apart by a blank
 */
export interface NodeSend {
  node: string;
  uid: number;
  params: JsonObject;
}

/** Messages by version and step, and ids of dispatches for them. @property versions  of the journey that they are of */
export interface PreparedMessages {
  versions: ReadonlySet<number>;
  /** Events of messages that each version waits for. */
  awaited: ReadonlyMap<number, ReadonlySet<MessageEvent>>;
  parts: ReadonlyMap<string, readonly SendablePart[]>;
  /** By version. */
  holdouts: ReadonlyMap<string, NonNullable<DispatchOptions['control']>>;
  dispatchIds: number[];
}

/** Hands the messages of journeys over to the delivery. */
@Injectable()
export class JourneySendService {
  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly texts: SendableTextsService,
    private readonly intake: DispatchIntakeService,
    private readonly lists: UserListIntakeService,
    private readonly clock: ClockService,
  ) {}

  /** Reads the messages that a journey sends, before the transaction of a step. */
  async prepare(journey: Pick<Journey, 'appId' | 'journeyId' | 'name'>): Promise<PreparedMessages> {
    const { appId, journeyId } = journey;
    const versions = await this.journeys.listVersions(this.db, appId, journeyId);
    const parts = await this.texts.find(journey, versions);
    const holdouts = new Map(
      versions.flatMap(({ version, definition: { holdout } }) => {
        const draw = holdoutOf({ journeyId, holdout });
        return draw ? [[String(version), draw] as const] : [];
      }),
    );
    const count = [...parts.values()].reduce((sum, each) => sum + each.length, 0);
    const dispatchIds = await this.intake.allocateDispatchIds(count);
    const awaited = new Map(versions.map(({ version, definition }) => [version, listMessageEvents(definition)]));
    return { versions: new Set(awaited.keys()), awaited, parts, holdouts, dispatchIds };
  }

  /**
   * Stores a dispatch for each node.
   *
   * @returns absent: nodes whose message is not there any more, or was not when it was prepared; ids: dispatches of the others
   */
  async send(
    tx: Tx,
    { appId, journeyId, name }: Pick<Journey, 'appId' | 'journeyId' | 'name'>,
    { parts: prepared, awaited, holdouts, dispatchIds }: PreparedMessages,
    sends: readonly NodeSend[],
  ): Promise<{ absent: Set<string>; ids: Map<string, number[]> }> {
    const absent = new Set<string>();
    const stored = new Map<string, number[]>();
    const ids = [...dispatchIds];
    for (const node of new Set(sends.map((send) => send.node))) {
      const own = sends.filter((send) => send.node === node);
      const version = node.slice(0, node.indexOf(' '));
      const step = { journeyId, journey: name, version: Number(version), node: node.slice(version.length + 1) };
      const control = holdouts.get(version);
      const parts = prepared.get(node) ?? [];
      const chosen = ids.splice(0, parts.length);
      const [leadId] = chosen;
      if (leadId === undefined || chosen.length < parts.length) {
        absent.add(node);
        continue;
      }
      stored.set(node, chosen);
      const isAwaited = SETTLED.some((event) => awaited.get(step.version)?.has(event));
      for (const [index, { options, ...part }] of parts.entries()) {
        await this.lists.accept(tx, chosen[index] ?? leadId, {
          ...part,
          appId,
          lane: LANES.bulk,
          users: new Map(own.map(({ uid, params }) => [uid, params])),
          options: { ...options, step, ...(control && { control }), ...(isAwaited && { isAwaited }) },
          dueAt: this.clock.now(),
          ...(options.reach && { content: index, leadId }),
        });
      }
    }
    return { absent, ids: stored };
  }
}
