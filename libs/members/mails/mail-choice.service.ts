import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import { MemberRepository } from '../member.repository.js';
import { MemberService } from '../member.service.js';
import type { Member } from '../members.types.js';

/** Mails that members choose for themselves, by the setting that has the choice. */
export const CHOSEN_MAILS = { alarms: 'alarmMails', digest: 'digestMails' } as const;
export type ChosenMail = keyof typeof CHOSEN_MAILS;

const PURPOSE = 'mails of a member';
const TOKEN = /^(alarms|digest)-(\d{1,15})-([\w-]{43})$/;

/** Lets members leave mails by a link in them, without a sign-in. The link names member and kind, and works for ever. */
@Injectable()
export class MailChoiceService {
  constructor(
    private readonly masterKey: MasterKey,
    private readonly members: MemberRepository,
    private readonly settings: MemberService,
  ) {}

  /** Writes the token of a link. */
  createToken(memberId: number, mail: ChosenMail): string {
    const data = `${mail}-${memberId}`;
    return `${data}-${this.masterKey.mac(PURPOSE, data).toString('base64url')}`;
  }

  /** Finds what a link leaves; undefined: the link is invalid. Changes nothing, because link scanners open it too. */
  async find(token: string): Promise<{ member: Member; mail: ChosenMail } | undefined> {
    const [, mail, id, mac = ''] = TOKEN.exec(token) ?? [];
    const actual = Buffer.from(mac, 'base64url');
    const isSigned = [...this.masterKey.validMacs(PURPOSE, `${mail}-${id}`)].some(
      (expected) => expected.length === actual.length && timingSafeEqual(expected, actual),
    );
    const member = isSigned ? await this.members.findMember(Number(id)) : undefined;
    return member && { member, mail: mail as ChosenMail };
  }

  /** Ends the mails of a link; undefined: it is invalid. A repeat changes nothing. */
  async leave(token: string): Promise<{ member: Member; mail: ChosenMail } | undefined> {
    const found = await this.find(token);
    if (found?.member[CHOSEN_MAILS[found.mail]] === true) {
      const { memberId, name } = found.member;
      const by = { kind: 'member' as const, id: String(memberId), name };
      await this.settings.changeSelf(memberId, { [CHOSEN_MAILS[found.mail]]: false }, { by });
    }
    return found;
  }
}
