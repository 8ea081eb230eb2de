import { Injectable } from '@nestjs/common';
import {
  CHANNEL_NAMES,
  CHANNELS,
  contactOfKind,
  RECIPIENT_KINDS,
  TOPIC_CHANNEL_OF_MESSENGER,
  topicChannelOfPlatform,
  type Channel,
  type TopicChannel,
} from '#libs/channels/definitions';
import { isInformational, platformByNumber } from '#libs/content';
import { includesRefusing, type MessageRef, readMessageId } from '#libs/delivery';
import { ConsentHistoryService, TopicService, type ConsentEvent, type ConsentStatement } from '#libs/users/preferences';
import { toInstallationId } from '#libs/users/identities';
import { UserLookupService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { STATUS_NAMES } from '../results/result-reader.service.js';
import { decideBy, type DecidedMessage } from './decided-consent.js';
import type { ConsentGround, ConsentProof, ConsentWords } from './consent-proof.types.js';
import { findStatement } from './find-statement.js';
import { SentMessageRepository, type SentMessageRow } from './sent-message.repository.js';

type Subject = Pick<ConsentGround, 'subject' | 'category' | 'installationId'>;

/** Proves which consent allowed a message, as it stood when the message left. */
@Injectable()
export class ConsentProofService {
  constructor(
    private readonly messages: SentMessageRepository,
    private readonly history: ConsentHistoryService,
    private readonly users: UserLookupService,
    private readonly topics: TopicService,
    private readonly db: Database,
  ) {}

  /**
   * Reads what was said before consent of the recipient was read for the last time, and names the last of each subject.
   *
   * @param id           of the message, as results and providers have it
   * @param showsPrivate  false: without the texts of messages
   * @param ofUid         only a message of this user
   * @throws AppError unknown_key: no such message, none that is kept, or its person was erased; unknown_subject: its
   *   user was deleted
   */
  async prove(appId: number, id: string, showsPrivate: boolean, ofUid?: number): Promise<ConsentProof> {
    const ref = readMessageId(id.trim());
    return this.db.reads.within('current', async () => {
      const row = ref && (await this.messages.find(appId, ref));
      if (!ref || !row || (ofUid !== undefined && row.uid !== ofUid)) {
        throw new AppError('unknown_key', 'No message with this id has a result, or its person was erased', {
          field: 'messageId',
        });
      }
      if (row.uid === null || !row.isThere) {
        throw new AppError('unknown_subject', 'The user of this message is gone, and what it said with it');
      }
      return this.proveRow(appId, { ref, id: id.trim(), uid: row.uid }, row, showsPrivate);
    });
  }

  private async proveRow(
    appId: number,
    { ref, id, uid }: { ref: MessageRef; id: string; uid: number },
    row: SentMessageRow,
    showsPrivate: boolean,
  ): Promise<ConsentProof> {
    const channel = channelOf(ref);
    const kind = RECIPIENT_KINDS[channel];
    const { options, message } = row;
    const send = message && options ? { message, options } : undefined;
    const status = STATUS_NAMES[row.status] ?? 'FAILED';
    const decided: DecidedMessage = {
      left: status === 'SUCCESS' || row.errorCode !== null || row.reason === 'IN_DOUBT',
      reason: row.reason,
      overrides: send !== undefined && includesRefusing(send, kind),
      isInformational: send !== undefined && kind !== 'push' && isInformational(send.message, kind),
      categories: options?.categoryIds?.length ?? 0,
    };
    const readAt = Number(row.readAt);
    const statements = await this.listOfHolder(appId, ref, uid, kind === 'push', readAt);
    const names = await this.history.nameCategories(appId, options?.categoryIds ?? []);
    const topics = new Map((await this.topics.listTopics(appId)).map((topic) => [topic.name, topic]));
    const topicChannels = listTopicChannels(channel, row.platform);
    const subjects: Subject[] = [
      kind === 'push'
        ? { subject: 'PUSH', installationId: toInstallationId(ref.recipientId) }
        : { subject: contactOfKind(kind).subjects.user },
      ...(kind === 'push' ? [] : [{ subject: contactOfKind(kind).subjects.address }]),
      ...(kind === 'email' && statements.some(isFrequencyBefore(readAt))
        ? [{ subject: 'EMAIL_FREQUENCY' as const }]
        : []),
      ...names.map((category) => ({ subject: 'CATEGORY' as const, category })),
    ];
    const grounds = subjects.map((subject) => {
      const own = statements.filter((statement) => isOf(statement, subject, topicChannels));
      const decision = decideBy(decided, subject.subject);
      const statement = findStatement(
        own,
        readAt,
        decision,
        ({ statedUid, channel: of }) =>
          // Another address, the state after a merge, and another messenger end a statement without one of their own.
          subject.subject.endsWith('_ADDRESS') || statedUid !== uid || (of !== undefined && topicChannels.length > 1),
      );
      const isDefaultOff = subject.category !== undefined && topics.get(subject.category)?.default === 'off';
      return { ...subject, permitted: statement?.permitted ?? decision ?? !isDefaultOff, found: statement ?? null };
    });
    return {
      messageId: id,
      extId: row.extId,
      platform: platformByNumber(row.platform) ?? String(row.platform),
      notificationKey: row.notificationKey,
      status,
      reason: status === 'SUCCESS' ? null : (row.reason ?? row.errorCode),
      at: row.at,
      checkedAt: row.checkedAt,
      left: decided.left,
      overrides: decided.overrides,
      grounds: await Promise.all(
        grounds.map(async ({ found, ...ground }) => ({
          ...ground,
          statement: found && toEvent(found),
          words: found && (await this.findWords(appId, found, uid, showsPrivate)),
        })),
      ),
    };
  }

  /**
   * Statements about the user who was asked then, the newest first. A merge later brings those of another user, who had no
   * say in this message.
   */
  private async listOfHolder(
    appId: number,
    { recipientId }: MessageRef,
    uid: number,
    isDevice: boolean,
    readAt: number,
  ): Promise<ConsentStatement[]> {
    const statements = await this.history.listStatements(appId, uid);
    const merges = new Map<number, number>();
    const first = isDevice ? await this.messages.findFirstUser(appId, uid, recipientId) : recipientId;
    for (const former of new Set([...statements.map(({ statedUid }) => statedUid), first ?? uid])) {
      const merge = former === uid ? undefined : await this.users.findMerge(appId, former);
      if (merge && merge.mergedAt.getTime() * 1000 > readAt) {
        merges.set(former, merge.toUid);
      }
    }
    const holder = first !== undefined && merges.has(first) ? first : uid;
    return statements.filter(({ statedUid }) => (merges.has(statedUid) ? statedUid : uid) === holder);
  }

  /** Finds the message that a person answered. One to another user of the mailbox stays that user's. */
  private async findWords(
    appId: number,
    { source, by, statedUid }: ConsentStatement,
    uid: number,
    showsPrivate: boolean,
  ): Promise<ConsentWords | null> {
    const ref = source === 'LINK' || source === 'MAIL' ? readMessageId(by) : null;
    const words =
      ref && [uid, statedUid].includes(ref.recipientId) && (await this.messages.findWords(appId, ref.dispatchId));
    return words ? { messageId: by, ...words, ...(!showsPrivate && { text: null }) } : null;
  }
}

/** Tests if a statement says how often e-mail may come, before a moment. */
function isFrequencyBefore(readAt: number): (statement: ConsentStatement) => boolean {
  return ({ subject, position }) => subject === 'EMAIL_FREQUENCY' && position <= readAt;
}

function channelOf({ channel }: MessageRef): Channel {
  const name = CHANNEL_NAMES.find((candidate) => CHANNELS[candidate] === channel);
  if (!name) {
    throw new AppError('unknown_key', 'The message is of a channel that is none', { field: 'messageId' });
  }
  return name;
}

/** The channels of topics by which a message may have come: a chat's address names one, and results have no address. */
function listTopicChannels(channel: Channel, platform: number): readonly TopicChannel[] {
  const own = topicChannelOfPlatform(platform);
  return own ? [own] : channel === 'chat' ? Object.values(TOPIC_CHANNEL_OF_MESSENGER) : [];
}

function isOf(
  statement: ConsentStatement,
  { subject, category, installationId }: Subject,
  topicChannels: readonly TopicChannel[],
): boolean {
  return (
    statement.subject === subject &&
    statement.category === category &&
    (statement.channel === undefined || topicChannels.includes(statement.channel)) &&
    (installationId === undefined || statement.installationId === installationId)
  );
}

function toEvent({ position: _position, statedUid: _statedUid, ...event }: ConsentStatement): ConsentEvent {
  return event;
}
