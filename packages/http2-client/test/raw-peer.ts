import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { ClientConnection } from '../client-connection.js';
import type { Ending } from '../client-stream.js';
import { ERROR_CODES, errorName, FLAGS, FRAMES, PREFACE } from '../frames.js';

export interface RawFrame {
  type: number;
  flags: number;
  streamId: number;
  payload: Buffer;
}

/** The result of a request: its status and body, or the code of its end. */
export type Fate = string;

export function frame(type: number, flags: number, streamId: number, payload: Uint8Array | string = ''): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload, 'hex') : payload;
  const head = Buffer.alloc(9);
  head.writeUIntBE(bytes.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, bytes]);
}

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
export const settings = (...pairs: [number, number][]): Buffer =>
  frame(
    FRAMES.settings,
    0,
    0,
    Buffer.concat(pairs.map(([name, value]) => Buffer.concat([Buffer.from([0, name]), uint32(value)]))),
  );
/** `:status: 200`, the only header, of a response without a body. */
export const answer = (streamId: number): Buffer =>
  frame(FRAMES.headers, FLAGS.endHeaders | FLAGS.endStream, streamId, '88');
export const goaway = (lastId: number, code: number): Buffer =>
  frame(FRAMES.goaway, 0, 0, Buffer.concat([uint32(lastId), uint32(code)]));

/**
 * A server that says whatever a test wants, and a client that is connected to it. The server never answers by itself,
 * but for the acknowledgements that a test asks for.
 */
export class RawPeer {
  readonly frames: RawFrame[] = [];
  readonly requests: { fate: Promise<Fate>; streamId: number }[] = [];
  ending: Ending | undefined;
  /** True once the client takes no more requests, although its connection stands. */
  hasLeft = false;
  private rest = Buffer.alloc(0);
  private hasPreface = false;

  private constructor(
    private readonly server: Server,
    private readonly socket: Socket,
    readonly client: ClientConnection,
  ) {}

  /** @param firstStreamId  of the client; absent: 1 */
  static async open(firstStreamId?: number): Promise<RawPeer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const outgoing = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    const ends: ((ending: Ending) => void)[] = [];
    let leave = (): void => undefined;
    const listener = {
      onSettings: () => undefined,
      onGoaway: () => leave(),
      onEnd: (ending: Ending) => ends.forEach((end) => end(ending)),
    };
    const client = new ClientConnection(outgoing, listener, firstStreamId);
    const [socket] = await accepted;
    const peer = new RawPeer(server, socket, client);
    ends.push((ending) => (peer.ending = ending));
    leave = () => void (peer.hasLeft = true);
    socket.on('data', (bytes: Buffer) => peer.read(bytes));
    socket.on('error', () => undefined);
    return peer;
  }

  /** Sends a request, with a body of some bytes. */
  request(bodyBytes = 4): { fate: Promise<Fate>; streamId: number } {
    let settle: (fate: Fate) => void = () => undefined;
    const fate = new Promise<Fate>((resolve) => (settle = resolve));
    let status = 0;
    let body = '';
    const head = {
      scheme: 'http',
      authority: 'x',
      fields: { ':method': 'POST' },
      personal: { ':path': '/' },
    };
    const streamId = this.client.request(head, Buffer.alloc(bodyBytes, 'b'), {
      onHead: (value) => (status = value),
      onBody: (bytes) => (body += bytes.toString()),
      onEnd: (ending, isUnprocessed) => {
        settle(ending ? `${isUnprocessed ? 'unsent' : 'lost'} ${ending.code}` : `${status} ${body}`.trim());
      },
    });
    const request = { fate, streamId };
    this.requests.push(request);
    return request;
  }

  send(...bytes: Uint8Array[]): void {
    this.socket.write(Buffer.concat(bytes));
  }

  cut(): void {
    this.socket.destroy();
  }

  /** Resolves with a frame of the client, once it has come. @throws Error when the client has ended without it */
  async next(matches: (frame: RawFrame) => boolean): Promise<RawFrame> {
    for (;;) {
      const found = this.frames.find(matches);
      if (found) {
        return found;
      }
      if (this.socket.destroyed) {
        throw new Error(`The client ended with ${this.ending?.code ?? 'nothing'}`);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The name of the error with which the client ends the connection. */
  async goawayOfClient(): Promise<string> {
    const { payload } = await this.next(({ type }) => type === FRAMES.goaway);
    return errorName(payload.readUInt32BE(4));
  }

  /** The name of the error with which the client resets a stream. */
  async resetOf(streamId: number): Promise<string> {
    const { payload } = await this.next((each) => each.type === FRAMES.rstStream && each.streamId === streamId);
    return errorName(payload.readUInt32BE(0));
  }

  async close(): Promise<void> {
    this.client.destroy({ code: 'CLOSED' }, 'NO_ERROR');
    this.socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private read(bytes: Buffer): void {
    this.rest = Buffer.concat([this.rest, bytes]);
    if (!this.hasPreface && this.rest.length >= PREFACE.length) {
      this.hasPreface = true;
      this.rest = this.rest.subarray(PREFACE.length);
    }
    while (this.hasPreface && this.rest.length >= 9) {
      const end = 9 + this.rest.readUIntBE(0, 3);
      if (this.rest.length < end) {
        return;
      }
      this.frames.push({
        type: this.rest[3] ?? 0,
        flags: this.rest[4] ?? 0,
        streamId: this.rest.readUInt32BE(5),
        payload: Buffer.from(this.rest.subarray(9, end)),
      });
      this.rest = this.rest.subarray(end);
    }
  }
}

export { ERROR_CODES, FLAGS, FRAMES };
