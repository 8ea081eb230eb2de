import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#libs/tenancy';
import { Config } from '#platform/config';
import { ExtId, FreeObject, Int, Nested, NestedList, Text, TextOrTexts, Texts } from '#platform/validation';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { CurrentCaller, RestApi } from '../auth/api-key.guard.js';
import { buildDocument } from '../openapi/openapi.js';
import { PageLink, type Link } from '../request/request-context.js';
import { OkResponse, EmptyResponse } from '../responses/responses.js';
import { Entries, OneOrMore } from '../validation/list-body.js';
import { MaxBody } from './body.interceptor.js';

class TestedLinkDto {
  @IsOptional() @Text({ max: 20, empty: true }) url?: string;
}

class TestedThingDto {
  @ExtId() extId!: string;
  @Text({ max: 10 }) title!: string;
  @IsOptional() @Int({ min: 1, max: 5 }) size = 3;
  @IsOptional() @IsBoolean() on?: boolean;
  @IsOptional() @IsIn(['IOS', 'ANDROID']) platform?: string;
  @IsOptional() @Texts({ max: 3 }) extIds?: string[];
  @IsOptional() @TextOrTexts({ max: 3 }) tag?: string[];
  @IsOptional() @Nested(() => TestedLinkDto) click?: TestedLinkDto;
  @IsOptional() @NestedList(() => TestedLinkDto, { max: 2 }) slider?: TestedLinkDto[];
  @IsOptional() @FreeObject() profile?: Record<string, unknown>;
}

class TestedPageDto {
  @IsOptional() @Int({ min: 1 }) max = 10;
  @IsOptional() @IsBoolean() pushPermitted?: boolean;
  @IsOptional() @ExtId() extId?: string;
}

@RestApi('Test')
@Controller('test')
class EchoController {
  @Post('echo')
  @OkResponse('Echo', TestedThingDto)
  echo(@Body() body: TestedThingDto): Promise<object> {
    return Promise.resolve({ isDto: body instanceof TestedThingDto, body });
  }

  @Post('entries')
  @OkResponse('Echo of a list', TestedThingDto)
  entries(@Entries(TestedThingDto, { max: 3 }) entries: TestedThingDto[]): object {
    return { count: entries.length };
  }

  @Post('one-or-more')
  @OkResponse('Echo of one or more', TestedThingDto)
  oneOrMore(@OneOrMore(TestedThingDto, { max: 3 }) entries: TestedThingDto[]): object {
    return { count: entries.length };
  }

  @Post('small')
  @MaxBody(1024)
  @EmptyResponse('Takes little')
  small(@Body() _body: TestedThingDto): void {}

  @Get('page')
  @OkResponse('Query', TestedPageDto)
  page(@Query() query: TestedPageDto, @CurrentCaller() caller: Caller, @PageLink() link: Link): object {
    return { query, appId: caller.appId, nextPage: link({ offset: 10 }) };
  }
}

const thing = { extId: 'u1', title: 'hello' };
let gateway: TestGateway;
const call: TestGateway['call'] = (...args) => gateway.call(...args);

beforeAll(async () => {
  gateway = await startGateway([EchoController], { PUBLIC_URL: 'https://push.example.com/' });
});
afterAll(() => gateway.close());

