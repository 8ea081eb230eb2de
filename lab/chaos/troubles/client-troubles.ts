import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectOk } from '../../../test/support/api-document/rest-client.js';
import type { Stack } from '../../../test/support/processes/stack.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { makeVictim } from '../victims.js';
import type { Trouble } from './troubles.js';

/** Requests of many clients at the same time, each until it had an answer. */
export interface ClientCounts {
  /** Single sends, each under an Idempotency-Key of its own. */
  requests: number;
  attempts: number;
  /** Campaigns for which several people pressed the button of approval. */
  approvals: number;
  /** Approvals that were granted, beyond the first of a campaign: 0. */
  approvedTwice: number;
}

const CLIENTS = 50;
const APPROVERS = 5;
const WRONG_STATE = 5005;
/** A client that never waits long enough would never see an answer. */
const PATIENCE_MS = [5, 20, 60, 150, 400, 1000, 3000];
const DEADLINE_MS = 600_000;

export class Clients {
  readonly counts: ClientCounts = { requests: 0, attempts: 0, approvals: 0, approvedTwice: 0 };
  /** The definition that all single sends use. */
  definitionKey = 0;

  constructor(
    private readonly stack: Stack,
    private readonly names: readonly string[],
  ) {}

  async define(message: object): Promise<void> {
    const answer = await this.stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', { message });
    this.definitionKey = expectOk(answer).notificationKey;
  }

  /** Fifty clients send to one user each. Each of them loses patience, and repeats the same request. */
  get trouble(): Trouble {
    return makeVictim(
      'repeats',
      async () => undefined,
      async (luck) => {
        const random = seeded(Math.floor(luck * 2 ** 32));
        await Promise.all(
          Array.from({ length: CLIENTS }, () =>
            this.repeat(this.names[Math.floor(random() * this.names.length)] ?? '', random),
          ),
        );
      },
    );
  }

  private async repeat(extId: string, random: () => number): Promise<void> {
    const idempotencyKey = randomUUID();
    this.counts.requests += 1;
    const body = { notificationKey: String(this.definitionKey), target: { extId } };
    await this.ask('sendNotification', body, idempotencyKey, random);
  }

  /** Several people approve one campaign at the same time. */
  async approve(key: number): Promise<void> {
    this.counts.approvals += 1;
    const answers = await Promise.all(
      Array.from({ length: APPROVERS }, () => this.ask('sendPushApproval', [{ messageId: key }])),
    );
    this.counts.approvedTwice += Math.max(0, answers.filter((status) => status === 200).length - 1);
  }

  /** @returns the status of the last answer: 200, or that of a refusal that a repeat cannot change */
  private async ask(
    operation: string,
    body: object,
    idempotencyKey?: string,
    random: () => number = () => 1,
  ): Promise<number> {
    const end = Date.now() + DEADLINE_MS;
    for (let attempt = 0; Date.now() < end; attempt++) {
      this.counts.attempts += 1;
      const patience = PATIENCE_MS[Math.min(attempt, PATIENCE_MS.length - 1)] ?? 0;
      const answer = await fetch(`${this.stack.rest.base}/rest/3.0/${operation}`, {
        method: 'POST',
        headers: {
          'X-svc-api-key': this.stack.keys.rest,
          'Content-Type': 'application/json',
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(Math.ceil(patience * (1 + random()))),
      }).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      if (answer && text !== undefined) {
        if (answer.ok || text.includes(`${WRONG_STATE}`)) {
          return answer.status;
        }
        if (![409, 429, 500, 503].includes(answer.status)) {
          throw new Error(`${operation} was answered with ${answer.status}: ${text}`);
        }
      }
      await sleep(50 + random() * 200);
    }
    throw new Error(`${operation} was not answered within ${DEADLINE_MS} ms`);
  }
}
