import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HOOK_EVENTS } from '../../../apps/panel/setup/forms/form-specs.js';

/** Fields of the file beside its sections. */
const NO_SECTIONS = ['app', 'prune', '$schema'];

interface Schema {
  properties: Record<string, unknown> & {
    hooks: { items: { properties: { events: { items: { anyOf: { enum?: string[] }[] } } } } };
  };
}

const schema = JSON.parse(readFileSync('schema/application.schema.json', 'utf8')) as Schema;

it('Every section of the application file has a name and a description in the set-up', () => {
  const texts = readFileSync('apps/panel/setup/messages.ts', 'utf8');
  const names = Object.keys(schema.properties).filter((name) => !NO_SECTIONS.includes(name));
  // In English and in Turkish.
  expect(names.filter((name) => texts.split(`\n      ${name}: '`).length !== 5)).toEqual([]);
});

it('The form of webhooks offers every event that an endpoint may list', () => {
  const [events] = schema.properties.hooks.items.properties.events.items.anyOf;
  expect(HOOK_EVENTS).toEqual(events?.enum);
});
