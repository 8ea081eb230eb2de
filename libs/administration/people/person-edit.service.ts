import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuditDifference } from '#libs/audit';
import type { Viewer } from '#libs/tenancy';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { PersonHeadService, type PersonHead } from '#libs/reporting/people';
import { PersonAddressService } from './person-address.service.js';
import { PersonRemovalService, type PersonEditor } from './person-removal.service.js';
import { PersonWriterService, type PersonChanges } from './person-writer.service.js';

/** A value that becomes another. @property isPrivate  whether the values are private */
export interface PersonDifference {
  kind: 'attribute' | 'tag' | 'consent';
  name: string;
  from: unknown;
  to: unknown;
  isPrivate: boolean;
}

/** Changes persons for members, by the services that servers use, each change with its entry in the audit log. */
@Injectable()
export class PersonEditService {
  constructor(
    private readonly db: Database,
    private readonly heads: PersonHeadService,
    private readonly writer: PersonWriterService,
    private readonly removal: PersonRemovalService,
    private readonly addresses: PersonAddressService,
  ) {}

  /**
   * Makes the changes, or none of them. The audit log names what changed, without the values.
   *
   * @param isTrial  makes them and rolls them back, so that the differences are those of real changes
   * @param mark     of the differences that the member saw, by `markOf`; absent: any may come of it
   * @param viewer   who sees the differences
   * @throws AppError unknown_subject, malformed, bad_address, changed_meanwhile where other differences come of it;
   *   permission_missing for private attributes, because a change reveals if there was another value
   */
  async change(
    editor: PersonEditor,
    changes: PersonChanges,
    { isTrial, mark, viewer }: { isTrial: boolean; mark?: string | undefined; viewer: Viewer },
  ): Promise<PersonDifference[]> {
    await this.addresses.refusePrivate(editor.appId, [...Object.keys(changes.set), ...changes.unset], viewer);
    const trial = new TrialRollback();
    try {
      return await this.db.inTransaction(() =>
        this.db.tx(async () => {
          const before = await this.heads.get(editor.appId, editor.uid);
          await this.writer.write(editor, before.extId, changes);
          const after = await this.heads.get(editor.appId, editor.uid);
          await this.addresses.carryRefusals(editor.appId, before, after, {
            source: 'PANEL',
            by: `member ${editor.origin.by.id}, corrected address`,
          });
          requireKnown(changes.consents, after);
          const differences = compare(before, after);
          if (isTrial) {
            trial.differences = differences;
            throw trial;
          }
          if (mark !== undefined && differences.length > 0 && mark !== markOf(differences)) {
            throw new AppError('changed_meanwhile', 'This person was changed meanwhile: look at what changes again');
          }
          await this.removal.record(editor, 'user.change', before.uid, differences.map(toAuditDifference));
          return differences;
        }),
      );
    } catch (error) {
      if (error === trial && trial.differences) {
        return trial.differences;
      }
      throw error;
    }
  }
}

/** A server's list of consents leaves out what there is not. A member has seen the names, so one is a mistake. */
function requireKnown(consents: PersonChanges['consents'], { consents: known }: PersonHead): void {
  const unknown = consents.find(
    ({ kind, subject, channel }) =>
      !known.some((consent) => consent.kind === kind && consent.subject === subject && consent.channel === channel),
  );
  if (unknown) {
    throw malformed(`Field 'consents' has '${unknown.subject}', which is no ${unknown.kind} of this user`);
  }
}

class TrialRollback extends Error {
  differences: PersonDifference[] | undefined;
}

function compare(before: PersonHead, after: PersonHead): PersonDifference[] {
  const [profileBefore, profileAfter] = [before.overview.profile, after.overview.profile];
  const codes = [...new Set([...Object.keys(profileBefore), ...Object.keys(profileAfter)])];
  const subjects = new Set([...before.consents, ...after.consents].map(nameOfConsent));
  const consentOf = ({ consents }: PersonHead, name: string): boolean | string | null => {
    const found = consents.find((consent) => nameOfConsent(consent) === name);
    return found?.frequency ?? found?.value ?? null;
  };
  const tags = new Set([...before.overview.tags, ...after.overview.tags]);
  const differences: PersonDifference[] = [
    ...codes.map((name) => ({
      kind: 'attribute' as const,
      name,
      from: profileBefore[name] ?? null,
      to: profileAfter[name] ?? null,
      isPrivate: before.hidden.has(name) || after.hidden.has(name),
    })),
    ...[...tags].map((name) => ({
      kind: 'tag' as const,
      name,
      from: before.overview.tags.includes(name),
      to: after.overview.tags.includes(name),
      isPrivate: false,
    })),
    ...[...subjects].map((name) => ({
      kind: 'consent' as const,
      name: name.slice(name.indexOf(' ') + 1),
      from: consentOf(before, name),
      to: consentOf(after, name),
      isPrivate: false,
    })),
  ];
  return differences.filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

/** The kind, the subject, and of a category the channel. */
function nameOfConsent({ kind, subject, channel }: PersonHead['consents'][number]): string {
  return `${kind} ${subject}${channel === undefined ? '' : `, ${channel}`}`;
}

/** Identifies differences, without their private values. */
export function markOf(differences: readonly PersonDifference[]): string {
  const open = differences.map(({ from, to, ...named }) => (named.isPrivate ? named : { ...named, from, to }));
  return createHash('sha256').update(JSON.stringify(open)).digest('base64url');
}

/** Without values of the person: they are no affair of the log. */
function toAuditDifference({ kind, name, from, to }: PersonDifference): AuditDifference {
  if (kind === 'attribute') {
    return { change: from === null ? 'add' : to === null ? 'remove' : 'change', subject: `attribute ${name}` };
  }
  return kind === 'tag'
    ? { change: to === true ? 'add' : 'remove', subject: `tag ${name}` }
    : { change: 'change', subject: `consent ${name}`, from: String(from), to: String(to) };
}
