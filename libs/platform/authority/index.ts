export { ensureAuthority, type Authority } from './authority.js';
