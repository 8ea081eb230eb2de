import { randomUUID } from 'node:crypto';
import { isJsonObject } from '#platform/collections';
import { nowSeconds, parseObject } from '../server/jwt.js';

/** Subscriptions of one browser profile: far more than any site needs. */
const MAX_CHANNELS = 1000;
const MAX_STORED = 100;

/** The connection of one browser. Its messages arrive in `BrowserSession.handleText`. */
export interface BrowserConnection {
  send(text: string): void;
  close(): void;
}

/** A message as the push service received it, still encrypted. */
export interface PushedMessage {
  /** Encrypted content, without encoding. */
  body: Buffer;
  /** `Content-Encoding` of the body; absent for a push without one. */
  encoding: string | undefined;
  ttlSeconds: number;
  /** An undelivered message of the same topic is replaced (RFC 8030, section 5.4). */
  topic: string | undefined;
}

interface StoredMessage extends PushedMessage {
  version: string;
  /** Epoch seconds; a message with TTL 0 goes only to a connected browser. */
  until: number;
}

interface Channel {
  channelId: string;
  endpointId: string;
  /** The only VAPID public key that may push here (RFC 8292, section 4); null: any. */
  key: string | null;
  stored: StoredMessage[];
}

interface Client {
  channels: Map<string, Channel>;
  connection: BrowserConnection | undefined;
}

/**
 * The browser's side of a push service: Mozilla's autopush protocol
 * (https://mozilla-services.github.io/autopush-rs/architecture.html, "WebSocket protocol"), as Firefox speaks it with
 * `dom.push.serverURL`. A browser says `hello` with the id it was given, registers channels, and gets each message until
 * it acknowledges it. All state is in memory: after a restart browsers subscribe again.
 */
export class Autopush {
  private readonly clients = new Map<string, Client>();
  private readonly endpoints = new Map<string, { channel: Channel; client: Client }>();
  private readonly retired = new Set<string>();

  /** @param origin  where its push endpoints are, for example `https://127.0.0.1:9445` */
  constructor(private readonly origin: () => string) {}

  /** A connected browser; `hello` identifies it. */
  connect(connection: BrowserConnection): BrowserSession {
    return new BrowserSession(this, connection);
  }

  /** The subscription of `/wp/<id>`; undefined for an unknown id. */
  findEndpoint(id: string): { key: string | null } | 'retired' | undefined {
    return this.retired.has(id) ? 'retired' : this.endpoints.get(id)?.channel;
  }

  /** Sends a message to a browser: now if it is connected, else when it reconnects before the message expires. */
  push(endpointId: string, message: PushedMessage): void {
    const endpoint = this.endpoints.get(endpointId);
    if (!endpoint) {
      return;
    }
    const { channel, client } = endpoint;
    const stored: StoredMessage = { ...message, version: randomUUID(), until: nowSeconds() + message.ttlSeconds };
    if (message.ttlSeconds > 0) {
      const remaining = channel.stored.filter(({ topic }) => topic === undefined || topic !== message.topic);
      channel.stored = [...remaining, stored].slice(-MAX_STORED);
    }
    client.connection?.send(notification(channel, stored));
  }

  /** @internal Connects a browser. An unknown id is replaced by a new one. */
  hello(id: unknown, connection: BrowserConnection): { uaid: string; client: Client } {
    const existing = typeof id === 'string' ? this.clients.get(id) : undefined;
    const uaid = existing && typeof id === 'string' ? id : randomUUID().replaceAll('-', '');
    const client = existing ?? { channels: new Map<string, Channel>(), connection: undefined };
    this.clients.set(uaid, client);
    client.connection?.close();
    client.connection = connection;
    return { uaid, client };
  }

  /** @internal */
  register(client: Client, channelId: string, key: string | null): string | undefined {
    const existing = client.channels.get(channelId);
    if (existing) {
      return this.urlOf(existing);
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
export class BrowserSession {
  private client: Client | undefined;

  constructor(
    private readonly server: Autopush,
    private readonly connection: BrowserConnection,
  ) {}

  /** Handles a message. Any violation of the protocol ends the connection, as in the real server. */
  handleText(text: string): void {
    const message = parseObject(text);
    if (message === undefined) {
      this.connection.close();
      return;
    }
    const { messageType, channelID } = message;
    if (messageType === undefined || messageType === 'ping') {
      // A keep-alive is an empty object, and so is its answer.
      this.connection.send('{}');
    } else if (messageType === 'hello') {
      this.hello(message);
    } else if (this.client === undefined) {
      this.connection.close();
    } else if (messageType === 'register' && typeof channelID === 'string') {
      this.register(this.client, channelID, message['key']);
    } else if (messageType === 'unregister' && typeof channelID === 'string') {
      this.server.unregister(this.client, channelID);
      this.sendMessage({ messageType, channelID, status: 200 });
    } else if (messageType === 'ack') {
      acknowledge(this.client, message['updates']);
    }
  }

  /** The connection is lost: messages wait for the next one. */
  handleClose(): void {
    if (this.client?.connection === this.connection) {
      this.client.connection = undefined;
    }
  }

  private hello({ uaid: requestedId, use_webpush }: Record<string, unknown>): void {
    if (use_webpush !== true || this.client !== undefined) {
      this.connection.close();
      return;
    }
    const { uaid, client } = this.server.hello(requestedId, this.connection);
    this.client = client;
    this.sendMessage({ messageType: 'hello', uaid, status: 200, use_webpush: true, broadcasts: {} });
    for (const channel of client.channels.values()) {
      channel.stored = channel.stored.filter(({ until }) => until > nowSeconds());
      channel.stored.forEach((stored) => this.connection.send(notification(channel, stored)));
    }
  }

  private register(client: Client, channelID: string, key: unknown): void {
    const pushEndpoint = this.server.register(client, channelID, typeof key === 'string' ? vapidKey(key) : null);
    this.sendMessage({
      messageType: 'register',
      channelID,
      status: pushEndpoint === undefined ? 500 : 200,
      pushEndpoint,
    });
  }

  private sendMessage(message: Record<string, unknown>): void {
    this.connection.send(JSON.stringify(message));
  }
}

function acknowledge(client: Client, updates: unknown): void {
  for (const update of Array.isArray(updates) ? updates.filter(isJsonObject) : []) {
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

function notification({ channelId }: Channel, { version, body, encoding }: StoredMessage): string {
  return JSON.stringify({
    messageType: 'notification',
    channelID: channelId,
    version,
    ...(encoding !== undefined && { data: body.toString('base64url'), headers: { encoding } }),
  });
}
