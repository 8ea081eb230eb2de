import { newKey } from '../../api/idempotency/new-key.js';
import type { Form, FormKind } from '../../composer/drafts/form.js';
import type { Positions } from './model/lay-out.js';
import { fieldsOf, isFields, listOf, textOf, type WrittenJourney } from './model/written-journey.js';

/**
 * A journey that is edited.
 *
 * @property name       of the journey as it is stored, or will be: members find its draft by it
 * @property subject    name of the journey that it changes; empty: it is new
 * @property base       the journey as it was when the edit began; null: it is new
 * @property positions  where a member put steps
 */
export interface JourneyForm extends Form {
  subject: string;
  base: WrittenJourney | null;
  journey: WrittenJourney;
  positions: Positions;
}

/** Begins with a journey of the section, or with a new one. */
export function formOfJourney(
  journey: WrittenJourney,
  base: WrittenJourney | null,
  positions: Positions = {},
): JourneyForm {
  return { key: newKey(), name: journey.name, subject: base?.name ?? '', base, journey, positions };
}

/** Begins and reads drafts of journeys. */
export function journeyKind(begin: () => JourneyForm, subject: string | undefined): FormKind<JourneyForm> {
  return {
    place: 'journey-drafts',
    subject,
    create: begin,
    read: (stored) => {
      const { key, name, subject, base, journey, positions } = stored as Record<string, unknown>;
      return isJourney(journey) && (base === null || isJourney(base))
        ? {
            key: textOf(key),
            name: textOf(name),
            subject: textOf(subject),
            base,
            journey,
            positions: isFields(positions) ? (positions as Positions) : {},
          }
        : undefined;
    },
    recallEarlier: () => undefined,
    forgetEarlier: () => undefined,
  };
}

/** Tests if a value has the parts of a journey; the server checks all of it. */
export function isJourney(value: unknown): value is WrittenJourney {
  const { name, entry, steps } = fieldsOf(value);
  return typeof name === 'string' && isFields(entry) && Array.isArray(steps) && listOf(steps).every(isFields);
}

/** The journeys of the section. */
export function journeysOf(value: unknown): readonly WrittenJourney[] {
  return listOf(value).filter(isJourney);
}