describe('Request bodies', () => {
  const asJson = { 'content-type': 'application/json; charset=UTF-8' };

  it.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>]>([
    ['cut short', '{"extId": "u1"', asJson],
    ['empty', '', asJson],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), asJson],
    ['nested too deep', '['.repeat(100_000) + ']'.repeat(100_000), asJson],
    ['damaged gzip', 'not gzip', { ...asJson, 'content-encoding': 'gzip' }],
    ['an unknown encoding', 'x', { ...asJson, 'content-encoding': 'rot13' }],
  ])('A body that is %s is rejected as invalid JSON', async (_, raw, headers) => {
    expect(await call('/test/echo', { raw, headers })).toMatchObject({ status: 400, json: { code: 2009 } });
  });

  it.each([
    ['extId=u1', 'application/x-www-form-urlencoded'],
    ['{}', 'text/plain'],
    ['{}', 'application/json; charset=utf-16'],
    ['--b--', 'multipart/form-data; boundary=b'],
  ])('The body %s of the type %s is rejected with a problem document', async (raw, type) => {
    const answer = await call('/test/echo', { raw, headers: { 'content-type': type } });
    expect(answer.status).toBe(415);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.json).toEqual({
      type: 'about:blank',
      title: 'Unsupported Media Type',
      status: 415,
      detail: 'The body should be JSON (Content-Type: application/json; charset=UTF-8)',
      instance: '/test/echo',
    });
  });

  it('A body is accepted with a charset, with a byte order mark, without a content type, and compressed', async () => {
    const text = JSON.stringify(thing);
    expect((await call('/test/echo', { raw: text, headers: asJson })).status).toBe(200);
    expect((await call('/test/echo', { raw: `\uFEFF${text}`, headers: asJson })).status).toBe(200);
    expect((await call('/test/echo', { raw: Buffer.from(text) })).status).toBe(200);
    const zipped = { raw: gzipSync(text), headers: { ...asJson, 'content-encoding': 'gzip' } };
    expect((await call('/test/echo', zipped)).status).toBe(200);
  });

  it('A body may have 5 MB and not one byte more, counted after decompression', async () => {
    const limit = 5 * 1024 * 1024;
    const bodyOf = (bytes: number) => {
      const frame = JSON.stringify({ ...thing, extra: '' });
      return JSON.stringify({ ...thing, extra: 'x'.repeat(bytes - frame.length) });
    };
    expect((await call('/test/echo', { raw: bodyOf(limit), headers: asJson })).status).toBe(200);
    const refused = { status: 400, json: { code: 2004, error: 'The body is larger than 5 MB' } };
    expect(await call('/test/echo', { raw: bodyOf(limit + 1), headers: asJson })).toMatchObject(refused);
    const bomb = { raw: gzipSync(Buffer.alloc(limit * 20, ' ')), headers: { ...asJson, 'content-encoding': 'gzip' } };
    expect(await call('/test/echo', bomb)).toMatchObject(refused);
  });

  it('A route may limit its body to fewer bytes', async () => {
    const body = { ...thing, extra: 'x'.repeat(1024) };
    expect(await call('/test/small', { body })).toMatchObject({
      status: 400,
      json: { code: 2004, error: 'The body is larger than 1 KB' },
    });
  });

  it('A body that ends before its declared length leaves the gateway working', async () => {
    const secret = await gateway.makeKey('half');
    await new Promise<void>((resolve) => {
      const half = httpRequest(`${gateway.base}/test/echo`, {
        method: 'POST',
        headers: { ...asJson, 'x-svc-api-key': secret, 'content-length': 1000 },
      });
      half.on('error', () => resolve());
      half.write('{', () => half.destroy());
    });
    expect((await call('/test/echo', { body: thing })).status).toBe(200);
  });
});

