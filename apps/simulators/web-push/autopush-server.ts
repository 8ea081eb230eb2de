import type { IncomingMessage, Server } from 'node:http';
import { WebSocketServer } from 'ws';
import type { Autopush } from './autopush.js';

/** Path for browsers, on the control port. */
export const AUTOPUSH_PATH = '/autopush';
/** Messages of browsers are small. */
const MAX_MESSAGE = 64 * 1024;

/**
 * Serves browsers over WebSocket (RFC 6455), beside the other requests of `server`.
 *
 * @param isAllowed  whether a request may open a connection
 */
export function serveAutopush(
  server: Server,
  autopush: Autopush,
  isAllowed: (request: IncomingMessage) => boolean,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
    // Firefox offers this protocol and fails when the server does not choose it.
    handleProtocols: (offered) => (offered.has('push-notification') ? 'push-notification' : false),
  });
  server.on('upgrade', (request, socket, head) => {
    if (new URL(request.url ?? '/', 'http://control').pathname !== AUTOPUSH_PATH || !isAllowed(request)) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (connection) => {
      const browser = autopush.connect({
        send: (text) => connection.send(text),
        close: () => connection.close(),
      });
      connection.on('message', (data, isBinary) =>
        isBinary || !Buffer.isBuffer(data) ? connection.close() : browser.handleText(data.toString()),
      );
      connection.on('close', () => browser.handleClose());
      // Browsers may disconnect at any time; `close` follows.
      connection.on('error', () => undefined);
    });
  });
}
