import { FeedSubscriberRegistryService } from '#platform/outbox';
import { MembersSubscriber } from './members-subscriber.js';

/** Loaded by each process before its modules: every registry of subscribers has one more, which Herald does not know. */
const members = new MembersSubscriber();
const registry = FeedSubscriberRegistryService.prototype;
const listRegistered = Object.getOwnPropertyDescriptor(registry, 'list')?.value as typeof registry.list;
registry.list = function list() {
  return [...listRegistered.call(this), members];
};
