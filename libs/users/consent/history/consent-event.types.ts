import { CONTACTS, type ChosenFrequency, type ConsentSubject, type TopicChannel } from '#libs/channels/definitions';
import type { ConsentSource } from './consent-origin.sql.js';

/**
 * The subjects of consent, as they are stored: the position, from 0. After the first five come the addresses of all
 * channels, in the order of their kinds. A refusal of a channel that has no column is stored as that of a category
 * below 0.
 */
export const STORED_SUBJECTS: readonly ConsentSubject[] = [
  'TRACKING',
  'PUSH',
  'EMAIL',
  'SMS',
  'CATEGORY',
  ...CONTACTS.toSorted((a, b) => a.lookupKind - b.lookupKind).map(({ subjects }) => subjects.address),
];

/** The number of the frequency of e-mail, beyond those of all addresses to come. */
export const FREQUENCY_SUBJECT = 100;

export const SUBJECT_BY_REFUSAL = new Map(
  CONTACTS.flatMap(({ storage, subjects }): [number, ConsentSubject][] =>
    'refusal' in storage ? [[storage.refusal, subjects.user]] : [],
  ),
);

/** Every subject. */
export const CONSENT_SUBJECTS: readonly ConsentSubject[] = [
  ...STORED_SUBJECTS,
  ...SUBJECT_BY_REFUSAL.values(),
  'EMAIL_FREQUENCY',
];

export function subjectByNumber(number: number): ConsentSubject {
  return number === FREQUENCY_SUBJECT ? 'EMAIL_FREQUENCY' : (STORED_SUBJECTS[number] ?? 'PUSH');
}

export function numberOfSubject(subject: ConsentSubject): number {
  return subject === 'EMAIL_FREQUENCY' ? FREQUENCY_SUBJECT : STORED_SUBJECTS.indexOf(subject);
}

/** The subjects whose consent a file can state. */
export type StatedSubject = 'EMAIL' | 'SMS' | 'TRACKING' | 'EMAIL_FREQUENCY';

export interface ConsentEventRow {
  at: Date;
  /** Microseconds since 1970, as a text: the place in the history. */
  position: string;
  subject: ConsentSubject;
  value: boolean;
  categoryId: number | null;
  /** Channel of the category; null: all of it. */
  channel: TopicChannel | null;
  instId: number | null;
  /** Null: the subject is another one. */
  frequency: ChosenFrequency | null;
  source: ConsentSource;
  by: string;
  /** The user that it was said about; another one where that user was merged since. */
  statedUid: number;
}

/** A refusal of a user. @property at  the millisecond after it: dates here have no finer parts */
export interface Refusal {
  uid: number;
  at: Date;
}

/** A change of consent to messages. @property instId  of a device @property platform  number of the device's */
export interface ConsentChange {
  uid: number;
  at: Date;
  subject: ConsentSubject;
  value: boolean;
  instId: number | null;
  platform: number | null;
}
