import type { PushResult } from '../results/reporting.types.js';

/** The groups by which a timeline can be filtered. */
export const TIMELINE_GROUPS = ['message', 'report', 'event', 'consent', 'device', 'inbox'] as const;
export type TimelineGroup = (typeof TIMELINE_GROUPS)[number];

/** The kinds of entries. */
export const TIMELINE_KINDS = [
  'message',
  'received',
  'opened',
  'clicked',
  'machine',
  'late',
  'event',
  'consent',
  'registered',
  'device',
  'token',
  'tokenRetired',
  'merged',
  'erased',
  'inbox',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/**
 * One thing that happened to a person.
 *
 * @property title     of the message, name of the event, subject of the consent, or the device
 * @property text      the beginning of what the person was sent; null of an e-mail, and where the caller may not see it
 * @property status    of a message: SUCCESS, FAILED, SKIPPED, OPEN; of consent: YES, NO; of the inbox: READ, UNREAD,
 * DELETED
 * @property reason    why; of a click its button; of consent its source
 * @property campaign  its key
 * @property step      of a message: the step of a journey that it left from
 * @property isTest    a member sent it to try a message
 * @property raw       the record itself, without what the caller may not see
 */
export interface TimelineEntry {
  at: Date;
  kind: TimelineKind;
  title: string;
  text: string | null;
  status: string | null;
  reason: string | null;
  campaign: number | null;
  step: NonNullable<PushResult['step']> | null;
  isTest: boolean;
  raw: Record<string, unknown>;
}

/** A part of the timeline, the newest first. @property next  absent where nothing follows */
export interface SourcePage {
  list: TimelineEntry[];
  next?: string | undefined;
}

/** The user of a timeline, and whether texts and private values are shown. */
export interface TimelineSubject {
  appId: number;
  uid: number;
  extId: string;
  isPrivateShown: boolean;
}

/** @property next  cursor of the page after it; null at the end */
export interface TimelinePage {
  items: TimelineEntry[];
  next: string | null;
}

/** An entry with nothing but its time and its name. */
export function entryOf(at: Date, kind: TimelineKind, title: string): TimelineEntry {
  return {
    at,
    kind,
    title,
    text: null,
    status: null,
    reason: null,
    campaign: null,
    step: null,
    isTest: false,
    raw: {},
  };
}
