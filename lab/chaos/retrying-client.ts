import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../../test/support/processes/stack.js';

const PAUSE_MS = 250;
const PATIENCE_MS = 600_000;

/**
 * Asks for one campaign until it is granted, as a careful client does: every attempt carries the same Idempotency-Key, so
 * whatever dies on the way, there is one campaign.
 *
 * @returns the notification key
 * @throws Error on a refusal that a repeat cannot change
 */
export async function retryCampaign(
  stack: Stack,
  idempotencyKey: string,
  message: object,
  target: object = { sendToAll: true },
): Promise<number> {
  return retryRequest(stack, idempotencyKey, 'sendBulkNotification', { message, target });
}

/** Repeats any operation that answers a key. @throws Error as `retryCampaign` */
export async function retryRequest(
  stack: Stack,
  idempotencyKey: string,
  operation: string,
  body: object,
): Promise<number> {
  const answer = await retryPost(stack, idempotencyKey, operation, body);
  return (JSON.parse(answer) as { notificationKey: number }).notificationKey;
}

/** Repeats any operation. @returns its answer as it came. @throws Error as `retryCampaign` */
export async function retryPost(
  stack: Stack,
  idempotencyKey: string,
  operation: string,
  body: object,
): Promise<string> {
  return retryUntil(PATIENCE_MS, async () => {
    const response = await fetch(`${stack.rest.base}/rest/3.0/${operation}`, {
      method: 'POST',
      headers: {
        'X-svc-api-key': stack.keys.rest,
        'Content-Type': 'application/json',
        'Idempotency-Key': idempotencyKey,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.ok) {
      return text;
    }
    // 500 is the answer where a lost commit leaves the outcome unknown.
    if (![409, 500, 503].includes(response.status)) {
      throw new Refused(`${response.status} ${text}`);
    }
    return undefined;
  });
}

/** Waits until a campaign is finished, whichever process is dead. @throws Error when it is not within the time */
export async function awaitEnd(stack: Stack, key: number, withinMs: number): Promise<void> {
  await retryUntil(withinMs, async () => ((await stack.rest.stats(key)).status === 'FINISHED' ? true : undefined));
}

class Refused extends Error {}

/** Tries until there is a result. @throws Error with the last failure when there is none in time */
export async function retryUntil<R>(withinMs: number, attempt: () => Promise<R | undefined>): Promise<R> {
  const end = Date.now() + withinMs;
  let last: unknown = 'nothing happened';
  while (Date.now() < end) {
    try {
      const result = await attempt();
      if (result !== undefined) {
        return result;
      }
    } catch (error) {
      if (error instanceof Refused) {
        throw error;
      }
      last = error;
    }
    await sleep(PAUSE_MS);
  }
  throw new Error(`Not within ${withinMs} ms`, { cause: last });
}
