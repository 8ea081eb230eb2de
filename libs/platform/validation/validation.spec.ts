import { ArrayMaxSize, IsIn, IsOptional, validateSync } from 'class-validator';
import { describe, expect, it } from 'vitest';
import {
  Batch,
  CheckedFirst,
  Describe,
  FalseIsAbsent,
  Int,
  MayStandIn,
  Nested,
  NestedMap,
  OneOrList,
  OtherFields,
  readDto,
  readDtos,
  schemaOf,
  Text,
  Whole,
  writtenName,
} from './index.js';

class NamesDto {
  @Whole() @IsOptional() @OneOrList() @ArrayMaxSize(2) names?: string[];
  @IsOptional() @Text() @Describe({ description: 'Instead' }) label?: string;
}

class EntryDto {
  @Text({ max: 5 }) name!: string;
}

@CheckedFirst('title')
class MessageDto {
  @IsOptional() @FalseIsAbsent() @Int({ max: 9 }) limit?: number;
  @Text() title!: string;
}

@MayStandIn('message', () => MessageDto, { limit: (inside, outside) => Math.min(Number(inside), Number(outside)) })
class BodyDto extends MessageDto {
  @IsOptional() @Nested(() => NamesDto) tag?: NamesDto;
  @IsOptional() @NestedMap(() => EntryDto) parts?: Map<string, EntryDto>;
  @IsOptional() @Batch(() => EntryDto, { max: 2 }) entries?: EntryDto[];
  @OtherFields((name) => name.startsWith('x-')) @IsIn(['on', 'off'], { each: true }) switches!: Map<string, string>;
}

const read = (body: object): BodyDto => readDto(BodyDto, body);

describe('Class of a request body', () => {
  it('A body reads the lenient forms of a field into one', () => {
    const body = read({ title: 't', tag: 'a', limit: false, parts: { a: { name: 'p' } }, 'x-a': 'on', unknown: 1 });
    expect(body).toMatchObject({ title: 't', tag: { names: ['a'] }, limit: undefined });
    expect(body.parts?.get('a')).toBeInstanceOf(EntryDto);
    expect([...body.switches]).toEqual([['x-a', 'on']]);
    expect(validateSync(body)).toEqual([]);
  });

  it('A body accepts fields inside an object or beside it, and knows where each was written', () => {
    const body = read({ message: { title: 'in', limit: 5 }, title: 'out', limit: 3 });
    expect(body).toMatchObject({ title: 'in', limit: 3 });
    expect([writtenName(body, 'title'), writtenName(body, 'tag')]).toEqual(['message.title', 'tag']);
    expect(writtenName(read({ message: { title: 'in' }, limit: 3 }), 'limit')).toBe('limit');
  });

  it.each<[object, number, string]>([
    [{}, 2020, 'title is required'],
    [{ limit: 'x' }, 2020, 'title is required'],
    [{ message: {} }, 2020, 'message.title is required'],
    [{ message: { title: 't', limit: 10 } }, 2004, "Field 'message.limit' should be at most 9"],
    [{ title: 't', tag: ['a', 'b', 'c'] }, 2004, "Field 'tag' should have at most 2 entries, but has 3"],
    [{ title: 't', tag: { label: 5 } }, 2004, "Field 'tag.label' should be a text"],
    [
      { title: 't', parts: { 'a\0': { name: 'p' } } },
      2004,
      "Field 'parts' has a name with a NUL character or half a surrogate pair",
    ],
    [
      { title: 't', parts: { a: {}, '\ud800': { name: 'p' } } },
      2004,
      "Field 'parts' has a name with a NUL character or half a surrogate pair",
    ],
    [{ title: 't', parts: { a: { name: 'too long' } } }, 2004, "Field 'parts.a.name' should have at most 5 characters"],
    [{ title: 't', entries: [{ name: 'a' }, {}] }, 2020, 'name is required (at index 1)'],
    [{ title: 't', 'x-a': 'maybe' }, 2004, "Field 'x-a' should be one of on, off"],
  ])('The body %j is refused', (body, code, message) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code, message }) as Error);
  });

  it('An error in a list names the index of its entry', async () => {
    expect(await readDtos(EntryDto, [{ name: 'a' }], 2)).toEqual([{ name: 'a' }]);
    await expect(readDtos(EntryDto, [{ name: 'a' }, { name: 5 }], 2)).rejects.toThrow(
      "Field 'name' should be a text (at index 1)",
    );
  });

  it('A schema is generated from the class of a body', () => {
    expect(schemaOf(BodyDto)).toMatchObject({
      required: ['title'],
      properties: {
        limit: { type: 'integer', maximum: 9 },
        tag: { oneOf: [{}, { type: 'array', maxItems: 2 }, { $ref: '#/components/schemas/NamesDto' }] },
        parts: { type: 'object', additionalProperties: { $ref: '#/components/schemas/EntryDto' } },
        entries: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/EntryDto' } },
      },
    });
  });
});
