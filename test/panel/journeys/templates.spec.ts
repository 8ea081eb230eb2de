import { expect, it } from 'vitest';
// The section reads and writes the journeys of an application file.
import { readJourneys, writeJourney } from '#libs/journeys';
import { fromTemplate, TEMPLATES } from '../../../apps/panel/journeys/editor/model/templates.js';
import { listIds, type WrittenJourney } from '../../../apps/panel/journeys/editor/model/written-journey.js';

const TEXTS = { name: 'Template', title: 'Title', text: 'Text', lastTitle: 'Last', lastText: 'Last text' };

/** The journey with the one name that no template can know: of a segment. */
const filled = (journey: WrittenJourney): WrittenJourney =>
  journey.entry['segment'] === undefined
    ? journey
    : { ...journey, entry: { ...journey.entry, segment: { joined: 'quiet' } } };

it('There are eleven templates', () => {
  expect(TEMPLATES).toHaveLength(11);
});

it.each(TEMPLATES)(
  'The template %s is a journey that is off, and that the file reads and writes as it is',
  (template) => {
    const journey = filled(fromTemplate(template, TEXTS));
    const [read] = readJourneys([journey], 'journeys').values();
    expect(read && JSON.parse(JSON.stringify(writeJourney(read)))).toEqual(journey);
    expect(journey.state).toBe('off');
    expect(new Set(listIds(journey)).size).toBe(listIds(journey).length);
  },
);
