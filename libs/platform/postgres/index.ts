export { connectionTo } from './connection-to.js';
export { findUrlFaults, splitServers, type ServerAddress } from './server-urls.js';
