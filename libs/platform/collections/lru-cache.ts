/** The bounded cache of all rooms: the least recently used entry makes room for a new one. */
export { LRUCache as LruCache } from 'lru-cache';
