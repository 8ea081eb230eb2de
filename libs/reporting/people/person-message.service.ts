import { Injectable } from '@nestjs/common';
import { CHANNEL_NAMES, CHANNELS, RECIPIENT_KINDS } from '#libs/channels/definitions';
import { PayloadPreviewService, readMessageId, type MessageRef, type PersonalPayload } from '#libs/delivery';
import { RecipientService } from '#libs/users/registry';
import { toInstallationId } from '#libs/users/identities';
import { AppError } from '#platform/errors';
import { SentMessageRepository, type SentSendRow } from '../consent/sent-message.repository.js';
import { firstLine, withoutPlaceholders } from './plain-line.js';

/**
 * A message in a line: title or subject, and the beginning of its text.
 *
 * @property text  null: an e-mail, a secret, or nothing that may be shown
 */
export interface MessageLine {
  title: string | null;
  text: string | null;
  isTest: boolean;
}

/** @property isPrivateShown  whether the person's own values are shown */
interface Reader {
  appId: number;
  uid: number;
  isPrivateShown: boolean;
}

/** Messages as one person gets them: in the person's language, with the values that the person has now. */
@Injectable()
export class PersonMessageService {
  constructor(
    private readonly sent: SentMessageRepository,
    private readonly previews: PayloadPreviewService,
    private readonly recipients: RecipientService,
  ) {}

  /** Lines of some messages by their ids; those whose send is gone are absent. */
  async readLines({ appId, uid, isPrivateShown }: Reader, ids: readonly string[]): Promise<Map<string, MessageLine>> {
    const refs = new Map(ids.flatMap((id) => toEntry(id, readMessageId(id))));
    const sends = await this.sent.findSends(appId, [
      ...new Set([...refs.values()].map(({ dispatchId }) => dispatchId)),
    ]);
    const lines = new Map<string, MessageLine>();
    for (const send of sends) {
      const own = [...refs].filter(([, { dispatchId }]) => dispatchId === send.dispatchId);
      const isPlain = !isPrivateShown || send.message.isSecret === true || !isPersonal(send);
      const payloads = isPlain
        ? []
        : await this.listPayloads(
            appId,
            uid,
            send,
            own.map(([, ref]) => ref),
          );
      for (const [id, ref] of own) {
        const shown = payloads.find((payload) => isOf(payload, ref))?.shown;
        const { title, subject, text } = send.message;
        const isMail = CHANNELS.smtp === ref.channel;
        const line = shown ? shown.text : isPrivateShown ? withoutPlaceholders(text) : undefined;
        lines.set(id, {
          title: shown?.title ?? withoutPlaceholders((isMail ? subject : undefined) ?? title) ?? null,
          text: isMail || send.message.isSecret === true || line === undefined ? null : firstLine(line),
          isTest: send.options.isTest === true,
        });
      }
    }
    return lines;
  }

  /**
   * Renders a message for the address that got it.
   *
   * @throws AppError unknown_key: no such message of this user, its send is gone, or it has a secret
   */
  async draw(appId: number, uid: number, id: string): Promise<PersonalPayload[]> {
    const ref = readMessageId(id.trim());
    const row = ref && (await this.sent.find(appId, ref));
    const [send] = ref ? await this.sent.findSends(appId, [ref.dispatchId]) : [];
    if (!ref || !row || row.uid !== uid || !send || send.message.isSecret === true) {
      throw new AppError('unknown_key', 'This message is kept no more, or has a secret that nobody may read again', {
        field: 'messageId',
      });
    }
    return (await this.listPayloads(appId, uid, send, [ref])).filter((payload) => isOf(payload, ref));
  }

  private async listPayloads(
    appId: number,
    uid: number,
    { dispatchId, message, launchedAt }: SentSendRow,
    refs: readonly MessageRef[],
  ): Promise<PersonalPayload[]> {
    const devices = refs.filter(({ channel }) => isPush(channel)).map(({ recipientId }) => recipientId);
    const present = await this.recipients.findRecipientsByInstallation(appId, [...new Set(devices)], {
      withProfile: false,
    });
    const own = present.filter((device) => device.uid === uid).map(({ instId }) => toInstallationId(instId));
    return this.previews.listPayloadsOf({ appId, message, launchedAt, dispatchId }, uid, own);
  }
}

const toEntry = (id: string, ref: MessageRef | null): [string, MessageRef][] => (ref ? [[id, ref]] : []);

function isPush(channel: number): boolean {
  return CHANNEL_NAMES.some((name) => CHANNELS[name] === channel && RECIPIENT_KINDS[name] === 'push');
}

function isOf({ installationId, channel }: PersonalPayload, ref: MessageRef): boolean {
  return isPush(ref.channel)
    ? installationId === toInstallationId(ref.recipientId)
    : installationId === null && CHANNELS[channel] === ref.channel;
}

/** True where two people may read different texts. */
function isPersonal({ message }: SentSendRow): boolean {
  return message.languages !== undefined || /[@{]\{|\{%/.test(JSON.stringify(message));
}
