import { expect, it } from 'vitest';
import type { WhatsAppComponent, WhatsAppParameter } from '../../definitions/whatsapp-payload.js';
import { findValueFault } from './template-values.js';

const text = (value: string, name?: string): WhatsAppParameter => ({
  type: 'text',
  text: value,
  ...(name && { parameter_name: name }),
});
const body = (...parameters: WhatsAppParameter[]): WhatsAppComponent => ({ type: 'body', parameters });
const header = (...parameters: WhatsAppParameter[]): WhatsAppComponent => ({ type: 'header', parameters });
const button = (index: string, ...parameters: WhatsAppParameter[]): WhatsAppComponent => ({
  type: 'button',
  sub_type: 'url',
  index,
  parameters,
});
const IMAGE: WhatsAppParameter = { type: 'image', image: { link: 'https://shop.example/a.png' } };

const PLAIN = [{ type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way, {{1}}.' }];
const NAMED = [{ type: 'BODY', text: 'Hello {{first_name}}, {{ order }} is here.' }];
const OFFER = [
  { type: 'HEADER', format: 'IMAGE' },
  { type: 'BODY', text: 'Everything is cheaper.' },
  { type: 'FOOTER', text: 'Say STOP' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'URL', text: 'Open', url: 'https://shop.example/{{1}}' },
      { type: 'URL', text: 'Help', url: 'https://shop.example/help' },
      { type: 'QUICK_REPLY', text: 'No, thanks' },
    ],
  },
];
const reply: WhatsAppComponent = {
  type: 'button',
  sub_type: 'quick_reply',
  index: '2',
  parameters: [{ type: 'payload', payload: 'no' }],
};

it.each([
  ['each value once', PLAIN, [body(text('Ada'), text('A-1'))], undefined],
  ['none', PLAIN, [], 'takes 2 values in its body, not 0'],
  ['too few', PLAIN, [body(text('Ada'))], 'takes 2 values in its body, not 1'],
  ['too many', PLAIN, [body(text('a'), text('b'), text('c'))], 'takes 2 values in its body, not 3'],
  ['a file for a text', PLAIN, [body(text('Ada'), IMAGE)], 'takes texts in its body'],
  [
    'a header that is not there',
    PLAIN,
    [header(text('x')), body(text('a'), text('b'))],
    'takes no value in its header, not 1',
  ],
  ['names', NAMED, [body(text('A-1', 'order'), text('Ada', 'first_name'))], undefined],
  [
    'a wrong name',
    NAMED,
    [body(text('A-1', 'order'), text('Ada', 'name'))],
    'needs a value with parameter_name first_name in its body',
  ],
  ['no names', NAMED, [body(text('Ada'), text('A-1'))], 'needs a value with parameter_name first_name in its body'],
  ['a picture and a link', OFFER, [header(IMAGE), button('0', text('spring'))], undefined],
  ['a quick reply with a word of its own', OFFER, [header(IMAGE), button('0', text('spring')), reply], undefined],
  ['no picture', OFFER, [button('0', text('spring'))], 'takes one value in its header, of type image'],
  [
    'a text for the picture',
    OFFER,
    [header(text('x')), button('0', text('spring'))],
    'takes one value in its header, of type image',
  ],
  ['no link', OFFER, [header(IMAGE)], 'takes 1 value for its button 0, not 0'],
  [
    'a value for a fixed link',
    OFFER,
    [header(IMAGE), button('0', text('a')), button('1', text('b'))],
    'takes no value for its button 1',
  ],
  [
    'a button that is not there',
    OFFER,
    [header(IMAGE), button('0', text('a')), button('7', text('b'))],
    'has no button 7',
  ],
  ['what only Meta can tell', [...PLAIN, { type: 'CAROUSEL', cards: [] }], [], undefined],
] as const)('findValueFault checks the values of a template: %s', (_, components, given, fault) => {
  const template = { name: 'order', language: 'en', status: 'APPROVED', category: 'UTILITY', components };
  expect(findValueFault(template, given)).toBe(fault);
});
