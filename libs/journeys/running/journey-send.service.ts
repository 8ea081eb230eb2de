import { Injectable } from '@nestjs/common';
import type { JsonObject } from '#libs/content';
import {
  DispatchIntakeService,
  type DispatchOptions,
  LANES,
  UserListIntakeService,
  type UserListSend,
} from '#libs/delivery';
import { type NamedDefinition, NotificationDefinitionService } from '#libs/notifications';
import { Database, type Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { JourneyRepository } from '../definitions/journey.repository.js';
import type { Journey } from '../model/journey.types.js';
import { listMessages, listSteps } from '../model/program.js';
import { holdoutOf } from './held-out.js';
import { SendableContentsService, type StepContents } from './sendable-contents.service.js';

/**
 * A person to send a message to.
 *
 * @property node     version and id of the node, apart by a blank
 * @property message  name of a definition, or of the node that has contents
 */
export interface NodeSend {
  node: string;
  message: string;
  uid: number;
  params: JsonObject;
}

/** Definitions by their names, and ids of dispatches for them. @property versions  of the journey that they are of */
export interface PreparedMessages {
  versions: ReadonlySet<number>;
  definitions: ReadonlyMap<string, NamedDefinition>;
  contents: ReadonlyMap<string, StepContents | null>;
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
    private readonly messages: NotificationDefinitionService,
    private readonly contents: SendableContentsService,
    private readonly intake: DispatchIntakeService,
    private readonly lists: UserListIntakeService,
    private readonly clock: ClockService,
  ) {}

  /** Reads the definitions that a journey sends, before the transaction of a step. */
  async prepare(journey: Pick<Journey, 'appId' | 'journeyId' | 'name'>): Promise<PreparedMessages> {
    const { appId, journeyId } = journey;
    const versions = await this.journeys.listVersions(this.db, appId, journeyId);
    const names = [...new Set(versions.flatMap(({ definition }) => listMessages(definition)))];
    const definitions = await this.messages.findSendable(appId, names);
    const contents = await this.contents.find(journey, versions);
    const single = versions.flatMap(({ definition }) =>
      listSteps(definition.steps).filter(({ kind }) => kind === 'send'),
    );
    const several = [...contents.values()].reduce((sum, each) => sum + (each?.messages.length ?? 0), 0);
    const holdouts = new Map(
      versions.flatMap(({ version, definition: { holdout } }) => {
        const draw = holdoutOf({ journeyId, holdout });
        return draw ? [[String(version), draw] as const] : [];
      }),
    );
    const dispatchIds = await this.intake.allocateDispatchIds(single.length + several);
    return {
      versions: new Set(versions.map(({ version }) => version)),
      definitions,
      contents,
      holdouts,
      dispatchIds,
    };
  }

  /**
   * Stores a dispatch for each node.
   *
   * @returns nodes whose message is not there any more, or was not when it was prepared
   */
  async send(
    tx: Tx,
    { appId, journeyId, name }: Pick<Journey, 'appId' | 'journeyId' | 'name'>,
    { definitions, contents, holdouts, dispatchIds }: PreparedMessages,
    sends: readonly NodeSend[],
  ): Promise<Set<string>> {
    const absent = new Set<string>();
    const ids = [...dispatchIds];
    for (const node of new Set(sends.map((send) => send.node))) {
      const own = sends.filter((send) => send.node === node);
      const version = node.slice(0, node.indexOf(' '));
      const step = { journeyId, journey: name, version: Number(version), node: node.slice(version.length + 1) };
      const control = holdouts.get(version);
      const parts = toParts(definitions.get(own[0]?.message ?? ''), contents.get(node));
      const chosen = ids.splice(0, parts.length);
      const [leadId] = chosen;
      if (leadId === undefined || chosen.length < parts.length) {
        absent.add(node);
        continue;
      }
      for (const [index, { options, ...part }] of parts.entries()) {
        await this.lists.accept(tx, chosen[index] ?? leadId, {
          ...part,
          appId,
          lane: LANES.bulk,
          users: new Map(own.map(({ uid, params }) => [uid, params])),
          options: { ...options, step, ...(control && { control }) },
          dueAt: this.clock.now(),
          ...(options.reach && { content: index, leadId }),
        });
      }
    }
    return absent;
  }
}

/** The dispatches of a node: one, or one for each content; none where its message is not there. */
function toParts(
  definition: NamedDefinition | undefined,
  contents: StepContents | null | undefined,
): Pick<UserListSend, 'notificationKey' | 'message' | 'options'>[] {
  if (contents) {
    const { notificationKey, reach, messages } = contents;
    return messages.map(({ message, categoryIds }) => {
      return { notificationKey, message, options: { reach, ...(categoryIds && { categoryIds }) } };
    });
  }
  if (!definition || contents === null) {
    return [];
  }
  const { notificationKey, message, categoryIds } = definition;
  return [{ notificationKey, message, options: { ...(categoryIds && { categoryIds }) } }];
}
