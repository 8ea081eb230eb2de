import { describe, expect, it } from 'vitest';
import { CatalogueError, EventCatalogue } from './event-catalogue.js';
import type { EventAttribute, EventDefinition } from './model/event.types.js';
import { FIRST_CUSTOM_EVENT_ID, STANDARD_EVENTS } from './standard-events.js';

function createAttribute(code: string, more: Partial<EventAttribute> = {}): EventAttribute {
  return {
    code,
    name: code,
    dataType: 'STRING',
    array: false,
    locked: false,
    privateInfo: false,
    mandatory: false,
    ...more,
  };
}

function createDefinition(code: string, more: Partial<EventDefinition> = {}): EventDefinition {
  return { eventId: FIRST_CUSTOM_EVENT_ID, code, eventName: code, standard: false, attributes: [], ...more };
}

const listCodes = (attributes: readonly EventAttribute[] = []): string[] => attributes.map(({ code }) => code);

describe('Built-in events', () => {
  it('Built-in events have unique ids, codes and names, and bases that exist', () => {
    const names = STANDARD_EVENTS.flatMap(({ code, eventName }) => [...new Set([code, eventName])]);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(STANDARD_EVENTS.map(({ eventId }) => eventId)).size).toBe(STANDARD_EVENTS.length);
    expect(STANDARD_EVENTS.every(({ eventId }) => eventId > 0 && eventId < FIRST_CUSTOM_EVENT_ID)).toBe(true);
    expect(new EventCatalogue([]).list()).toEqual(
      STANDARD_EVENTS.filter(({ isInternal }) => !isInternal).map(({ code }) => expect.objectContaining({ code })),
    );
  });

  it('Built-in events are found by code and by name, case-sensitively', () => {
    const catalogue = new EventCatalogue([]);
    expect(catalogue.find('n:vw')).toEqual(catalogue.find('ScreenViewEvent'));
    expect(catalogue.find('ScreenViewEvent')).toMatchObject({ standard: true, label: 'Screen View' });
    expect(catalogue.find('screenviewevent')).toBeUndefined();
    expect(catalogue.find('toString')).toBeUndefined();
  });

  it('Built-in events have the kind of application for which they are made', () => {
    const categories = new EventCatalogue([]).list().map(({ code, appCategoryId }) => [code, appCategoryId]);
    expect(Object.fromEntries(categories)).toMatchObject({ OrderEvent: 1, AddToCartEvent: 1, ContentViewEvent: 2 });
    expect(Object.fromEntries(categories)).toMatchObject({ LoginEvent: undefined });
  });
});

describe('Inheritance', () => {
  const chain = [
    createDefinition('Grandparent', { attributes: [createAttribute('a'), createAttribute('b', { mandatory: true })] }),
    createDefinition('Parent', { baseEventCode: 'Grandparent', attributes: [createAttribute('c')] }),
    createDefinition('Child', {
      baseEventCode: 'Parent',
      attributes: [createAttribute('d'), createAttribute('a', { mandatory: true })],
    }),
  ];

  it('An event inherits attributes, the farthest base first, and its own attribute replaces an inherited one', () => {
    const child = new EventCatalogue(chain).find('Child');
    expect(listCodes(child?.inherited)).toEqual(['b', 'c']);
    expect(listCodes(child?.attributes)).toEqual(['d', 'a']);
    expect(listCodes(child?.mandatory)).toEqual(['b', 'a']);
    expect(child?.baseEventCode).toBe('Parent');
  });

  it('A built-in event is accepted as a base, by code or name', () => {
    const catalogue = new EventCatalogue([
      createDefinition('QuickOrder', { baseEventCode: 'OrderEvent' }),
      createDefinition('QuickView', { baseEventCode: 'ScreenViewEvent', attributes: [createAttribute('speed')] }),
    ]);
    expect(listCodes(catalogue.find('QuickOrder')?.inherited)).toContain('grandTotal');
    expect(catalogue.find('QuickView')).toMatchObject({ baseEventCode: 'n:vw' });
    expect([...(catalogue.find('QuickView')?.attributeByKey.keys() ?? [])]).toEqual(['pageName', 'speed', 'ep']);
  });

  it('EventCatalogue refuses an undefined base and a cycle', () => {
    const lost = createDefinition('Lost', { baseEventCode: 'Nowhere' });
    expect(() => new EventCatalogue([lost]).find('Lost')).toThrow(CatalogueError);
    const [first, two] = [
      createDefinition('One', { baseEventCode: 'Two' }),
      createDefinition('Two', { baseEventCode: 'One' }),
    ];
    expect(() => new EventCatalogue([first, two]).find('One')).toThrow(CatalogueError);
    const self = createDefinition('Self', { baseEventCode: 'Self' });
    expect(() => new EventCatalogue([self]).find('Self')).toThrow(CatalogueError);
    const tail = createDefinition('Tail', { baseEventCode: 'One' });
    expect(() => new EventCatalogue([first, two, tail]).find('Tail')).toThrow(CatalogueError);
  });
});

describe('Own event with the name of a built-in one', () => {
  it('An own event replaces a built-in event with its code, also as a base', () => {
    const product = createDefinition('ProductEvent', { attributes: [createAttribute('sku')] });
    const catalogue = new EventCatalogue([product]);
    expect(catalogue.find('ProductEvent')).toMatchObject({ standard: false });
    expect(listCodes(catalogue.find('AddToCartEvent')?.inherited)).toEqual(['sku']);
    expect(catalogue.list()).toHaveLength(new EventCatalogue([]).list().length);
  });

  it('An own event replaces a built-in event with its name', () => {
    const catalogue = new EventCatalogue([createDefinition('ScreenViewEvent')]);
    expect(catalogue.find('n:vw')).toBeUndefined();
    expect(catalogue.find('ScreenViewEvent')).toMatchObject({ eventId: FIRST_CUSTOM_EVENT_ID });
  });
});
