import { Injectable } from '@nestjs/common';
import type { Origin } from '#libs/audit';
import { OwnUserService, type OwnPlace, type OwnUser } from '#libs/members';
import { CodeSendService, type CodeLanguage } from '#libs/notifications/compose';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { PersonFinderService, type FoundPerson } from '#libs/reporting/people';
import { CodeReachService, type CodePlace, type CodeWay } from './code-reach.service.js';
import { isNamed, requireOne, type NamedPerson } from './tester-list.service.js';

type Writer = Origin & OwnPlace;

/** A user whose devices and addresses are the member's own. */
export type ProvedUser = NamedPerson & Pick<OwnUser, 'provedAt'>;

/** @property to  where the code went */
export interface AskedCode {
  codeId: number;
  endsAt: Date;
  to: CodePlace;
  user: NamedPerson;
}

/** Users that a member has proved to be its own: a code that went to their device or address was typed in the panel. */
@Injectable()
export class OwnUserProofService {
  constructor(
    private readonly db: Database,
    private readonly ownUsers: OwnUserService,
    private readonly people: PersonFinderService,
    private readonly reach: CodeReachService,
    private readonly codes: CodeSendService,
  ) {}

  /** The oldest proof first. Users that were deleted since are left out. @param isPrivateShown  as of `find` */
  async list(place: OwnPlace, isPrivateShown: boolean): Promise<ProvedUser[]> {
    const ownUsers = await this.ownUsers.list(place);
    const people = await this.describe(place.appId, ownUsers, isPrivateShown);
    return ownUsers.flatMap(({ uid, provedAt }) => {
      const person = people.get(uid);
      return person ? [{ ...person, provedAt }] : [];
    });
  }

  /**
   * Sends a code to a user, by the channel of the address that names it; else to its devices, by e-mail, or as a text message,
   * the first that it has.
   *
   * @throws AppError unknown_subject where no one is found, or a visitor; malformed where several share an address, and where
   *   nothing can be sent there; as `OwnUserService.issue`
   */
  async ask(
    writer: Writer,
    {
      way,
      value,
      language,
      isPrivateShown,
    }: { way: CodeWay; value: string; language: CodeLanguage; isPrivateShown: boolean },
  ): Promise<AskedCode> {
    const { appId } = writer;
    const user = requireOne((await this.people.find(appId, way, value, isPrivateShown)).filter(isNamed));
    const { to, platforms } = await this.reach.find(appId, user.extId, way);
    return this.db.inTransaction(async () => {
      await this.forgetDeleted(appId, await this.ownUsers.list(writer));
      const { codeId, code, endsAt, lifeMs } = await this.ownUsers.issue(writer, user.uid);
      await this.codes.send(appId, { extId: user.extId, platforms, code, language, lifeMs });
      return { codeId, endsAt, to, user };
    });
  }

  /** @throws AppError as `OwnUserService.prove`; unknown_subject for a user that was deleted since */
  async prove(writer: Writer, codeId: number, code: string, isPrivateShown: boolean): Promise<ProvedUser> {
    const proved = await this.ownUsers.prove(writer, codeId, code);
    const person = (await this.describe(writer.appId, [proved], isPrivateShown)).get(proved.uid);
    if (!person) {
      throw new AppError('unknown_subject', 'The user was deleted meanwhile');
    }
    return { ...person, provedAt: proved.provedAt };
  }

  /** @throws AppError unknown_id */
  async remove(writer: Writer, uid: number): Promise<void> {
    await this.ownUsers.remove(writer, uid);
  }

  private async forgetDeleted(appId: number, ownUsers: readonly OwnUser[]): Promise<void> {
    const people = await this.describe(appId, ownUsers, false);
    const deleted = ownUsers.flatMap(({ uid }) => (people.has(uid) ? [] : [uid]));
    if (deleted.length > 0) {
      await this.db.tx((tx) => this.ownUsers.forgetUsers(tx, appId, deleted));
    }
  }

  private async describe(
    appId: number,
    ownUsers: readonly OwnUser[],
    isPrivateShown: boolean,
  ): Promise<ReadonlyMap<number, NamedPerson>> {
    const uids = ownUsers.map(({ uid }) => uid);
    const people: FoundPerson[] = await this.people.describe(appId, uids, isPrivateShown);
    return new Map(people.filter(isNamed).map((person) => [person.uid, person]));
  }
}
