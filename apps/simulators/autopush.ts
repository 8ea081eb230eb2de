import { randomUUID } from 'node:crypto';
import { isObject, nowSeconds, readObject } from './jwt.js';

/** Firefox keeps at most so many subscriptions of one profile; far more than any site needs. */
const MAX_CHANNELS = 1000;
const MAX_STORED = 100;

/** One browser's line to the push server: what it sends arrives through `Browser.said`. */
export interface Line {
  send(text: string): void;
  close(): void;
}

/** A message as the push service was given it, still encrypted. */
export interface PushedMessage {
  /** Encrypted content, without encoding. */
  body: Buffer;
  /** `Content-Encoding` of the body; absent for a push without one. */
  encoding: string | undefined;
  ttlSeconds: number;
  /** An undelivered message of the same topic is replaced (RFC 8030, section 5.4). */
  topic: string | undefined;
}

interface Stored extends PushedMessage {
  version: string;
  /** Epoch seconds; a message with TTL 0 goes to a browser that is there, or to nobody. */
  until: number;
}

interface Channel {
  channelId: string;
  endpointId: string;
  /** VAPID public key that alone may push here (RFC 8292, section 4); null: any. */
  key: string | null;
  stored: Stored[];
}

interface Client {
  channels: Map<string, Channel>;
  line: Line | undefined;
}

/**
 * The browser's side of a push service: Mozilla's autopush protocol
 * (https://mozilla-services.github.io/autopush-rs/architecture.html, "WebSocket protocol"), as Firefox speaks it with
 * `dom.push.serverURL`. A browser says `hello` with the id it was given, registers channels, and gets each message until
 * it acknowledges it. Everything is kept in memory: after a restart a browser is new, and renews its subscriptions.
 */
export class Autopush {
  private readonly clients = new Map<string, Client>();
  private readonly endpoints = new Map<string, { channel: Channel; client: Client }>();
  private readonly retired = new Set<string>();

  /** @param origin  where its push endpoints are, for example `https://127.0.0.1:9445` */
  constructor(private readonly origin: () => string) {}

  /** A browser that has connected; it is nobody until it says hello. */
  connect(line: Line): Browser {
    return new Browser(this, line);
  }

  /** What is known of `/wp/<id>`: undefined for an id that no browser ever got. */
  endpoint(id: string): { key: string | null } | 'retired' | undefined {
    return this.retired.has(id) ? 'retired' : this.endpoints.get(id)?.channel;
  }

  /** Gives a message to a browser: now when it is there, else when it comes back before the message has expired. */
  push(endpointId: string, message: PushedMessage): void {
    const found = this.endpoints.get(endpointId);
    if (!found) {
      return;
    }
    const { channel, client } = found;
    const stored: Stored = { ...message, version: randomUUID(), until: nowSeconds() + message.ttlSeconds };
    if (message.ttlSeconds > 0) {
      const others = channel.stored.filter(({ topic }) => topic === undefined || topic !== message.topic);
      channel.stored = [...others, stored].slice(-MAX_STORED);
    }
    client.line?.send(notification(channel, stored));
  }

  /** @internal Takes up a browser's line. An id that is not known here is answered with another. */
  hello(id: unknown, line: Line): { uaid: string; client: Client } {
    const known = typeof id === 'string' ? this.clients.get(id) : undefined;
    const uaid = known && typeof id === 'string' ? id : randomUUID().replaceAll('-', '');
    const client = known ?? { channels: new Map<string, Channel>(), line: undefined };
    this.clients.set(uaid, client);
    client.line?.close();
    client.line = line;
    return { uaid, client };
  }

  /** @internal */
  register(client: Client, channelId: string, key: string | null): string | undefined {
    const known = client.channels.get(channelId);
    if (known) {
      return this.urlOf(known);
    }
    if (client.channels.size >= MAX_CHANNELS) {
      return undefined;
    }
    const channel: Channel = { channelId, endpointId: `browser-${randomUUID()}`, key, stored: [] };
    client.channels.set(channelId, channel);
    this.endpoints.set(channel.endpointId, { channel, client });
    return this.urlOf(channel);
  }

  /** @internal */
  unregister(client: Client, channelId: string): void {
    const channel = client.channels.get(channelId);
    if (channel) {
      client.channels.delete(channelId);
      this.endpoints.delete(channel.endpointId);
      this.retired.add(channel.endpointId);
    }
  }

  private urlOf(channel: Channel): string {
    return `${this.origin()}/wp/${channel.endpointId}`;
  }
}

/** One connection of one browser. */
export class Browser {
  private client: Client | undefined;

  constructor(
    private readonly server: Autopush,
    private readonly line: Line,
  ) {}

  /** What came over the line. Anything that is not of the protocol ends it, as the real server does. */
  said(text: string): void {
    const message = readObject(text);
    if (message === undefined) {
      this.line.close();
      return;
    }
    const { messageType, channelID } = message;
    if (messageType === undefined || messageType === 'ping') {
      // A keep-alive is an empty object, and so is its answer.
      this.line.send('{}');
    } else if (messageType === 'hello') {
      this.hello(message);
    } else if (this.client === undefined) {
      this.line.close();
    } else if (messageType === 'register' && typeof channelID === 'string') {
      this.register(this.client, channelID, message['key']);
    } else if (messageType === 'unregister' && typeof channelID === 'string') {
      this.server.unregister(this.client, channelID);
      this.answer({ messageType, channelID, status: 200 });
    } else if (messageType === 'ack') {
      acknowledge(this.client, message['updates']);
    }
  }

  /** The line is cut: messages wait for the next one. */
  left(): void {
    if (this.client?.line === this.line) {
      this.client.line = undefined;
    }
  }

  private hello({ uaid: given, use_webpush }: Record<string, unknown>): void {
    if (use_webpush !== true || this.client !== undefined) {
      this.line.close();
      return;
    }
    const { uaid, client } = this.server.hello(given, this.line);
    this.client = client;
    this.answer({ messageType: 'hello', uaid, status: 200, use_webpush: true, broadcasts: {} });
    for (const channel of client.channels.values()) {
      channel.stored = channel.stored.filter(({ until }) => until > nowSeconds());
      channel.stored.forEach((stored) => this.line.send(notification(channel, stored)));
    }
  }

  private register(client: Client, channelID: string, key: unknown): void {
    const pushEndpoint = this.server.register(client, channelID, typeof key === 'string' ? vapidKey(key) : null);
    this.answer({ messageType: 'register', channelID, status: pushEndpoint === undefined ? 500 : 200, pushEndpoint });
  }

  private answer(message: Record<string, unknown>): void {
    this.line.send(JSON.stringify(message));
  }
}

function acknowledge(client: Client, updates: unknown): void {
  for (const update of Array.isArray(updates) ? updates.filter(isObject) : []) {
    const channel = client.channels.get(String(update['channelID']));
    if (channel) {
      channel.stored = channel.stored.filter(({ version }) => version !== update['version']);
    }
  }
}

/** Keys are compared as browsers and senders write them: base64url without padding. */
function vapidKey(text: string): string {
  return Buffer.from(text, 'base64url').toString('base64url');
}

function notification({ channelId }: Channel, { version, body, encoding }: Stored): string {
  return JSON.stringify({
    messageType: 'notification',
    channelID: channelId,
    version,
    ...(encoding !== undefined && { data: body.toString('base64url'), headers: { encoding } }),
  });
}
