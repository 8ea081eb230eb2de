import { describe, expect, it } from 'vitest';
import { CopiedHouse } from './copied-tree.js';

const houseWith = (dto: string): CopiedHouse =>
  new CopiedHouse(['apps/gateway/http/validation/fields.ts']).write('apps/gateway/rest/some.dto.ts', dto);

describe('fields of requests and answers', () => {
  it('lets each field be declared once', () => {
    const dto = `import { Int, ListOf, Text } from '../http/fields.js';
export class Inner {
  @Int() count = 1;
}
export class Outer implements Something {
  @Text({ optional: true, description: 'a (odd) text' }) name?: string;
  @ListOf(() => Inner, {
    max: 5,
  })
  inner!: Inner[];
}
`;
    expect(houseWith(dto).script('checks/fields')).toEqual({
      code: 0,
      output: '3 fields of 1 DTO files are declared once\n',
    });
  });

  it.each([
    [`import { IsString } from 'class-validator';\n`, 'imports class-validator'],
    [`import { ApiProperty } from '@nestjs/swagger';\n`, 'imports @nestjs/swagger'],
    [`export class A {\n  @IsString() name!: string;\n}\n`, 'some.dto.ts:2 uses @IsString'],
    [`export class A {\n  @Text() @Id() name!: string;\n}\n`, '"name" has 2 decorators'],
    [`export class A {\n  @Text() name!: string;\n  other?: number;\n}\n`, 'some.dto.ts:3 "other" has 0 decorators'],
  ])('refuses %j', (dto, fault) => {
    const { code, output } = houseWith(dto).script('checks/fields');
    expect(output).toContain(fault);
    expect(code).toBe(1);
  });
});
