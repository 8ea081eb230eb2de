import { Injectable } from '@nestjs/common';
import { EventDefinitionService } from '#libs/events';
import { requirePrivateView, type Viewer } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { findPrivate, listAsked, listCompared, type AskedAttribute } from '../targets/private-clauses.js';
import { listLeaves, type Target } from '../targets/target.js';

/**
 * Looks for private values in targets of a request. Two questions differ. Whoever is shown the people of a target
 * learns what it asks of them, be it that they have an address or where they are. A number reveals a value only where
 * values are compared: of an audience of one person, twenty ranges reveal an income.
 */
@Injectable()
export class PrivateTargetService {
  constructor(
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
  ) {}

  /**
   * Refuses a target for a reader of the number of its users. A segment that it names is not looked into: whoever
   * made it was allowed to.
   *
   * @throws AppError key_not_allowed, permission_missing
   */
  async refuseCompared(appId: number, target: Target, viewer: Viewer): Promise<void> {
    if (!viewer.seesPrivate) {
      refuse(await this.findPrivate(appId, listCompared(target)), 'compares', viewer);
    }
  }

  /**
   * Refuses a target for a reader of its people, or of its answer about one.
   *
   * @throws AppError as `refuseCompared`
   */
  async refuseAsked(appId: number, target: Target, viewer: Viewer): Promise<void> {
    if (!viewer.seesPrivate) {
      refuse(await this.findAsked(appId, target), 'looks at', viewer);
    }
  }

  /**
   * Finds the first private detail that a target compares: the code of an attribute of users or of an event, or `location`;
   * undefined: there is none.
   */
  async findAsked(appId: number, target: Target): Promise<string | undefined> {
    return listLeaves(target).some(({ type }) => type === 'location')
      ? 'location'
      : this.findPrivate(appId, listAsked(target));
  }

  private async findPrivate(appId: number, attributes: readonly AskedAttribute[]): Promise<string | undefined> {
    if (attributes.length === 0) {
      return undefined;
    }
    const codes = attributes.flatMap(({ event, code }) => (event === undefined ? [code] : []));
    const names = attributes.flatMap(({ event }) => event ?? []);
    return findPrivate(attributes, {
      attributes: await this.users.getAttributesByCode(appId, codes),
      events: names.length === 0 ? { find: () => undefined } : await this.events.getCatalogueFor(appId, names),
    });
  }
}

function refuse(code: string | undefined, verb: string, viewer: Viewer): void {
  if (code !== undefined) {
    requirePrivateView(viewer, `The target ${verb} '${code.slice(0, 80)}', which is private`);
  }
}
