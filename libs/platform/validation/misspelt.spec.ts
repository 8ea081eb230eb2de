import { IsOptional } from 'class-validator';
import { expect, it } from 'vitest';
import { FreeObject, Int, Text } from './composites.js';
import { Nested, NestedList } from './nested.js';
import { MayStandIn } from './decorators.js';
import { findMisspelt } from './misspelt.js';

class Clock {
  @Text() startTime!: string;
}
class Message {
  @IsOptional() @Text() title?: string;
  @IsOptional() @Nested(() => Clock) schedule?: Clock;
  @IsOptional() @NestedList(() => Clock, { max: 5 }) items?: Clock[];
  @IsOptional() @FreeObject() customJson?: Record<string, unknown>;
}
@MayStandIn('message', () => Message)
class Body extends Message {
  @Int() limit!: number;
}

it.each<[string, object, [string, string][]]>([
  ['an exchange of two characters', { scheduel: {} }, [['scheduel', 'schedule']]],
  ['another case', { Title: 'x' }, [['Title', 'title']]],
  ['an underscore', { custom_json: {} }, [['custom_json', 'customJson']]],
  ['a place inside the message', { message: { tittle: 'x' } }, [['message.tittle', 'title']]],
  ['a place inside an object', { schedule: { starttime: 'x' } }, [['schedule.starttime', 'startTime']]],
  ['a place in a list', { items: [{}, { startTim: 'x' }] }, [['items[1].startTim', 'startTime']]],
  ['no name of their own', { customJson: { tittle: 'x', limt: 1 }, extRef: 'x', type: 'PUSH' }, []],
  ['none beside the known one', { title: 'x', titel: 'y' }, []],
])('findMisspelt reports misspelt fields: %s', (_, body, expected) => {
  expect(findMisspelt(Body, body).map(({ field, known }) => [field, known])).toEqual(expected);
});
