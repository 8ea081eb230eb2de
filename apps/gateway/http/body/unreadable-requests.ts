import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CATALOGUE } from '#platform/errors';

/** Status and text for error codes of Node's parser (RFC 9110, section 15.5; RFC 6585, section 5). */
const REASONS: Record<string, { status: number; error: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'The address and the header of the request are larger than 16 KB' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'The request did not arrive in time' },
};
const DEFAULT_REASON = { status: 400, error: 'The request is no HTTP' };

/**
 * Answers requests that Node's parser refuses with the error body of the contract; without this they get no body. The
 * connection ends with the answer, because the start of the next request cannot be found.
 */
export function handleUnreadableRequests(server: Server): void {
  server.on('clientError', (fault: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || fault.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const { status, error } = REASONS[fault.code ?? ''] ?? DEFAULT_REASON;
    const body = JSON.stringify({ code: CATALOGUE.malformed.code, error });
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}
