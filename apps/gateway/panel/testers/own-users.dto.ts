import { IsIn } from 'class-validator';
import { CODE_PLACES, CODE_WAYS, type AskedCode, type CodeWay, type ProvedUser } from '#libs/administration';
import { Describe, Nested, NestedList, Text } from '#platform/validation';
import { FoundUserDto, toFoundUser } from '../users/users.dto.js';

export class NewCodeDto {
  @IsIn(CODE_WAYS) @Describe({ description: 'What the value is', example: 'extId' }) by!: CodeWay;
  @Text({ max: 4096 }) @Describe({ description: 'The whole value', example: 'ada' }) value!: string;
}

/** A code that is on its way. Only its reader knows it. */
export class AskedCodeDto {
  @Text() @Describe({ example: '7' }) id!: string;
  @Text() @Describe({ description: 'Until then it is good', example: '2030-02-01T12:10:00.000Z' }) endsAt!: string;
  @IsIn(CODE_PLACES) @Describe({ description: 'Where it went; `PUSH`: to the devices of the user' }) to!: string;
  @Nested(() => FoundUserDto) @Describe({ description: 'Who gets it' }) user!: FoundUserDto;
}

export class TypedCodeDto {
  @Text({ max: 20 }) @Describe({ description: 'Six digits, as they arrived', example: '042137' }) code!: string;
}

export class OwnUserDto {
  @Nested(() => FoundUserDto) user!: FoundUserDto;
  @Text() @Describe({ description: 'When it was proved', example: '2030-02-01T12:00:00.000Z' }) provedAt!: string;
}

export class OwnUserListDto {
  @NestedList(() => OwnUserDto)
  @Describe({ description: "The member's own here, at most 10, the oldest proof first" })
  items!: OwnUserDto[];
}

export function toAskedCode({ codeId, endsAt, to, user }: AskedCode): AskedCodeDto {
  return { id: String(codeId), endsAt: endsAt.toISOString(), to, user: toFoundUser(user) };
}

export function toOwnUser({ provedAt, ...user }: ProvedUser): OwnUserDto {
  return { user: toFoundUser(user), provedAt: provedAt.toISOString() };
}
