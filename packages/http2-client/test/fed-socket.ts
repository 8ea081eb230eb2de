import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A socket that a test feeds by hand. It forgets what is written. */
class FedSocket extends Duplex {
  destroySoon = (): void => void this.destroy();
  override _read(): void {
    // Fed by `feed`.
  }
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}

export function fedSocket(): Socket {
  return new FedSocket() as Duplex as Socket;
}

/**
 * Hands bytes to whoever reads a socket, in pieces as a network delivers them.
 *
 * @param below  a random number below a bound
 */
export function feed(socket: Socket, bytes: Buffer, below: (bound: number) => number): void {
  for (let position = 0; position < bytes.length;) {
    const size = 1 + below(below(2) === 0 ? 12 : 400);
    socket.emit('data', bytes.subarray(position, position + size));
    position += size;
  }
}
