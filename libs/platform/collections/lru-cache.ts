/** The bounded cache of all modules: a new entry replaces the least recently used one. */
export { LRUCache as LruCache } from 'lru-cache';
