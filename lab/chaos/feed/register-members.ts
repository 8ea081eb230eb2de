import { FeedSubscriberRegistryService } from '#platform/outbox';
import { MembersSubscriber } from './members-subscriber.js';

/** Loaded by a process before its modules: its registry of subscribers has one more, which Herald does not know. */
const members = new MembersSubscriber();
const registry = FeedSubscriberRegistryService.prototype;
const listRegistered = Object.getOwnPropertyDescriptor(registry, 'list')?.value as typeof registry.list;
registry.list = function list() {
  return [...listRegistered.call(this), members];
};
