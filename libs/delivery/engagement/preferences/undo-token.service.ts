import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CHOSEN_FREQUENCIES, TOPIC_CHANNEL_NAMES, type TopicChannel } from '#libs/channels/definitions';
import type { ChannelChoice, PreferenceChange } from '#libs/users/preferences';
import { isJsonObject } from '#platform/collections';
import { MasterKey } from '#platform/crypto';
import { ClockService } from '#platform/runtime';
import type { LinkedPerson } from './preference-link.service.js';

const PURPOSE = 'undo of preferences';
const UNDO_MS = 60 * 60 * 1000;
/** More than any page changes at once. */
const MAX_LENGTH = 200_000;

type Person = Pick<LinkedPerson, 'appId' | 'uid'>;
/** `[categoryId, number of the channel, wants]`. */
type PackedChoice = [number, number, boolean];

/**
 * Signs the change that undoes another one, for a form that brings it back within an hour. Unsigned it could say that a
 * person had consented before.
 */
@Injectable()
export class UndoTokenService {
  constructor(
    private readonly masterKey: MasterKey,
    private readonly clock: ClockService,
  ) {}

  /** Writes a change as a text without spaces. */
  createToken({ appId, uid }: Person, { topics = [], email, tracking, frequency }: PreferenceChange): string {
    const packed = topics.map(({ categoryId, channel, wants }): PackedChoice => [
      categoryId,
      TOPIC_CHANNEL_NAMES.indexOf(channel),
      wants,
    ]);
    const until = Math.floor((this.clock.now().getTime() + UNDO_MS) / 1000);
    const content = { appId, uid, until, topics: packed, email, tracking, frequency };
    const data = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${data}.${this.masterKey.mac(PURPOSE, data).toString('base64url')}`;
  }

  /** Reads the change of a person; null: the token is invalid, too old, or of another person. */
  readToken({ appId, uid }: Person, token: string): PreferenceChange | null {
    const [data = '', mac = ''] = token.length > MAX_LENGTH ? [] : token.split('.');
    const actual = Buffer.from(mac, 'base64url');
    const isSigned = [...this.masterKey.validMacs(PURPOSE, data)].some(
      (expected) => expected.length === actual.length && timingSafeEqual(expected, actual),
    );
    const content: unknown = isSigned ? JSON.parse(Buffer.from(data, 'base64url').toString()) : null;
    if (!isJsonObject(content) || content['appId'] !== appId || content['uid'] !== uid) {
      return null;
    }
    if (Number(content['until']) * 1000 < this.clock.now().getTime()) {
      return null;
    }
    const { topics, email, tracking } = content;
    const frequency = CHOSEN_FREQUENCIES.find((each) => each === content['frequency']);
    return {
      topics: (topics as PackedChoice[]).flatMap(unpack),
      ...(typeof email === 'boolean' && { email }),
      ...((typeof tracking === 'boolean' || tracking === null) && { tracking }),
      ...(frequency && { frequency }),
    };
  }
}

function unpack([categoryId, number, wants]: PackedChoice): ChannelChoice[] {
  const channel: TopicChannel | undefined = TOPIC_CHANNEL_NAMES[number];
  return channel === undefined ? [] : [{ categoryId, channel, wants }];
}
