export { RELEASE, RELEASE_NAME, USER_AGENT, type Release } from './release.js';
