import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A listening server. */
export interface Listening {
  port: number;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

interface Peer {
  remoteAddress?: string | undefined;
  remotePort?: number | undefined;
}

/**
 * The TCP sockets of one server. TLS and protocol libraries hide them, but a fault must reset the socket itself, and a stop
 * must close all of them.
 */
export class Sockets {
  private readonly open = new Map<string, Socket>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      const name = toAddress(socket);
      socket.setNoDelay(true);
      this.open.set(name, socket);
      // Another connection may have its port by then.
      socket.on('close', () => this.open.get(name) === socket && this.open.delete(name));
      // Clients may disconnect at any time.
      socket.on('error', () => undefined);
    });
  }

  /** @throws the listen error, for example EADDRINUSE */
  async listen(port: number, address: string): Promise<number> {
    this.server.listen(port, address);
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** Cuts the connection with a TCP reset. */
  reset(peer: Peer): void {
    this.open.get(toAddress(peer))?.resetAndDestroy();
  }

  /** Ends the connection like a process that exits. */
  end(peer: Peer): void {
    this.open.get(toAddress(peer))?.destroy();
  }

  /** Stops listening and ends every connection. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.open.values()) {
      socket.destroy();
    }
    await closed;
  }
}

function toAddress(peer: Peer): string {
  return `${peer.remoteAddress}:${peer.remotePort}`;
}
