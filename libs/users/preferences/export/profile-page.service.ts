import { Injectable } from '@nestjs/common';
import {
  AttributeService,
  buildProfile,
  RemovalService,
  type AttributeDefinition,
  type Profile,
} from '#libs/users/profiles';
import { ProfilePageRepository } from './profile-page.repository.js';

/** @property extId  null: a visitor without a name */
export interface NamedProfile {
  extId: string | null;
  profile: Profile;
}

/** Chosen values of many users. */
@Injectable()
export class ProfilePageService {
  constructor(
    private readonly repository: ProfilePageRepository,
    private readonly attributes: AttributeService,
    private readonly removals: RemovalService,
  ) {}

  /** Attributes that users have values of; what targets ask of devices alone is none. */
  async listAttributes(appId: number): Promise<AttributeDefinition[]> {
    return [...(await this.attributes.findLatestDefinitions(appId)).values()].filter(
      ({ onDevices }) => onDevices !== true,
    );
  }

  /** @param uids  at most 1,000; users that are gone are absent from the answer */
  async readPage(appId: number, uids: readonly number[], codes: readonly string[]): Promise<NamedProfile[]> {
    const all = await this.attributes.getDefinitionsFor(appId, codes);
    const chosen = new Map([...all].filter(([code]) => codes.includes(code)));
    const attrIds = [...chosen.values()].map(({ attrId }) => attrId);
    const users = await this.repository.findUsers(appId, uids, attrIds);
    const survived = await this.removals.findSurvivors(appId, chosen, uids);
    return users.map((user) => ({ extId: user.extId, profile: buildProfile(user, chosen, survived.get(user.uid)) }));
  }
}
