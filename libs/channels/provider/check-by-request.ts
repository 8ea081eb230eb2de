import { toErrorWords, toProviderWords } from '../faults/provider-words.js';
import type { Account, AccountFault, Channel } from '../sender/channels.types.js';
import { CHECK_LIMITS } from '../transport/check-limits.js';
import { openHttp1Pool } from '../transport/http1-pool.js';
import { failureCode } from '../transport/transport-failure.js';
import type { CheckStep } from './account-check.types.js';
import type { PostProtocol } from './post.sender.js';

const MAX_RESPONSE_BYTES = 256 * 1024;

/** One question whose answer tells whether an account works. */
export interface CheckQuestion<C extends Channel, K extends object> {
  /** What is tried, for people. */
  name: string;
  protocol: Pick<PostProtocol<C, K>, 'origin' | 'lookup' | 'secrets'>;
  request: { method: 'GET' | 'HEAD' | 'POST'; path: string; headers: Record<string, string>; body?: string };
  /** What is wrong; undefined: the account works. */
  judge(status: number, text: string): Pick<AccountFault, 'code' | 'why'> | undefined;
}

/** Asks a provider once, over a connection of its own. */
export async function checkByRequest<C extends Channel, K extends object>(
  { credentials, origin }: Account<C, K>,
  { name, protocol, request, judge }: CheckQuestion<C, K>,
): Promise<CheckStep[]> {
  const secrets = protocol.secrets(credentials);
  const trust = origin ? { ca: origin.ca } : { ...(protocol.lookup && { lookup: protocol.lookup }) };
  const place = origin ? `https://${origin.host}:${origin.port}` : protocol.origin(credentials);
  const pool = openHttp1Pool(place, { ...CHECK_LIMITS, inFlight: 1 }, MAX_RESPONSE_BYTES, trust);
  try {
    const { statusCode, body } = await pool.request({
      ...request,
      signal: AbortSignal.timeout(CHECK_LIMITS.deadlineMs),
    });
    const text = await body.text();
    const fault = judge(statusCode, text);
    const words = toProviderWords(`${statusCode} ${text}`, secrets);
    return [fault ? { name, words, fault: { ...fault, words } } : { name, words: '' }];
  } catch (error) {
    const fault = { code: failureCode(error), why: 'PROVIDER_UNAVAILABLE', words: toErrorWords(error, secrets) };
    return [{ name, words: '', fault }];
  } finally {
    await pool.close();
  }
}
