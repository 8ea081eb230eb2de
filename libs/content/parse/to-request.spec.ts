import { describe, expect, it } from 'vitest';
import { toRequest } from '#libs/content/parse';
import { CASES } from '../../../test/golden-messages/cases.js';
import { parseBulk, parseDefinition } from '../../../test/support/rooms/parse.js';

const definitions = CASES.flatMap(({ name, definition }) => (definition ? [[name, definition] as const] : []));
const bulk = CASES.flatMap(({ name, path, body }) =>
  path.endsWith('sendBulkNotification') && 'message' in body && typeof body.message === 'object'
    ? [[name, body.message as object] as const]
    : [],
);

describe('toRequest', () => {
  it.each(definitions)('toRequest returns a body that parses back to the definition of %s', (_, definition) => {
    const message = parseDefinition(definition);
    const body = JSON.parse(JSON.stringify(toRequest(message, 'message'))) as object;
    expect(parseDefinition(body)).toEqual(message);
  });

  it.each(bulk)('toRequest returns a message that parses back to that of %s', (_, request) => {
    const message = parseBulk(request);
    expect(parseBulk(toRequest(message, 'text'))).toEqual(message);
  });

  it('The cases contain many definitions and many bulk messages', () => {
    expect(Math.min(definitions.length, bulk.length)).toBeGreaterThan(5);
  });
});
