import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Someone with an account of the provider. */
export interface TestPerson {
  sub: string;
  name?: string;
  email?: string;
  groups?: readonly string[];
}

/** A token before it is signed. Tests change it to what no provider should send. */
export interface TokenDraft {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  /** Absent: the token has no signature. */
  key?: KeyObject;
}

interface Grant {
  person: TestPerson;
  query: URLSearchParams;
  authenticatedAt: number;
}

const CLIENT_ID = 'herald';
const CLIENT_SECRET = 'a secret of tests: ~+/ 100%';
const KEY_ID = 'first';
const LIVES_SECONDS = 300;

const seconds = (): number => Math.floor(Date.now() / 1000);
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Decodes id and secret of the header (RFC 6749, section 2.3.1). */
const decodeForm = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/**
 * A provider of OpenID Connect on this machine, with keys of its own. It checks the client, the redirect address, PKCE and
 * that a code is used once, and it signs whoever `person` is in without asking.
 */
export class TestProvider {
  readonly clientId = CLIENT_ID;
  readonly clientSecret = CLIENT_SECRET;
  /** The person at the provider. */
  person: TestPerson = { sub: 'ada-1', name: 'Ada', email: 'ada@example.com', groups: ['herald-admins'] };
  /** When that person last showed it a password, in seconds. */
  authenticatedAt = seconds();
  /** Makes it ask again when `max_age` demands it. */
  asksAgain = true;
  /** Puts groups into the answer about the person, and not into the token. */
  tellsGroupsLater = false;
  /** Changes a token before it is sent. */
  alter: (draft: TokenDraft) => void = () => {};
  /** Changes the address that a browser is sent back to. */
  redirect: (back: URL) => void = () => {};
  readonly otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly codes = new Map<string, Grant>();
  private readonly tokens = new Map<string, TestPerson>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => send(response, 500, { error: String(error) }));
    });
  }

  static async start(port = 0): Promise<TestProvider> {
    const provider = new TestProvider();
    await new Promise<void>((resolve) => provider.server.listen(port, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Settings of a gateway whose members sign in here. */
  get settings(): Record<string, string> {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET };
  }

  /** Does again what a provider should. */
  reset(): void {
    this.person = { sub: 'ada-1', name: 'Ada', email: 'ada@example.com', groups: ['herald-admins'] };
    this.authenticatedAt = seconds();
    this.asksAgain = true;
    this.tellsGroupsLater = false;
    this.alter = () => {};
    this.redirect = () => {};
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer);
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return send(response, 200, this.metadata());
      case 'GET /jwks':
        return send(response, 200, {
          keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }],
        });
      case 'GET /authorize':
        return this.authorize(url.searchParams, response);
      case 'POST /token':
        return this.trade(request.headers.authorization ?? '', await readForm(request), response);
      case 'GET /userinfo':
        return this.describe(request.headers.authorization ?? '', response);
      case 'GET /logout':
        response.writeHead(302, { location: url.searchParams.get('post_logout_redirect_uri') ?? '/' }).end();
        return undefined;
      default:
        return send(response, 404, {});
    }
  }

  private metadata(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/jwks`,
      end_session_endpoint: `${this.issuer}/logout`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
    };
  }

  private authorize(query: URLSearchParams, response: ServerResponse): void {
    if (query.get('client_id') !== CLIENT_ID || query.get('response_type') !== 'code') {
      return send(response, 400, { error: 'invalid_request' });
    }
    if (this.asksAgain && query.get('max_age') === '0') {
      this.authenticatedAt = seconds();
    }
    const code = randomBytes(16).toString('base64url');
    this.codes.set(code, { person: this.person, query, authenticatedAt: this.authenticatedAt });
    const back = new URL(query.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code, state: query.get('state') ?? '', iss: this.issuer }).toString();
    this.redirect(back);
    response.writeHead(302, { location: back.href }).end();
  }

  private trade(authorization: string, form: URLSearchParams, response: ServerResponse): void {
    const [id = '', secret = ''] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':');
    if (decodeForm(id) !== CLIENT_ID || decodeForm(secret) !== CLIENT_SECRET) {
      return send(response, 401, { error: 'invalid_client' });
    }
    const code = form.get('code') ?? '';
    const grant = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      grant?.query.get('code_challenge_method') === 'S256' &&
      grant.query.get('code_challenge') === challenge &&
      grant.query.get('redirect_uri') === form.get('redirect_uri');
    if (!grant || !isRight) {
      return send(response, 400, { error: 'invalid_grant' });
    }
    const accessToken = randomBytes(16).toString('base64url');
    this.tokens.set(accessToken, grant.person);
    return send(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: LIVES_SECONDS,
      id_token: this.write(grant),
    });
  }

  private write({ person, query, authenticatedAt }: Grant): string {
    const { groups, ...rest } = person;
    const now = seconds();
    const draft: TokenDraft = {
      header: { alg: 'RS256', kid: KEY_ID, typ: 'JWT' },
      claims: {
        iss: this.issuer,
        aud: CLIENT_ID,
        iat: now,
        exp: now + LIVES_SECONDS,
        auth_time: authenticatedAt,
        nonce: query.get('nonce'),
        ...rest,
        ...(!this.tellsGroupsLater && { groups }),
      },
      key: this.keys.privateKey,
    };
    this.alter(draft);
    const text = `${encode(draft.header)}.${encode(draft.claims)}`;
    return `${text}.${draft.key ? sign('sha256', Buffer.from(text), draft.key).toString('base64url') : ''}`;
  }

  private describe(authorization: string, response: ServerResponse): void {
    const person = this.tokens.get(authorization.replace('Bearer ', ''));
    return person ? send(response, 200, person) : send(response, 401, { error: 'invalid_token' });
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function send(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
