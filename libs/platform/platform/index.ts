export { LOGGER, PlatformModule, type PlatformOptions } from './platform.module.js';
