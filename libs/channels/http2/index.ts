export { ClientConnection, type ConnectionListener } from './client-connection.js';
export type { Ending, ResponseListener } from './client-stream.js';
export type { RequestHead } from './request-writer.js';
