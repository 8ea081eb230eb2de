import { toErrorWords, toProviderWords } from '../faults/provider-words.js';
import type { Account, AccountFault, Channel } from '../sender/channels.types.js';
import { askOverHttp1, type Http1Question } from '../transport/http1-question.js';
import { failureCode } from '../transport/transport-failure.js';
import type { CheckStep } from './account-check.types.js';
import type { PostProtocol } from './post-protocol.types.js';

/** One question whose answer shows if an account works. */
export interface CheckQuestion<C extends Channel, K extends object> {
  /** The name of the trial, for people. */
  name: string;
  protocol: Pick<PostProtocol<C, K>, 'origin' | 'lookup' | 'secrets'>;
  request: Http1Question;
  /** Finds the fault; undefined: the account works. */
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
  try {
    const { status, text } = await askOverHttp1(place, trust, request);
    const fault = judge(status, text);
    const words = toProviderWords(`${status} ${text}`, secrets);
    return [fault ? { name, words, fault: { ...fault, words } } : { name, words: '' }];
  } catch (error) {
    const fault = { code: failureCode(error), why: 'PROVIDER_UNAVAILABLE', words: toErrorWords(error, secrets) };
    return [{ name, words: '', fault }];
  }
}
