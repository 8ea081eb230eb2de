import { describe, expect, it } from 'vitest';
import { Form } from '#platform/forms';
import { generateSecret, getPrefix } from '../api-keys/key-secret.js';
import { readApplicationFile } from './application-file.js';

const surroundings = {
  env: { KEY: 'a "quoted": value', P8: '-----BEGIN PRIVATE KEY-----', EMPTY: '' },
  readFile: async (path: string) => {
    if (path !== 'keys/apns.p8') {
      throw new Error('ENOENT');
    }
    return 'content of the file';
  },
};

describe('readApplicationFile', () => {
  it('Environment variables are filled in after parsing, so that a value cannot change the structure', async () => {
    const document = await readApplicationFile('app: shop\nkeys: [{ kind: rest, secret: "x-${KEY}" }]', surroundings);
    expect(document).toEqual({ app: 'shop', keys: [{ kind: 'rest', secret: 'x-a "quoted": value' }] });
  });

  it.each(['${NONE}', '${EMPTY}'])('A variable %s that is not set is refused with its path', async (text) => {
    await expect(readApplicationFile(`keys: [{ secret: "${text}" }]`, surroundings)).rejects.toThrow(
      /^keys\[0\]\.secret names \$/,
    );
  });

  it('A provider key is read from a file or from the document', async () => {
    const readKey = (key: string) => readApplicationFile(`channels: { apns: { key: "${key}" } }`, surroundings);
    expect(await readKey('keys/apns.p8')).toEqual({ channels: { apns: { key: 'content of the file' } } });
    expect(await readKey('${P8}')).toEqual({ channels: { apns: { key: '-----BEGIN PRIVATE KEY-----' } } });
    await expect(readKey('/etc/none')).rejects.toThrow('channels.apns.key names a file that cannot be read: /etc/none');
  });

  it.each(['12345678901234567891', '+9007199254740993', '0.1234567890123456789', '-1e400'])(
    'The number %s, which loses digits, is refused with its line',
    async (number) => {
      await expect(
        readApplicationFile(`app: shop\nwebhook: { params: { id: ${number} } }`, surroundings),
      ).rejects.toThrow(/The number at line 2, column \d+ loses digits; quote it as a text/);
    },
  );

  it('Numbers in the forms of YAML and long digits in quotes are read', async () => {
    const text = 'a: [+5, 007, 0x10, .5, 1., 9007199254740991, "12345678901234567891", 0.10000000000000001]';
    expect(await readApplicationFile(text, surroundings)).toEqual({
      a: [5, 7, 16, 0.5, 1, 9_007_199_254_740_991, '12345678901234567891', 0.1],
    });
  });

  it('Invalid YAML is refused with its line, and so are repeated names', async () => {
    await expect(readApplicationFile('app: [', surroundings)).rejects.toThrow(/line 1/);
    await expect(readApplicationFile('app: a\napp: b', surroundings)).rejects.toThrow(/unique.*line 2/);
  });
});

describe('Form', () => {
  it('A form names the path of what it refuses', () => {
    expect(() => Form.read({ agee: 1 }, 'a[1]', ['age'])).toThrow(
      'a[1].agee: unknown name, did you mean age? a[1] knows age',
    );
    expect(() => Form.read([], '', [])).toThrow('the file should be a map');
    expect(() => Form.readList([1], 'a', [])).toThrow('a[0] should be a map');
    const form = Form.read({ name: 5, empty: null, flag: 'yes' }, 'a', ['name', 'empty', 'flag']);
    expect(() => form.text('name')).toThrow('a.name should be a text: put it in quotes');
    expect(() => form.text('empty')).toThrow('a.empty is required');
    expect(() => form.flag('flag')).toThrow('a.flag should be true or false');
  });

  it('A form refuses __proto__ like any unknown name', () => {
    expect(() => Form.read(JSON.parse('{"__proto__": {"name": "x"}}'), '', ['name'])).toThrow(
      '__proto__: unknown name',
    );
  });
});

describe('Secret of an API key', () => {
  it('The prefix of a secret shows its kind and hides the rest', () => {
    const secret = generateSecret('mobile');
    expect(secret).toMatch(/^hr_mobile_[\w-]{43}$/);
    expect(getPrefix(secret)).toBe(secret.slice(0, 'hr_mobile_'.length + 4));
    expect(getPrefix('chosen-by-hand-0001')).toBe('chos');
  });
});
