import { isDeepStrictEqual } from 'node:util';
import type { Application, ApplySection, Difference, Section, SectionContent } from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import type { SectionReference } from '#platform/forms';
import type { ContactPolicy } from '../model/policy.types.js';
import type { PolicyRepository } from './policy.repository.js';

/** A section of an application file that is written as a whole. */
export class RuleSection<P extends Exclude<keyof ContactPolicy, 'caps'> & Section> implements ApplySection {
  constructor(
    readonly section: P,
    readonly reference: SectionReference,
    private readonly readValue: (value: unknown, path: string) => ContactPolicy[P],
    private readonly policies: PolicyRepository,
  ) {}

  async apply(tx: Tx, app: Application, value: unknown): Promise<Difference[]> {
    const next = this.readValue(value, this.section);
    const present = await this.findPart(tx, app.id);
    if (isDeepStrictEqual(present, next) || (isEmpty(present) && isEmpty(next))) {
      return [];
    }
    await this.policies.write(tx, app.id, this.section, next);
    const change = isEmpty(present) ? 'add' : isEmpty(next) ? 'remove' : 'change';
    return [{ change, subject: `${this.section}: all` }];
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const value = await this.findPart(on, id);
    return isEmpty(value) ? undefined : { value, withheld: [] };
  }

  private async findPart(on: Statements, appId: number): Promise<ContactPolicy[P] | null> {
    return (await this.policies.find(on, appId))?.[this.section] ?? null;
  }
}

function isEmpty(value: ContactPolicy[Exclude<keyof ContactPolicy, 'caps'>] | null): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
