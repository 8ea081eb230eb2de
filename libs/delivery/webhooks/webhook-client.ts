import { Agent } from 'undici';
import { parseRetryAfter, type ProviderOrigin } from '#libs/channels';
import { lookupPublicAddress, parsePublicHttpsUrl } from '#platform/net';
import { USER_AGENT } from '#platform/release';

/** The response of an endpoint. Status 0: no response. */
export interface WebhookResponse {
  status: number;
  /** The cause of status 0; contains no address. */
  failure?: string;
  /** The delay of `Retry-After`, in milliseconds. */
  afterMs?: number;
}

const CONNECT_TIMEOUT_MS = 5000;
const RESPONSE_TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 10_000;

/**
 * Posts to webhook endpoints by https, and only to public addresses. It connects to the very address that was checked, and
 * follows no redirect. The exception are the simulators, which only the configuration can name.
 */
export class WebhookClient {
  private readonly agents = new Map<string, Agent>();

  /** Never throws. @param simulator  the target for a `url` of null */
  async post(
    url: string | null,
    headers: Record<string, string>,
    body: string,
    simulator: ProviderOrigin | undefined,
  ): Promise<WebhookResponse> {
    const target =
      url === null
        ? simulator && new URL(`https://${simulator.host}:${simulator.port}/hook`)
        : parsePublicHttpsUrl(url);
    if (!target) {
      return { status: 0, failure: 'ADDRESS_REFUSED' };
    }
    try {
      const response = await this.getAgent(url === null ? simulator : undefined).request({
        origin: target.origin,
        path: target.pathname + target.search,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': USER_AGENT },
        body,
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      });
      await response.body.dump({ limit: MAX_RESPONSE_BYTES });
      const afterMs = parseRetryAfter(response.headers);
      return { status: response.statusCode, ...(afterMs !== undefined && { afterMs }) };
    } catch (error) {
      return { status: 0, failure: readErrorCode(error) };
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.close()));
  }

  private getAgent(simulator: ProviderOrigin | undefined): Agent {
    const origin = simulator ? `${simulator.host}:${simulator.port}` : '';
    const cachedAgent = this.agents.get(origin);
    if (cachedAgent) {
      return cachedAgent;
    }
    const trust = simulator ? { ca: simulator.ca } : { lookup: lookupPublicAddress };
    const agent = new Agent({
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxResponseSize: MAX_RESPONSE_BYTES,
      connect: { ...trust, timeout: CONNECT_TIMEOUT_MS },
    });
    this.agents.set(origin, agent);
    return agent;
  }
}

function readErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'UNKNOWN';
}
