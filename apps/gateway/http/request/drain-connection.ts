import type { Request, Response } from 'express';

/** Time for a client to read the response and stop sending. */
const DRAIN_TIMEOUT_MS = 2000;

/**
 * Ends the connection of a request that is refused before it has arrived completely. The rest of the request is read and
 * dropped for a while, because closing at once would lose the response (RFC 9112, section 9.6).
 */
export function drainConnection(request: Request, response: Response): void {
  if (request.complete) {
    return;
  }
  const { socket } = request;
  const close = (): void => void socket.destroy();
  response.setHeader('Connection', 'close');
  // Node calls this after the last response of a connection.
  socket.destroySoon = () => {
    socket.end();
    const over = setTimeout(close, DRAIN_TIMEOUT_MS).unref();
    socket.once('end', close).once('close', () => clearTimeout(over));
  };
  request.resume();
}
