import { setTimeout as sleep } from 'node:timers/promises';
import type { ApplicationKeys } from '../../../test/support/contract/application.js';

/** How long a request looks for a gateway that takes it, as the proxy of Compose does. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 50;
const REQUEST_MS = 60_000;
/** Codes of a connection that was never made, so that the request may go elsewhere. */
const NOT_CONNECTED = ['ECONNREFUSED'];

export interface TrafficFigures {
  requests: number;
  refused: number;
  slowest_ms: number;
  /** The first refusals, in words. */
  refusals: string[];
}

/**
 * Requests of a server to several gateways, one after the other of each client. A gateway that takes no connection is
 * left out, as a proxy does it; every other failure is a refusal.
 */
export class Traffic {
  readonly figures: TrafficFigures = { requests: 0, refused: 0, slowest_ms: 0, refusals: [] };
  private turn = 0;

  /** @param bases  of the gateways; their ports stay when one is replaced */
  constructor(
    private readonly bases: readonly string[],
    private readonly keys: ApplicationKeys,
  ) {}

  /** @returns the body of the answer; undefined when it was refused */
  async call(path: string, body?: unknown): Promise<unknown> {
    this.figures.requests += 1;
    const begin = performance.now();
    try {
      const answer = await this.askAny(path, body);
      const text = await answer.text();
      if (!answer.ok) {
        throw new Error(`${answer.status} ${text}`);
      }
      return text === '' ? {} : (JSON.parse(text) as unknown);
    } catch (error) {
      this.figures.refused += 1;
      this.figures.refusals.push(`${path}: ${describe(error)}`);
      return undefined;
    } finally {
      this.figures.slowest_ms = Math.max(this.figures.slowest_ms, Math.round(performance.now() - begin));
    }
  }

  private async askAny(path: string, body: unknown): Promise<Response> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const base = this.bases[this.turn++ % this.bases.length] ?? '';
      try {
        return await fetch(`${base}/rest/3.0/${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          // One connection for each request: a connection that ends between two requests would be a fault of this client.
          headers: { 'X-svc-api-key': this.keys.rest, 'Content-Type': 'application/json', connection: 'close' },
          signal: AbortSignal.timeout(REQUEST_MS),
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
      } catch (error) {
        if (!NOT_CONNECTED.includes(codeOf(error)) || performance.now() > end) {
          throw error;
        }
        await sleep(PAUSE_MS);
      }
    }
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.message} ${codeOf(error)}`.trim() : String(error);
}
