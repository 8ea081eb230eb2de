import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { ClientConnection, type ConnectionListener, type Ending, type ResponseListener } from '#http2-client';
import type { Question, Reply } from './question.js';
import { splitFields, toBody } from '../../../packages/http2-client/test/request-head.js';

/** A question that waits for a stream. */
interface Waiting {
  question: Question;
  resolve: (reply: Reply) => void;
}

/** Herald's own client on a TLS connection of its own. Questions wait until the peer takes another stream. */
export class PeerClient implements ConnectionListener {
  /** The reason for which the connection ended. */
  ending: string | undefined;
  /** Requests that the peer refused and that were sent again (RFC 9113, section 8.7). */
  refused = 0;
  private maxStreams = 0;
  private inFlight = 0;
  private readonly waiting: Waiting[] = [];
  private readonly connection: ClientConnection;

  private constructor(
    socket: TLSSocket,
    private readonly onReady: () => void,
  ) {
    this.connection = new ClientConnection(socket, this);
  }

  /** @throws Error when there is no TLS connection with `h2` */
  static async open(port: number, ca: string): Promise<PeerClient> {
    const socket = connect({ port, host: '127.0.0.1', ca, ALPNProtocols: ['h2'] });
    socket.setNoDelay(true);
    await once(socket, 'secureConnect');
    if (socket.alpnProtocol !== 'h2') {
      throw new Error(`The peer chose ${String(socket.alpnProtocol)}`);
    }
    return new Promise((resolve) => {
      const client: PeerClient = new PeerClient(socket, () => resolve(client));
    });
  }

  onSettings(maxStreams: number): void {
    this.maxStreams = maxStreams;
    this.onReady();
    this.startSome();
  }

  onGoaway(): void {
    this.maxStreams = 0;
  }

  onEnd({ code }: Ending): void {
    this.ending = code;
    this.onReady();
    for (const { resolve } of this.waiting.splice(0)) {
      resolve({ status: 0, headers: {}, body: '', code, isUnprocessed: true });
    }
  }

  /** Asks, and again as long as the peer refuses the stream. */
  ask(question: Question): Promise<Reply> {
    return new Promise((resolve) => {
      this.waiting.push({ question, resolve });
      this.startSome();
    });
  }

  /** Asks, and cancels once the response begins. */
  async askAndCancel(question: Question): Promise<void> {
    await new Promise<void>((resolve) => {
      const id = this.start(question, {
        onHead: () => {
          this.inFlight -= 1;
          this.connection.cancel(id);
          resolve();
        },
        onBody: () => undefined,
        onEnd: () => resolve(),
      });
    });
  }

  ping(): Promise<void> {
    return new Promise((resolve) => this.connection.ping(resolve));
  }

  close(): void {
    this.connection.destroy({ code: 'CLOSED' }, 'NO_ERROR');
  }

  private startSome(): void {
    while (this.inFlight < this.maxStreams && !this.connection.isEnded) {
      const next = this.waiting.shift();
      if (!next) {
        return;
      }
      const reply: Reply = { status: 0, headers: {}, body: '', isUnprocessed: false };
      this.start(next.question, {
        onHead: (status, headers) => Object.assign(reply, { status, headers }),
        onBody: (bytes) => (reply.body += bytes.toString('latin1')),
        onEnd: (ending, isUnprocessed) => {
          this.inFlight -= 1;
          if (ending?.code === 'REFUSED_STREAM') {
            this.refused += 1;
            this.waiting.push(next);
          } else {
            next.resolve({ ...reply, ...(ending && { code: ending.code }), isUnprocessed });
          }
          this.startSome();
        },
      });
    }
  }

  private start({ fields, body, personal }: Question, listener: ResponseListener): number {
    this.inFlight += 1;
    const head = { scheme: 'https', authority: 'localhost', ...splitFields(fields, personal) };
    return this.connection.request(head, toBody(body), listener);
  }
}
