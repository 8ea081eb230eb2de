export { Config } from './config.js';
export { ConfigError, loadConfig } from './load.js';
