import type { IncomingHttpHeaders } from 'node:http2';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { ClientConnection, type ConnectionListener, type Ending, type ResponseListener } from '#http2-client';
import { toErrorWords } from '../faults/provider-words.js';
import type { Exchange, ExchangeFailure } from './http2-exchange.js';
import type { Http2Session, Http2Target, SessionOwner } from './http2-session.js';

const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/** A session of Herald's own client, which does for many small requests what Node does for any. */
export class OwnSession implements Http2Session, ConnectionListener {
  private readonly connection: ClientConnection;
  private readonly scheme: string;
  private readonly authority: string;
  private isClosing = false;

  constructor(
    target: Http2Target,
    private readonly owner: SessionOwner,
  ) {
    const { protocol, host } = new URL(target.origin);
    this.scheme = protocol.slice(0, -1);
    this.authority = host;
    this.connection = new ClientConnection(openSocket(target), this);
  }

  get isOpen(): boolean {
    return !this.isClosing && !this.connection.isEnded;
  }

  get isEnded(): boolean {
    return this.connection.isEnded;
  }

  request(exchange: Exchange): void {
    const { scheme, authority } = this;
    const head = { scheme, authority, fields: exchange.headers(), personal: exchange.personalHeaders() };
    exchange.streamId = this.connection.request(head, exchange.body(), new StreamOfExchange(exchange, this.owner));
  }

  cancel(exchange: Exchange): void {
    const { streamId } = exchange;
    if (streamId !== 0) {
      exchange.streamId = 0;
      this.connection.cancel(streamId);
      this.owner.onStreamEnd(exchange, false);
    }
  }

  ping(onAnswer: () => void): void {
    this.connection.ping(onAnswer);
  }

  close(): void {
    this.isClosing = true;
    this.connection.close();
  }

  destroy(code: string, message: string): void {
    this.connection.destroy({ code, error: new Error(message) });
  }

  forgive(): void {
    this.connection.forgiveFrames();
  }

  onSettings(maxStreams: number): void {
    this.owner.onSettings(maxStreams);
  }

  onGoaway(): void {
    this.owner.onGoaway();
  }

  onEnd(ending: Ending): void {
    this.owner.onEnd(toFailure(ending));
  }
}

/** Passes the events of a stream to its exchange and to the connection of the pool. */
class StreamOfExchange implements ResponseListener {
  constructor(
    private readonly exchange: Exchange,
    private readonly owner: SessionOwner,
  ) {}

  onHead(status: number, headers: IncomingHttpHeaders): void {
    this.exchange.takeHead(status, headers);
    this.owner.onHead(this.exchange);
  }

  onBody(chunk: Buffer): void {
    if (this.exchange.status >= 300) {
      this.exchange.appendBody(Buffer.from(chunk));
    }
  }

  onEnd(ending: Ending | undefined, isUnprocessed: boolean): void {
    this.exchange.streamId = 0;
    this.exchange.failure = ending && toFailure(ending);
    this.owner.onStreamEnd(this.exchange, isUnprocessed);
  }
}

function toFailure({ code, error }: Ending): ExchangeFailure {
  return error ? { code, words: toErrorWords(error) } : { code };
}

function openSocket({ origin, ca }: Http2Target): Socket {
  const { protocol, hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  const address = { host, port: port === '' ? (PORTS[protocol] ?? 443) : Number(port), noDelay: true };
  if (protocol === 'http:') {
    return connectPlain(address);
  }
  const socket: TLSSocket = connectTls({
    ...address,
    ALPNProtocols: ['h2'],
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  });
  socket.once('secureConnect', () => {
    if (socket.alpnProtocol !== 'h2') {
      socket.destroy(Object.assign(new Error('The peer speaks no HTTP/2'), { code: 'ERR_HTTP2_ERROR' }));
    }
  });
  return socket;
}
