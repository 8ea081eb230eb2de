import { IsBoolean, IsIn } from 'class-validator';
import { SEND_STATES, TEST_ENDS, type MemberTest } from '#libs/reporting';
import { Describe, NestedList, Nested, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';
import { SendReasonDto } from '../sends/sends.dto.js';
import { FoundUserDto } from '../users/users.dto.js';

/** A tester is a person: a token or a message makes none. */
const WAYS = ['extId', 'email', 'msisdn'] as const;

export class TesterListDto {
  @NestedList(() => FoundUserDto) @Describe({ description: 'At most 50, by extId' }) items!: FoundUserDto[];
  @IsBoolean() @Describe({ description: 'There are more of them' }) more!: boolean;
}

export class NewTesterDto {
  @IsIn(WAYS) @Describe({ description: 'What the value is', example: 'email' }) by!: (typeof WAYS)[number];
  @Text({ max: 4096 }) @Describe({ description: 'The whole value', example: 'ada@example.com' }) value!: string;
}

/** The outcome of a test at one device or address. */
export class TestMessageDto {
  @Text() @Describe({ description: '`PUSH`, `ANY`: nothing to send to', example: 'IOS' }) platform!: string;
  @Text() @OrNull() @Describe({ description: 'Of a device' }) installationId!: string | null;
  @IsIn(TEST_ENDS)
  @Describe({ description: '`SENT`: its provider took it. `DELIVERED`: it tells that it is there' })
  end!: string;
  @Text() @OrNull() @Describe({ description: 'Of one that did not arrive', example: 'NO_DEVICE' }) reason!:
    | string
    | null;
}

export class TestPersonDto {
  @Text() @Describe({ description: "Herald's id of the user", example: '1024' }) uid!: string;
  @NestedList(() => TestMessageDto) @Describe({ description: 'By device and address' }) messages!: TestMessageDto[];
}

export class TestDto {
  @Text() @Describe({ example: '7' }) id!: string;
  @Text() @Describe({ description: 'Key of the message', example: '1234' }) key!: string;
  @IsIn(SEND_STATES) @Describe({ description: 'What it does' }) state!: string;
  @Nested(() => SendReasonDto) @OrNull() @Describe({ description: 'Why it waits' }) reason!: SendReasonDto | null;
  @NestedList(() => TestPersonDto) @Describe({ description: 'Who gets it' }) people!: TestPersonDto[];
}

/** Without words of providers: they may have an address in them. */
export function toTest({ dispatchId, notificationKey, state, reason, people }: MemberTest): TestDto {
  return {
    id: String(dispatchId),
    key: String(notificationKey),
    state,
    reason: reason && { ...reason, words: null },
    people: people.map(({ uid, messages }) => ({
      uid: String(uid),
      messages: messages.map((message) => ({ ...message })),
    })),
  };
}
