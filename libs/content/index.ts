export { PLATFORMS, channelOf, isPlatform, platformOf, type Platform } from './platforms.js';
