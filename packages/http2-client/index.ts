/** The client side of an HTTP/2 connection, for many small requests to one host. */
export { ClientConnection, type ConnectionListener } from './client-connection.js';
export type { Ending, ResponseListener } from './client-stream.js';
export type { HeaderFields } from './hpack/header-encoder.js';
export type { RequestHead } from './request-writer.js';
