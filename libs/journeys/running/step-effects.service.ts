import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { toParams } from '../model/visit-params.js';
import type { Journey, Leaving, VisitMessage } from '../model/journey.types.js';
import { addMessage } from '../model/message-results.js';
import { JourneyEventsService } from '../visits/journey-events.service.js';
import { JourneySendService, type NodeSend, type PreparedMessages } from './journey-send.service.js';
import { PersonSetService } from './person-set.service.js';
import { StepCallService } from './step-call.service.js';
import type { Step } from './step.types.js';

/** Effects of steps besides moving people on: messages, and values of people. */
@Injectable()
export class StepEffectsService {
  constructor(
    private readonly sends: JourneySendService,
    private readonly sets: PersonSetService,
    private readonly calls: StepCallService,
    private readonly events: JourneyEventsService,
  ) {}

  /** Reads what the effects of a journey need, before the transaction of a step. */
  async prepare(journey: Pick<Journey, 'appId' | 'journeyId' | 'name'>): Promise<PreparedMessages> {
    return this.sends.prepare(journey);
  }

  /**
   * @returns absent: steps whose message is not there; calls: the webhook deliveries that people wait for; messages: those of
   *   visits whose version waits for results
   */
  async apply(
    tx: Tx,
    journey: Pick<Journey, 'appId' | 'journeyId' | 'name'>,
    prepared: PreparedMessages,
    steps: readonly Step[],
  ): Promise<{ absent: Set<Step>; calls: Map<Step, number | null>; messages: Map<Step, VisitMessage[]> }> {
    const { appId } = journey;
    const { absent: nodes, ids } = await this.sends.send(tx, journey, prepared, steps.flatMap(listSends));
    const absent = new Set(
      steps.filter(({ visit, advance: { sent } }) => sent && nodes.has(nodeOf(visit.version, sent.node))),
    );
    const sets = steps.flatMap((step) =>
      step.advance.set && !absent.has(step)
        ? { uid: step.visit.uid, step: step.advance.set, data: step.visit.data }
        : [],
    );
    await this.sets.write(tx, appId, sets);
    const calls = await this.calls.store(
      tx,
      journey,
      steps.filter((step) => !absent.has(step)),
    );
    const messages = new Map<Step, VisitMessage[]>();
    for (const step of steps) {
      const { visit, advance } = step;
      const sent = advance.sent && ids.get(nodeOf(visit.version, advance.sent.node));
      if (advance.sent && sent && (prepared.awaited.get(visit.version)?.size ?? 0) > 0) {
        messages.set(step, addMessage(visit.messages ?? [], advance.sent.node, sent));
      }
    }
    return { absent, calls, messages };
  }

  /** Reports the people who left. */
  async tellLeft(
    tx: Tx,
    journey: Pick<Journey, 'appId' | 'name'>,
    left: readonly { uid: number; reason: Leaving }[],
  ): Promise<void> {
    await this.events.addLeft(tx, journey, left);
  }
}

function listSends({ visit, origin, advance: { sent } }: Step): NodeSend[] {
  return sent
    ? [
        {
          node: nodeOf(visit.version, sent.node),
          uid: visit.uid,
          params: toParams(visit, origin),
        },
      ]
    : [];
}

function nodeOf(version: number, node: string): string {
  return `${version} ${node}`;
}
