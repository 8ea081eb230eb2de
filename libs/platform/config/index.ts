export { Config } from './config.js';
export { checkCertificate } from './database-url.js';
export { type DatabaseUrls, hasPooler, sessionUrl } from './session-url.js';
export { ConfigError, loadConfig } from './load.js';
export { gatewayUrl, localGatewayUrl, NO_PUBLIC_URL, publicUrl } from './gateway-url.js';
export { findMisspeltSettings } from './misspelt-settings.js';
export { parseRedisUrl, type RedisKind, type RedisPlace } from './redis-url.js';
