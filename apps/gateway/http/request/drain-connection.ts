import type { Request, Response } from 'express';

/** How long a client may take to read the answer and stop sending. */
const DRAIN_TIMEOUT_MS = 2000;

/**
 * Ends the connection of a request that is refused before it has come whole. The answer says so, and then what still comes
 * is read and thrown away for a while: a connection that is closed at once takes the answer with it (RFC 9112, section
 * 9.6). Nothing to do for a request that is there already.
 */
export function drainConnection(request: Request, response: Response): void {
  if (request.complete) {
    return;
  }
  const { socket } = request;
  const close = (): void => void socket.destroy();
  response.setHeader('Connection', 'close');
  // What Node calls behind the last answer of a connection.
  socket.destroySoon = () => {
    socket.end();
    const over = setTimeout(close, DRAIN_TIMEOUT_MS).unref();
    socket.once('end', close).once('close', () => clearTimeout(over));
  };
  request.resume();
}
