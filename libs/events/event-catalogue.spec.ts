import { describe, expect, it } from 'vitest';
import { CatalogueError, EventCatalogue } from './event-catalogue.js';
import type { EventAttribute, EventDefinition } from './event.types.js';
import { FIRST_CUSTOM_EVENT_ID, STANDARD_EVENTS } from './standard-events.js';

function attribute(code: string, more: Partial<EventAttribute> = {}): EventAttribute {
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

function own(code: string, more: Partial<EventDefinition> = {}): EventDefinition {
  return { eventId: FIRST_CUSTOM_EVENT_ID, code, eventName: code, standard: false, attributes: [], ...more };
}

const codes = (attributes: readonly EventAttribute[] = []): string[] => attributes.map(({ code }) => code);

describe('built-in events', () => {
  it('have unique ids, codes and names, and bases that exist', () => {
    const names = STANDARD_EVENTS.flatMap(({ code, eventName }) => [...new Set([code, eventName])]);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(STANDARD_EVENTS.map(({ eventId }) => eventId)).size).toBe(STANDARD_EVENTS.length);
    expect(STANDARD_EVENTS.every(({ eventId }) => eventId > 0 && eventId < FIRST_CUSTOM_EVENT_ID)).toBe(true);
    expect(new EventCatalogue([]).list()).toHaveLength(STANDARD_EVENTS.length);
  });

  it('are found by code and by name, case-sensitive', () => {
    const catalogue = new EventCatalogue([]);
    expect(catalogue.find('n:vw')).toEqual(catalogue.find('ScreenViewEvent'));
    expect(catalogue.find('ScreenViewEvent')).toMatchObject({ standard: true, label: 'Screen View' });
    expect(catalogue.find('screenviewevent')).toBeUndefined();
    expect(catalogue.find('toString')).toBeUndefined();
  });

  it('have the kind of application that they are made for', () => {
    const categories = new EventCatalogue([]).list().map(({ code, appCategoryId }) => [code, appCategoryId]);
    expect(Object.fromEntries(categories)).toMatchObject({ OrderEvent: 1, AddToCartEvent: 1, ContentViewEvent: 2 });
    expect(Object.fromEntries(categories)).toMatchObject({ LoginEvent: undefined });
  });
});

describe('inheritance', () => {
  const chain = [
    own('Grandparent', { attributes: [attribute('a'), attribute('b', { mandatory: true })] }),
    own('Parent', { baseEventCode: 'Grandparent', attributes: [attribute('c')] }),
    own('Child', { baseEventCode: 'Parent', attributes: [attribute('d'), attribute('a', { mandatory: true })] }),
  ];

  it('collects attributes along the chain, the farthest base first; an own one replaces an inherited one', () => {
    const child = new EventCatalogue(chain).find('Child');
    expect(codes(child?.inherited)).toEqual(['b', 'c']);
    expect(codes(child?.attributes)).toEqual(['d', 'a']);
    expect(codes(child?.mandatory)).toEqual(['b', 'a']);
    expect(child?.baseEventCode).toBe('Parent');
  });

  it('accepts a built-in event as base, by code or name', () => {
    const catalogue = new EventCatalogue([
      own('QuickOrder', { baseEventCode: 'OrderEvent' }),
      own('QuickView', { baseEventCode: 'ScreenViewEvent', attributes: [attribute('speed')] }),
    ]);
    expect(codes(catalogue.find('QuickOrder')?.inherited)).toContain('grandTotal');
    expect(catalogue.find('QuickView')).toMatchObject({ baseEventCode: 'n:vw' });
    expect([...(catalogue.find('QuickView')?.attributeByKey.keys() ?? [])]).toEqual(['pageName', 'speed', 'ep']);
  });

  it('refuses an undefined base, and a cycle', () => {
    const lost = own('Lost', { baseEventCode: 'Nowhere' });
    expect(() => new EventCatalogue([lost]).find('Lost')).toThrow(CatalogueError);
    const [first, two] = [own('One', { baseEventCode: 'Two' }), own('Two', { baseEventCode: 'One' })];
    expect(() => new EventCatalogue([first, two]).find('One')).toThrow(CatalogueError);
    const self = own('Self', { baseEventCode: 'Self' });
    expect(() => new EventCatalogue([self]).find('Self')).toThrow(CatalogueError);
    const tail = own('Tail', { baseEventCode: 'One' });
    expect(() => new EventCatalogue([first, two, tail]).find('Tail')).toThrow(CatalogueError);
  });
});

describe('an own event with the name of a built-in one', () => {
  it('replaces it, also as a base', () => {
    const product = own('ProductEvent', { attributes: [attribute('sku')] });
    const catalogue = new EventCatalogue([product]);
    expect(catalogue.find('ProductEvent')).toMatchObject({ standard: false });
    expect(codes(catalogue.find('AddToCartEvent')?.inherited)).toEqual(['sku']);
    expect(catalogue.list()).toHaveLength(STANDARD_EVENTS.length);
  });

  it('replaces it by name too', () => {
    const catalogue = new EventCatalogue([own('ScreenViewEvent')]);
    expect(catalogue.find('n:vw')).toBeUndefined();
    expect(catalogue.find('ScreenViewEvent')).toMatchObject({ eventId: FIRST_CUSTOM_EVENT_ID });
  });
});
