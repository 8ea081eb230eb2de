import type { AudienceWords } from '../../../api/types.js';
import type { WrittenValue } from '../../../targets/completion/writing.js';
import { kindOf, listPlaced, type WrittenJourney } from './written-journey.js';

/** Notes for values, in the language of the reader. @property data  of a request that people enter by */
export interface ValueWords {
  event: (event: string) => string;
  data: string;
  batch: string;
  batchCount: string;
  batchList: string;
}

/** Values that texts of a journey have beside attributes of people: those of its entry, and of events that it collects. */
export function listJourneyValues(journey: WrittenJourney, words: AudienceWords, notes: ValueWords): WrittenValue[] {
  const { entry } = journey;
  if (entry['api'] !== undefined) {
    return [{ name: 'data.', note: notes.data }];
  }
  const event = words.events.find(({ code }) => code === entry['event']);
  if (event === undefined) {
    return [];
  }
  const collects = listPlaced(journey.steps).some(({ step }) => kindOf(step) === 'batch');
  const note = notes.event(event.label ?? event.code);
  const fields = event.attributes.map(({ code, label }) => ({ code, note: label ? `${label} · ${note}` : note }));
  return [
    ...fields.map((field) => ({ name: `event.${field.code}`, note: field.note })),
    ...(collects
      ? [
          { name: 'batch', note: notes.batchList, fields },
          { name: 'batch.count', note: notes.batchCount },
          ...event.attributes.map(({ code }) => ({ name: `batch.${code}`, note: notes.batch })),
        ]
      : []),
  ];
}
