import type { GetAccountCommandOutput, SendEmailCommandInput, SendEmailCommandOutput } from '@aws-sdk/client-sesv2';
import type { Account } from '../../sender/channels.types.js';
import type { Http1Answer } from '../../transport/http1-client.js';
import { awsDomain, type SesCredentials } from './ses-credentials.js';

/** One request of the library, and what came of it. */
export class SesExchange {
  /** Absent: no answer came. */
  answer: Http1Answer | undefined;
  /** An error of the connection, or of a body that is not whole. */
  failure: unknown;
  /** The library has handed over a request. Before that nothing can have left. */
  isBegun = false;

  constructor(readonly mayLeave: () => boolean = () => true) {}
}

/** A signed request. */
export interface SesRequest {
  method: string;
  path: string;
  /** Names and values in turn. */
  headers: string[];
  body: Buffer;
}

/** Carries one request. @throws the error of the connection */
type Carry = (request: SesRequest, exchange: SesExchange) => Promise<Http1Answer>;

/** The operations of SES that are used. Each throws errors of the library; what came of the request is in the exchange. */
export interface SesClient {
  send(input: SendEmailCommandInput, exchange: SesExchange): Promise<SendEmailCommandOutput>;
  getAccount(exchange: SesExchange): Promise<GetAccountCommandOutput>;
}

/** A request as the library hands it over. */
interface LibraryRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array;
}

/** undici writes these itself. */
const CARRIED_HEADERS = new Set(['host', 'content-length']);

/** `https://host[:port]` of SES in the region of an account, or of its simulator. */
export function sesOrigin({
  credentials,
  origin,
}: Pick<Account<'smtp', SesCredentials>, 'credentials' | 'origin'>): string {
  const { region } = credentials;
  return origin ? `https://${origin.host}:${origin.port}` : `https://email.${region}.${awsDomain(region)}`;
}

export function sesSecrets({ secretAccessKey, sessionToken = '' }: SesCredentials): string[] {
  return [secretAccessKey, sessionToken].filter((secret) => secret !== '');
}

/**
 * AWS's client of SES with Herald's connections: it builds and signs requests and reads errors, once. It repeats
 * nothing, because SES would take a repeated message again. It is loaded at the first message, since it costs a process
 * 30 MB and 0.1 s.
 */
export async function openSesClient(account: Account<'smtp', SesCredentials>, carry: Carry): Promise<SesClient> {
  const { SESv2Client, SendEmailCommand, GetAccountCommand } = await import('@aws-sdk/client-sesv2');
  const { region, accessKeyId, secretAccessKey, sessionToken } = account.credentials;
  const client = new SESv2Client({
    region,
    endpoint: sesOrigin(account),
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
    maxAttempts: 1,
    requestHandler: {
      metadata: { handlerProtocol: 'http/1.1' },
      handle: (request: LibraryRequest, { exchange }: { exchange: SesExchange }) => handle(request, exchange, carry),
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => ({}),
    },
  });
  // The library hands the options of a call to its handler as they are. It knows `requestTimeout`, which is not used.
  const optionsOf = (exchange: SesExchange) => ({ exchange, requestTimeout: 0 });
  return {
    send: (input, exchange) => client.send(new SendEmailCommand(input), optionsOf(exchange)),
    getAccount: (exchange) => client.send(new GetAccountCommand({}), optionsOf(exchange)),
  };
}

async function handle(
  { method, path, headers, body = Buffer.alloc(0) }: LibraryRequest,
  exchange: SesExchange,
  carry: Carry,
) {
  exchange.isBegun = true;
  const own = Object.entries(headers).filter(([name]) => !CARRIED_HEADERS.has(name.toLowerCase()));
  try {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const answer = await carry({ method, path, headers: own.flat(), body: bytes }, exchange);
    exchange.answer = answer;
    // A refusal needs no whole body. An acceptance that is cut may be one, or not.
    if (answer.fault && answer.status < 300) {
      throw answer.fault;
    }
    const { status: statusCode, headers: responseHeaders, text } = answer;
    return { response: { statusCode, headers: responseHeaders, body: Buffer.from(text) } };
  } catch (error) {
    exchange.failure = error;
    throw error;
  }
}
