import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server at work. */
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
 * The TCP sockets under one server. TLS and protocol libraries hand out their own objects; a fault must reach the socket
 * itself, and a stop must leave none behind.
 */
export class Sockets {
  private readonly open = new Map<string, Socket>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      const name = toAddress(socket);
      socket.setNoDelay(true);
      this.open.set(name, socket);
      socket.on('close', () => this.open.delete(name));
      // A client that leaves in the middle is normal here.
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

  /** Ends the connection as a process does that exits. */
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
