import { Injectable } from '@nestjs/common';
import { AccountMailService } from '#libs/delivery/accounts';
import { CHOSEN_MAILS, MemberService, permissionsOf, type ChosenMail, type MemberWithGrants } from '#libs/members';
import { ApplicationService } from '#libs/tenancy';

/** A member who gets mails. */
export type MailReader = MemberWithGrants & { email: string };

/** Finds the members who want mails about the journeys of an application, and may see them at this moment. */
@Injectable()
export class MailReadersService {
  constructor(
    private readonly members: MemberService,
    private readonly applications: ApplicationService,
    private readonly accounts: AccountMailService,
  ) {}

  /** Readers of an application; none where no account can send mails. */
  async list(appId: number, mail: ChosenMail): Promise<MailReader[]> {
    const members = (await this.members.listMembers()).filter(wants(mail));
    return members.length > 0 && (await this.accounts.hasAccount(appId)) ? members.filter(sees(appId)) : [];
  }

  /** Readers by application, of all that have some. */
  async listAll(mail: ChosenMail): Promise<{ appId: number; readers: MailReader[] }[]> {
    const members = (await this.members.listMembers()).filter(wants(mail));
    const found: { appId: number; readers: MailReader[] }[] = [];
    for (const { id: appId } of members.length > 0 ? await this.applications.listApplications() : []) {
      const readers = members.filter(sees(appId));
      if (readers.length > 0 && (await this.accounts.hasAccount(appId))) {
        found.push({ appId, readers });
      }
    }
    return found;
  }

  /** The reader of a mail at the time of its sending; undefined: the member does not want it, or may not see it. */
  async find(appId: number, memberId: number, mail: ChosenMail): Promise<MailReader | undefined> {
    return (await this.members.listMembers())
      .filter(wants(mail))
      .filter(sees(appId))
      .find((member) => member.memberId === memberId);
  }
}

function wants(mail: ChosenMail): (member: MemberWithGrants) => member is MailReader {
  return (member): member is MailReader =>
    member.endedAt === null && member.email !== null && member[CHOSEN_MAILS[mail]];
}

function sees(appId: number): (member: MailReader) => boolean {
  return ({ grants }) => permissionsOf(grants, appId).has('campaigns.read');
}
