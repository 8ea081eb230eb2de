import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Documented } from '../support/api-document/documented-api.js';
import { prepare, UNNAMED, withNames, type Example } from '../support/api-document/example-needs.js';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';

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

describe('Published examples', () => {
  it.each(examples)('The published example $id gets the documented answer', async (example) => {
    const { secret, names } = await prepare(gateway, example, UNNAMED[example.id]);
    const query = new URLSearchParams(withNames(example.query ?? {}, names) as Record<string, string>);
    const answer = await gateway.call(`${example.path}?${query}`, {
      method: example.method,
      key: secret,
      ...(example.body !== undefined && { body: withNames(example.body, names) }),
      ...(example.form && { raw: toForm(withNames(example.form, names) as Record<string, string>) }),
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
});

/** A value that begins with @ stands for a file. */
function toForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value.startsWith('@')) {
      form.append(name, new Blob(['A file'], { type: 'application/octet-stream' }), 'file.txt');
    } else {
      form.append(name, value);
    }
  }
  return form;
}
