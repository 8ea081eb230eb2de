import { SignJWT } from 'jose';

/** The keys of the demo application. */
export interface DemoKeys {
  rest: string;
  mobile: string;
  js: string;
}

export interface Installation {
  installationId: string;
  secret: string;
}

export interface Statistics {
  status: 'SENDING' | 'FINISHED';
  stats: { platform: string; sent: number; failed: number; clicked: number }[];
}

export type Counts = Record<string, { accepted: number; rejected: number; distinct: number }>;

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A client of the REST and SDK interfaces, and of the control interface of the simulators. */
export class DemoClient {
  constructor(
    private readonly gateway: string,
    private readonly simulators: string,
    private readonly secrets: { keys: DemoKeys; identitySecret: string },
    private readonly keyHeader: string,
  ) {}

  async registerUsers(users: readonly object[]): Promise<void> {
    await this.rest('POST', 'registerUsers', users);
  }

  /** Registers, as the device itself, with a token that the server of the app has signed. */
  async registerDevice(kind: 'mobile' | 'js', device: { extId: string }): Promise<Installation> {
    const headers = { [this.keyHeader]: this.secrets.keys[kind] };
    const body = { ...device, identityToken: await this.signIdentity(device.extId) };
    return (await call('POST', `${this.gateway}/sdk/1.0/installations`, body, headers)) as Installation;
  }

  /** Signs an identity token, as a server does for a logged-in user (docs/user-authentication.md). */
  private signIdentity(extId: string): Promise<string> {
    return new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', kid: 'demo' })
      .setSubject(extId)
      .setAudience('demo')
      .setExpirationTime('1 hour')
      .sign(Buffer.from(this.secrets.identitySecret));
  }

  /** Reports, as the device itself, that the user opened a push. */
  async click(kind: 'mobile' | 'js', device: Installation, messageId: string): Promise<void> {
    const headers = { [this.keyHeader]: this.secrets.keys[kind] };
    await call('POST', `${this.gateway}/sdk/1.0/push/clicked`, { ...device, messageId }, headers);
  }

  /** The newest message of each address. */
  async newestMessages(provider: string): Promise<Map<string, string>> {
    const answer = await call('GET', `${this.simulators}/deliveries?provider=${provider}&limit=1000`);
    const { deliveries } = answer as { deliveries: { token: string; messageId: string }[] };
    return new Map(deliveries.map(({ token, messageId }) => [token, messageId]));
  }

  /** @returns the notification key */
  async sendBulk(message: object): Promise<number> {
    const answer = await this.rest('POST', 'sendBulkNotification', { message, target: { sendToAll: true } });
    return (answer as { notificationKey: number }).notificationKey;
  }

  /** Defines a message for journeys. Nothing changes where a demo that was broken off did it. */
  async defineMessage(message: { name: string }): Promise<void> {
    const { list } = (await this.rest('GET', 'getNotificationDefinitions')) as { list: { name?: string }[] };
    if (!list.some(({ name }) => name === message.name)) {
      await this.rest('POST', 'createNotificationDefinition', message);
    }
  }

  async statistics(notificationKey: number): Promise<Statistics> {
    return (await this.rest('GET', `getPushStats?notificationKey=${notificationKey}`)) as Statistics;
  }

  async counts(): Promise<Counts> {
    return (await call('GET', `${this.simulators}/counts`)) as Counts;
  }

  async subscriptions(count: number): Promise<Subscription[]> {
    const answer = await call('POST', `${this.simulators}/subscriptions`, { count });
    return (answer as { subscriptions: Subscription[] }).subscriptions;
  }

  async faults(plan: object): Promise<void> {
    await call('PUT', `${this.simulators}/faults`, plan);
  }

  private rest(method: string, operation: string, body?: unknown): Promise<unknown> {
    return call(method, `${this.gateway}/rest/3.0/${operation}`, body, { [this.keyHeader]: this.secrets.keys.rest });
  }
}

/** @throws Error naming operation, status and body when the answer is not 2xx */
async function call(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(`${method} ${new URL(url).pathname} answered ${answer.status}: ${text.slice(0, 300)}`);
  }
  return text === '' ? undefined : JSON.parse(text);
}
