import { Injectable } from '@nestjs/common';
import { CountService, type Target } from '#libs/audience';
import { OPERATOR } from '#libs/tenancy';
import { TESTER_TAG } from '#libs/users/registry';
import { AppError, malformed } from '#platform/errors';
import { PersonFinderService, type FoundPerson, type PersonWay } from '#libs/reporting/people';
import { PersonEditService } from '../people/person-edit.service.js';
import type { PersonEditor } from '../people/person-removal.service.js';

/** Testers that are shown to choose from. */
const MAX_SHOWN = 50;
const TESTERS: Target = { type: 'tag', mode: 'any', names: [TESTER_TAG] };
const UNCHANGED = { set: {}, unset: [], addTags: [], removeTags: [], consents: [] };

/** A user that tests go to. A user without an extId cannot be named in a send. */
export type NamedPerson = FoundPerson & { extId: string };

/** @property isWhole  there are no more than these */
export interface TesterList {
  testers: NamedPerson[];
  isWhole: boolean;
}

/** The testers of an application: users that `addTesters` or a member made testers. */
@Injectable()
export class TesterListService {
  constructor(
    private readonly counts: CountService,
    private readonly people: PersonFinderService,
    private readonly edits: PersonEditService,
  ) {}

  /** At most 50, in the order of their extIds. @param isPrivateShown  whether names that are private are shown */
  async list(appId: number, isPrivateShown: boolean): Promise<TesterList> {
    const { counts: uids } = await this.counts.draw(appId, TESTERS, MAX_SHOWN + 1, OPERATOR);
    const users = await this.people.describe(appId, uids.slice(0, MAX_SHOWN), isPrivateShown);
    const testers = users.filter(isNamed).toSorted((a, b) => (a.extId < b.extId ? -1 : 1));
    return { testers, isWhole: uids.length <= MAX_SHOWN };
  }

  /**
   * Makes a user a tester. The audit log has it as a change of the user.
   *
   * @throws AppError unknown_subject where no one is found, or a visitor; malformed where several share an address
   */
  async add(
    { appId, origin }: Omit<PersonEditor, 'uid'>,
    way: PersonWay,
    value: string,
    isPrivateShown: boolean,
  ): Promise<NamedPerson> {
    const tester = requireOne((await this.people.find(appId, way, value, isPrivateShown)).filter(isNamed));
    const changes = { ...UNCHANGED, addTags: [TESTER_TAG] };
    await this.edits.change({ appId, origin, uid: tester.uid }, changes, { isTrial: false, viewer: OPERATOR });
    return tester;
  }

  /** Makes a tester a usual user again. @throws AppError unknown_subject */
  async remove(editor: PersonEditor): Promise<void> {
    await this.edits.change(editor, { ...UNCHANGED, removeTags: [TESTER_TAG] }, { isTrial: false, viewer: OPERATOR });
  }
}

/** Tests if a user can be named in a send. */
export function isNamed(person: FoundPerson): person is NamedPerson {
  return person.extId !== null;
}

/** The one user that was meant. @throws AppError unknown_subject for none; malformed for several who share an address */
export function requireOne([user, ...others]: readonly NamedPerson[]): NamedPerson {
  if (!user) {
    throw new AppError('unknown_subject', 'No user with an extId has this value', { field: 'value' });
  }
  if (others.length > 0) {
    throw malformed("Field 'value' is of several users: name one by its extId");
  }
  return user;
}
