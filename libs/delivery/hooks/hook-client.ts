import { Agent } from 'undici';
import { parseRetryAfter, type ProviderOrigin } from '#libs/channels';
import { lookupPublicAddress, parsePublicHttpsUrl } from '#platform/net';

/** What a server said to a call; status 0: nothing, or it could not be reached. */
export interface Answered {
  status: number;
  /** Why there is no status; names no address. */
  failure?: string;
  /** Of `Retry-After`, in milliseconds. */
  afterMs?: number;
}

const CONNECT_MS = 5000;
const ANSWER_MS = 15_000;
const RESPONSE_LIMIT = 16 * 1024;
/** Idle connections are kept this long. */
const KEEP_MS = 10_000;

/**
 * Calls hooks: https only, to public addresses only, and to the very addresses that were checked; redirects are answers
 * like others, and not followed. The exception is the simulators of this installation, which configuration names.
 */
export class HookClient {
  private readonly agents = new Map<string, Agent>();

  /** Never throws. @param simulator  where to call when `url` is null */
  async post(
    url: string | null,
    headers: Record<string, string>,
    body: string,
    simulator: ProviderOrigin | undefined,
  ): Promise<Answered> {
    const target =
      url === null
        ? simulator && new URL(`https://${simulator.host}:${simulator.port}/hook`)
        : parsePublicHttpsUrl(url);
    if (!target) {
      return { status: 0, failure: 'ADDRESS_REFUSED' };
    }
    try {
      const answer = await this.agent(url === null ? simulator : undefined).request({
        origin: target.origin,
        path: target.pathname + target.search,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Herald' },
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await answer.body.dump({ limit: RESPONSE_LIMIT });
      const afterMs = parseRetryAfter(answer.headers['retry-after'], Date.now());
      return { status: answer.statusCode, ...(afterMs !== undefined && { afterMs }) };
    } catch (error) {
      return { status: 0, failure: codeOf(error) };
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.close()));
  }

  private agent(simulator: ProviderOrigin | undefined): Agent {
    const name = simulator ? `${simulator.host}:${simulator.port}` : '';
    const known = this.agents.get(name);
    if (known) {
      return known;
    }
    const trust = simulator ? { ca: simulator.ca } : { lookup: lookupPublicAddress };
    const agent = new Agent({
      keepAliveTimeout: KEEP_MS,
      maxResponseSize: RESPONSE_LIMIT,
      connect: { ...trust, timeout: CONNECT_MS },
    });
    this.agents.set(name, agent);
    return agent;
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'UNKNOWN';
}
