import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AccountMailService } from '#libs/delivery/accounts';
import type { Grant, Member, NewLink } from '#libs/members';
import { ApplicationService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { writeInvitation } from './invitation-mail-text.js';

/** An invitation to be mailed. @property apps  applications whose e-mail account may carry it; null: any */
export interface InvitationMail {
  member: Pick<Member, 'name' | 'locale'> & { email: string };
  inviter: string | null;
  link: NewLink;
  apps: readonly number[] | null;
}

/** How it ended. `noAccount`: no application can send e-mails. `noAddress`: no one knows where the panel is. */
export type InvitationEnd = 'sent' | 'failed' | 'noAccount' | 'noAddress';

/** Mails the links of invitations through the e-mail account of an application. Nothing keeps a link that was not sent. */
@Injectable()
export class InvitationMailService {
  constructor(
    private readonly accounts: AccountMailService,
    private readonly applications: ApplicationService,
    private readonly config: Config,
  ) {}

  /**
   * Sends an invitation once. A provider that does not answer may have it: another link takes its place.
   *
   * @returns `failed` also where it may have left
   */
  async send({ member, inviter, link, apps }: InvitationMail): Promise<InvitationEnd> {
    const { PANEL_URL, PUBLIC_URL } = this.config;
    const base = (PANEL_URL ?? PUBLIC_URL)?.replace(/\/$/, '');
    if (base === undefined) {
      return 'noAddress';
    }
    const appId = await this.findApp(apps);
    if (appId === undefined) {
      return 'noAccount';
    }
    const facts = { name: member.name, inviter, link: `${base}/panel/#link=${link.token}`, endsAt: link.endsAt };
    const payload = writeInvitation(facts, member.locale);
    const end = await this.accounts.send(appId, { messageId: randomUUID(), address: member.email, payload });
    return end.kind === 'sent' ? 'sent' : 'failed';
  }

  /** The first application with an account for e-mails, of those that the grants name before the others. */
  private async findApp(apps: readonly number[] | null): Promise<number | undefined> {
    const ids = apps ?? (await this.applications.listApplications()).map(({ id }) => id);
    for (const id of ids) {
      if (await this.accounts.hasAccount(id)) {
        return id;
      }
    }
    return undefined;
  }
}

/** Applications whose account may carry the mail of a member with these grants; null: any. */
export function appsOfGrants(grants: readonly Grant[]): readonly number[] | null {
  const ids = grants.flatMap(({ appId }) => appId ?? []);
  return ids.length === 0 ? null : ids;
}
