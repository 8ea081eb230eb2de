import { Injectable } from '@nestjs/common';
import type { JsonObject } from '#libs/content';
import { DispatchIntakeService, LANES, UserListIntakeService } from '#libs/delivery';
import { type NamedDefinition, NotificationDefinitionService } from '#libs/notifications';
import { Database, type Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { JourneyRepository } from '../definitions/journey.repository.js';
import { listMessages, listSteps } from '../model/program.js';

/** A person to send a message to. @property node  version and id of the node, apart by a blank */
export interface NodeSend {
  node: string;
  message: string;
  uid: number;
  params: JsonObject;
}

/** Definitions by their names, and ids of dispatches for them. */
export interface PreparedMessages {
  definitions: ReadonlyMap<string, NamedDefinition>;
  dispatchIds: number[];
}

/** Hands the messages of journeys over to the delivery. */
@Injectable()
export class JourneySendService {
  constructor(
    private readonly db: Database,
    private readonly journeys: JourneyRepository,
    private readonly messages: NotificationDefinitionService,
    private readonly intake: DispatchIntakeService,
    private readonly lists: UserListIntakeService,
    private readonly clock: ClockService,
  ) {}

  /** Reads the definitions that a journey sends, before the transaction of a step. */
  async prepare(appId: number, journeyId: number): Promise<PreparedMessages> {
    const versions = await this.journeys.listDefinitions(this.db, appId, journeyId);
    const sends = versions.map(({ steps }) => listSteps(steps).filter(({ kind }) => kind === 'send').length);
    const definitions = await this.messages.findSendable(appId, [...new Set(versions.flatMap(listMessages))]);
    const most = sends.reduce((sum, count) => sum + count, 0);
    return { definitions, dispatchIds: await this.intake.allocateDispatchIds(most) };
  }

  /**
   * Stores a dispatch for each node.
   *
   * @returns nodes whose message is not there any more, or was not when it was prepared
   */
  async send(
    tx: Tx,
    appId: number,
    { definitions, dispatchIds }: PreparedMessages,
    sends: readonly NodeSend[],
  ): Promise<Set<string>> {
    const absent = new Set<string>();
    const ids = [...dispatchIds];
    for (const node of new Set(sends.map((send) => send.node))) {
      const own = sends.filter((send) => send.node === node);
      const definition = definitions.get(own[0]?.message ?? '');
      const dispatchId = ids.pop();
      if (!definition || dispatchId === undefined) {
        absent.add(node);
        continue;
      }
      const { notificationKey, message, categoryIds } = definition;
      await this.lists.accept(tx, dispatchId, {
        appId,
        notificationKey,
        lane: LANES.bulk,
        message,
        users: new Map(own.map(({ uid, params }) => [uid, params])),
        options: { ...(categoryIds && { categoryIds }) },
        dueAt: this.clock.now(),
      });
    }
    return absent;
  }
}
