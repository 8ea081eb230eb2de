import { describe, expect, it } from 'vitest';
import type { TemplateField } from '../../provider/provider.types.js';
import { formOfTemplate } from './template-form.js';

const formOf = (...components: object[]) =>
  formOfTemplate({
    name: 'offer',
    language: 'en_US',
    status: 'APPROVED',
    category: 'MARKETING',
    components: components as Record<string, unknown>[],
  });
const BODY = { type: 'BODY', text: 'Hello' };
const TEXT = 'text' as const;

describe('formOfTemplate', () => {
  it.each<[name: string, components: object[], body: string, fields: TemplateField[]]>([
    ['nothing', [BODY, { type: 'FOOTER', text: 'Say STOP' }], 'Hello', []],
    [
      'values by number, each once',
      [{ type: 'body', text: '{{2}} of {{1}}, {{1}}' }],
      '{{2}} of {{1}}, {{1}}',
      [
        { part: 'body', type: TEXT },
        { part: 'body', type: TEXT },
      ],
    ],
    [
      'values by name',
      [
        { type: 'HEADER', format: 'TEXT', text: '{{ shop }}' },
        { type: 'BODY', text: 'For {{name}} in {{city}}' },
      ],
      'For {{name}} in {{city}}',
      [
        { part: 'header', type: TEXT, name: 'shop' },
        { part: 'body', type: TEXT, name: 'name' },
        { part: 'body', type: TEXT, name: 'city' },
      ],
    ],
    [
      'a file, an address and a code',
      [
        { type: 'HEADER', format: 'DOCUMENT' },
        BODY,
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'No' },
            { type: 'URL', url: 'https://shop.example/help' },
            { type: 'URL', url: 'https://shop.example/{{1}}' },
            { type: 'COPY_CODE' },
          ],
        },
      ],
      'Hello',
      [
        { part: 'header', type: 'document' },
        { part: 'button', index: 2, type: TEXT },
        { part: 'button', index: 3, type: 'coupon_code' },
      ],
    ],
  ])('The form of a WhatsApp template asks for %s', (_, components, body, fields) => {
    expect(formOf(...components)).toEqual({ body, fields });
  });

  it.each<[name: string, component: object]>([
    ['a place on a map', { type: 'HEADER', format: 'LOCATION' }],
    ['a carousel', { type: 'CAROUSEL', cards: [] }],
    ['a flow', { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Book' }] }],
  ])('A WhatsApp template with %s has no form', (_, component) => {
    expect(formOf(BODY, component)).toBeUndefined();
  });
});