describe('Fields of a request', () => {
  it.each<[object, number, string]>([
    [{}, 2020, 'extId is required'],
    [{ title: 5 }, 2020, 'extId is required'],
    [{ extId: null, title: 'x' }, 2020, 'extId is required'],
    [{ extId: '', title: 'x' }, 2020, 'extId is required'],
    [{ extId: 'u1' }, 2020, 'title is required'],
    [{ extId: 5 }, 2004, "Field 'extId' should be a text"],
    [{ extId: ['u1'] }, 2004, "Field 'extId' should be a text"],
    [{ extId: 'x'.repeat(256) }, 2004, "Field 'extId' should have at most 255 characters"],
    [{ extId: 'a\0b' }, 2004, "Field 'extId' has a NUL character or half a surrogate pair"],
    [{ extId: '\ud83d' }, 2004, "Field 'extId' has a NUL character or half a surrogate pair"],
    [{ ...thing, title: 'x'.repeat(11) }, 2004, "Field 'title' should have at most 10 characters"],
    [{ ...thing, size: '3' }, 2004, "Field 'size' should be a whole number"],
    [{ ...thing, size: 2 ** 53 }, 2004, "Field 'size' should be a whole number"],
    [{ ...thing, size: 6 }, 2004, "Field 'size' should be at most 5"],
    [{ ...thing, on: 'true' }, 2004, "Field 'on' should be true or false"],
    [{ ...thing, platform: 'ios' }, 2004, "Field 'platform' should be one of IOS, ANDROID"],
    [{ ...thing, extIds: 'u1' }, 2004, "Field 'extIds' should be a list of texts"],
    [{ ...thing, extIds: ['a', 5] }, 2004, "Field 'extIds[1]' should be a text"],
    [{ ...thing, extIds: ['a', 'b', 'c', 'd'] }, 2004, "Field 'extIds' should have at most 3 entries, but has 4"],
    [{ ...thing, tag: 5 }, 2004, "Field 'tag' should be a text or a list of texts"],
    [{ ...thing, click: 'x' }, 2004, "Field 'click' should be an object"],
    [{ ...thing, click: [] }, 2004, "Field 'click' should be an object"],
    [{ ...thing, click: { url: 5 } }, 2004, "Field 'click.url' should be a text"],
    [{ ...thing, slider: [{}, { url: 5 }] }, 2004, "Field 'slider[1].url' should be a text"],
    [{ ...thing, slider: [{}, 5] }, 2004, "Field 'slider[1]' should be an object"],
    [{ ...thing, profile: [] }, 2004, "Field 'profile' should be an object"],
    [{ ...thing, profile: { a: ['\0'] } }, 2004, "Field 'profile.a[0]' has a NUL character or half a surrogate pair"],
    [{ extId: 5, title: 5, size: 'x' }, 2004, "Field 'extId' should be a text"],
  ])('The body %j is rejected for its first invalid field in the order of declaration', async (body, code, error) => {
    expect(await call('/test/echo', { body })).toMatchObject({ status: 400, json: { code, error } });
  });

  it.each(['[]', '"x"', '5', 'null'])('The body %s is rejected because it is no object', async (raw) => {
    const answer = await call('/test/echo', { raw, headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status: 400, json: { code: 2004, error: 'The body should be an object' } });
  });

  it('Unknown fields, and __proto__ at any depth, are ignored', async () => {
    const raw = `{"extId":"u1","title":"t","unknown":1,"__proto__":{"on":true},"constructor":{"x":1},
      "click":{"__proto__":{"url":"x"},"doNothing":false},"profile":{"a":1,"__proto__":{"polluted":true},"b":{"__proto__":1}}}`;
    const answer = await call('/test/echo', { raw, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      isDto: true,
      body: { extId: 'u1', title: 't', size: 3, click: {}, profile: { a: 1, b: {} } },
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('The last of two equal fields counts, and a single text is read as a list where both are allowed', async () => {
    const raw = '{"extId":"first","extId":"last","title":"t","tag":"x"}';
    const answer = await call('/test/echo', { raw, headers: { 'content-type': 'application/json' } });
    expect(answer.json).toMatchObject({ body: { extId: 'last', tag: ['x'] } });
  });

  it('Errors in an entry of a list name the position of the entry', async () => {
    expect((await call('/test/entries', { body: [thing, thing] })).json).toEqual({ count: 2 });
    const refused = async (body: unknown, code: number, error: string) =>
      expect(await call('/test/entries', { body })).toMatchObject({ status: 400, json: { code, error } });
    await refused([thing, { title: 'x' }], 2020, 'extId is required (at index 1)');
    await refused([{ extId: 5 }], 2004, "Field 'extId' should be a text (at index 0)");
    await refused([thing, null], 2004, 'The body should be an array of objects (at index 1)');
    await refused(thing, 2004, 'The body should be an array of objects');
    await refused([thing, thing, thing, thing], 2004, 'The body should have at most 3 entries, but has 4');
  });

  it('A single object is read as a list of one where one or more are allowed', async () => {
    expect((await call('/test/one-or-more', { body: thing })).json).toEqual({ count: 1 });
    expect((await call('/test/one-or-more', { body: [thing, thing] })).json).toEqual({ count: 2 });
    expect(await call('/test/one-or-more', { body: {} })).toMatchObject({
      json: { code: 2020, error: 'extId is required' },
    });
  });

  it('Query parameters are converted to the types of their fields, and a content type on a GET is ignored', async () => {
    const get = (query: string) =>
      call(`/test/page${query}`, { method: 'GET', headers: { 'content-type': 'text/whatever' } });
    expect((await get('')).json).toMatchObject({ query: { max: 10 } });
    expect((await get('?max=5&pushPermitted=false&extId=7&other=1')).json).toEqual({
      query: { max: 5, pushPermitted: false, extId: '7' },
      appId: expect.any(Number) as number,
      nextPage: 'https://push.example.com/test/page?max=5&pushPermitted=false&extId=7&other=1&offset=10',
    });
    const long = 'x'.repeat(3000);
    expect((await get(`?extId=7&other=${long}&${long}=1`)).json).toMatchObject({
      nextPage: 'https://push.example.com/test/page?extId=7&offset=10',
    });
    expect((await get('?max=x')).json).toEqual({ code: 2004, error: "Field 'max' should be a whole number" });
    expect((await get('?max=')).json).toEqual({ code: 2004, error: "Field 'max' should be a whole number" });
    expect((await get('?extId=a&extId=b')).json).toEqual({ code: 2004, error: "Field 'extId' should be a text" });
    expect((await get('?__proto__=x')).status).toBe(200);
  });
});

describe('Link to the next page', () => {
  const nextPages = async (env: Record<string, string>, ...all: Record<string, string>[]) => {
    const other = await startGateway([EchoController], env);
    try {
      const answers = await Promise.all(
        all.map((headers) => other.call('/test/page?max=5', { method: 'GET', headers })),
      );
      const links = answers.map(({ json }) => (json as { nextPage: string }).nextPage);
      return links.map((link) => link.replace(other.base, 'SOCKET').replace('/test/page?max=5&offset=10', ''));
    } finally {
      await other.close();
    }
  };
  const forwarded = { 'x-forwarded-host': 'push.example.com', 'x-forwarded-proto': 'https' };

  it('The link to the next page has the address at which the client reached a trusted proxy', async () => {
    const links = await nextPages(
      { TRUSTED_PROXIES: 'loopback' },
      forwarded,
      { ...forwarded, 'x-forwarded-port': '8443' },
      { ...forwarded, 'x-forwarded-port': '443' },
      { 'x-forwarded-host': 'push.example.com:8080, inner.local', 'x-forwarded-proto': 'http, https' },
      { 'x-forwarded-host': 'evil.example/path?x=', 'x-forwarded-proto': 'https' },
      { 'x-forwarded-host': 'user@evil.example' },
      { 'x-forwarded-proto': 'https' },
    );
    expect(links).toEqual([
      'https://push.example.com',
      'https://push.example.com:8443',
      'https://push.example.com',
      'http://push.example.com:8080',
      'SOCKET',
      'SOCKET',
      'SOCKET',
    ]);
  });

  it('The link to the next page uses PUBLIC_URL when it is set, and the socket address without a trusted proxy', async () => {
    expect(await nextPages({ TRUSTED_PROXIES: '10.0.0.0/8' }, forwarded)).toEqual(['SOCKET']);
    expect(await nextPages({}, forwarded)).toEqual(['SOCKET']);
    const both = { TRUSTED_PROXIES: 'loopback', PUBLIC_URL: 'https://our.example' };
    expect(await nextPages(both, forwarded)).toEqual(['https://our.example']);
  });
});

describe('API document', () => {
  it('The API document describes the same fields as the validation checks', () => {
    const document = buildDocument(gateway.app, gateway.app.get(Config));
    expect(document.components?.schemas?.['TestedThingDto']).toMatchObject({
      required: ['extId', 'title'],
      properties: {
        extId: { type: 'string', maxLength: 255, minLength: 1 },
        size: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
        platform: { enum: ['IOS', 'ANDROID'] },
        slider: { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/TestedLinkDto' } },
      },
    });
    expect(document.paths['/test/entries']?.post?.requestBody).toMatchObject({
      content: {
        'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/TestedThingDto' } } },
      },
    });
    expect(document.paths['/test/small']?.post).toMatchObject({ 'x-max-body-bytes': 1024 });
  });
});

describe('Numbers of request bodies', () => {
  const refuse = (raw: string, path = '/test/echo') => call(path, { raw: Buffer.from(raw) });

  it.each([
    '12345678901234567891',
    '-9007199254740993',
    '0.1234567890123456789',
    '1e400',
    '[1, {"b": 9007199254740993}]',
  ])('A body with the value %s is refused with the path of its number', async (value) => {
    const { status, json } = await refuse(`{"extId":"u1","title":"t","profile":{"card":${value}}}`);
    expect(status).toBe(400);
    const field = value.startsWith('[') ? 'profile.card[1].b' : 'profile.card';
    expect(json).toMatchObject({
      code: 2004,
      error: `Field '${field}' is a number that loses digits; send it as a text`,
    });
  });

  it('An entry of a list is named by its index when one of its numbers loses digits', async () => {
    const entry = '{"extId":"u1","title":"t","profile":{"card":12345678901234567891}}';
    expect(await refuse(`[{"extId":"u0","title":"t"},${entry}]`, '/test/entries')).toMatchObject({
      status: 400,
      json: { code: 2004, error: "Field 'profile.card' is a number that loses digits; send it as a text (at index 1)" },
    });
  });

  it('A large body is refused for one number among many that loses digits', async () => {
    const list = `${'41.00823760000001,'.repeat(40_000)}9007199254740993`;
    expect(await refuse(`{"extId":"u1","title":"t","profile":{"list":[${list}]}}`)).toMatchObject({
      status: 400,
      json: { error: "Field 'profile.list[40000]' is a number that loses digits; send it as a text" },
    });
  });

  it('A body that is no JSON is refused as such, whatever its numbers are', async () => {
    expect(await refuse('{"extId":12345678901234567891')).toMatchObject({ status: 400, json: { code: 2009 } });
  });

  it('A body keeps long digits in texts, and numbers that lose none', async () => {
    const profile = '{"a":"12345678901234567891","b":9007199254740991,"c":41.008237600000001,"d":12345678901234567000}';
    const { status, json } = await refuse(`{"extId":"u1","title":"t","profile":${profile}}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ body: { profile: JSON.parse(profile) as object } });
  });
});
