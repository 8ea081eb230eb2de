import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HOOK_EVENTS } from '../../../apps/panel/setup/forms/form-specs.js';

interface Schema {
  properties: { hooks: { items: { properties: { events: { items: { anyOf: { enum?: string[] }[] } } } } } };
}

it('The form of webhooks offers every event that an endpoint may list', () => {
  const { properties } = JSON.parse(readFileSync('schema/application.schema.json', 'utf8')) as Schema;
  const [events] = properties.hooks.items.properties.events.items.anyOf;
  expect(HOOK_EVENTS).toEqual(events?.enum);
});
