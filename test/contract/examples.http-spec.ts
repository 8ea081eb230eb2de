import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Documented } from '../support/documented.js';
import { prepare, withNames, type Example } from '../support/example-needs.js';
import { startGateway, type TestGateway } from '../support/gateway.js';

/** Examples whose operation does not exist yet, and what is missing. One that answers must leave the list. */
const NOT_YET: Record<string, string> = {
  'sendemailandsms-creating-a-template-for-sending-sms-to-a-user': 'direct sends of e-mail and SMS',
  'sendemailandsms-sample-response': 'direct sends of e-mail and SMS',
  'sendemailwithattachment-send-email-with-attachment': 'e-mail with attachments',
};

/** What examples presume and do not name. */
const UNNAMED: Record<string, string[]> = {
  'deleteuserspermanently-example-request': ['setting:permanentDeletion'],
  'getpushstats-by-notification-key': ['campaign:234'],
  'sendpushapproval-push-approval': ['setting:approval', 'campaign:0'],
  'send-updating-button-set-names-with-transactional-pus': ['buttonSet:1'],
};

const examples = readFileSync('test/contract/examples/all.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Example);

let gateway: TestGateway;
let documented: Documented;
beforeAll(async () => {
  gateway = await startGateway();
  documented = await Documented.of(gateway);
});
afterAll(() => gateway.close());

const judge = new Ajv({ strict: false, allErrors: true });

describe('published examples', () => {
  it.each(examples.filter(({ id }) => !(id in NOT_YET)))('$id', async (example) => {
    const { secret, names } = await prepare(gateway, example, UNNAMED[example.id]);
    const query = new URLSearchParams(withNames(example.query ?? {}, names) as Record<string, string>);
    const answer = await gateway.call(`${example.path}?${query}`, {
      method: example.method,
      key: secret,
      ...(example.body !== undefined && { body: withNames(example.body, names) }),
    });
    const { status, body_shape: shape } = example.expect;
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
    expect(documented.answerFaults(example.method, example.path, answer)).toBe('');
    if (shape?.type === 'empty') {
      expect(answer.text).toBe('');
    } else if (shape) {
      expect(judge.validate(shape, answer.json), `${judge.errorsText()} ${answer.text}`).toBe(true);
    }
  });

  it('wait for an operation that does not exist, or are answered', () => {
    const paths = new Set(documented.operations().map(({ path }) => path));
    const waiting = examples.filter(({ id }) => id in NOT_YET);
    expect(waiting.map(({ id }) => id).toSorted()).toEqual(Object.keys(NOT_YET).toSorted());
    expect(waiting.filter(({ path }) => paths.has(path))).toEqual([]);
  });
});
