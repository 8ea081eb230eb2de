import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';

/** An attacker may send and count, and wants a private value: texts that lack something for one value alone count it. */
const DECIDING: Readonly<Record<string, string>> = {
  'a condition': '{% if income == 50000 %}{{ plan }}{% endif %}',
  'an abort': '{% if income > 40000 %}{% abort_message %}{% endif %}Hello',
  'a condition by presence': '{% if income %}{{ plan }}{% endif %}',
  'an unless': '{% unless income == 50000 %}Hello{% else %}{{ plan }}{% endunless %}',
  'a case': '{% case income %}{% when 50000 %}{{ plan }}{% else %}Hello{% endcase %}',
  'an assigned value': '{% assign i = income %}{% if i == 50000 %}{{ plan }}{% endif %}',
  'a captured value': "{% capture i %}{{ income }}{% endcapture %}{% if i == '50000' %}{{ plan }}{% endif %}",
  'a captured block': "{% capture i %}{% render 'shown' %}{% endcapture %}{% if i == '50000' %}{{ plan }}{% endif %}",
  'a filter that leaves nothing': "{{ nationalId | remove: '11223344' }}",
  'a filter before a default': "{{ nationalId | remove: '11223344' | default: 'none' }}",
  'a filter before a default that may lack': "{{ nationalId | remove: '11223344' | default: plan }}",
  'a filter between defaults': "{{ nationalId | default: '–' | remove: '11223344' | default: 'none' }}",
  'an argument': '{{ plan | slice: income }}',
  'an address': "{% if email contains 'ada' %}{{ plan }}{% endif %}",
};
const SHOWING: Readonly<Record<string, string>> = {
  'a value': 'Your number is {{ nationalId }}',
  'a value with a default': "Your number is {{ nationalId | default: 'unknown' }}",
  'a value with a default and filters behind it': "Your number is {{ nationalId | default: 'unknown' | slice: 0, 4 }}",
  'a condition on an open attribute': "{% if plan == 'gold' %}Thanks{% endif %} {{ nationalId }}",
};
const OPERATIONS: Readonly<Record<string, (message: object) => object>> = {
  'sendBulkNotification/dryRun': (message) => ({ message, target: { sendToAll: true } }),
  sendBulkNotification: (message) => ({ message, target: { sendToAll: true } }),
  'campaigns/dryRun': (message) => ({ title: 'Sale', contents: [message], target: { sendToAll: true } }),
  campaigns: (message) => ({ title: 'Sale', contents: [message], target: { sendToAll: true } }),
};
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.makeKey('partner', { scopes: ['notifications', 'users'] });
  await gateway.makeKey('trusted', { scopes: ['notifications', 'users', 'private'] });
  const attributes = [
    { code: 'plan', dataType: 'STRING' },
    { code: 'income', dataType: 'INT', privateInfo: true },
    { code: 'nationalId', dataType: 'STRING', privateInfo: true },
  ];
  const blocks = [{ name: 'shown', text: '{{ income }}' }];
  const channels = { apns: { simulator: true } };
  await gateway.app.get(ApplyService).apply({ app: 'shop', attributes, channels, blocks }, { dryRun: false });
});
afterAll(() => gateway.close());

const ask = (operation: string, text: string, key: string) => {
  const message = { title: 'Sale', text: 'Sale', personalizedMessage: text, platforms: ['IOS'], templates: 'liquid' };
  return gateway.call(`/rest/3.0/${operation}`, { body: OPERATIONS[operation]?.(message) ?? {}, key });
};

describe('Templates that decide by private values', () => {
  it.each(Object.keys(OPERATIONS))(
    '%s refuses them to a key without the scope private, and to no other one',
    async (operation) => {
      for (const [name, text] of Object.entries(DECIDING)) {
        const refusal = await ask(operation, text, 'partner');
        expect([name, refusal.status, (refusal.json as { code: number }).code]).toEqual([name, 403, 2022]);
        expect([name, (await ask(operation, text, 'trusted')).status]).toEqual([name, 200]);
      }
    },
  );

  it.each(Object.entries(SHOWING))(
    'A key without the scope may print %s, because no figure shows the values',
    async (_, text) => {
      const answer = await ask('sendBulkNotification/dryRun', text, 'partner');
      expect(answer.status, answer.text).toBe(200);
    },
  );
});
