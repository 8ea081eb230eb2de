import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Application,
  ApplicationService,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import { TopicService } from '#libs/users/preferences';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { MAX_CAPS } from '../model/match-caps.js';
import type { Cap, CapEntry } from '../model/policy.types.js';
import { CAPS_REFERENCE } from './caps-reference.js';
import { PolicyRepository } from './policy.repository.js';
import { readCaps } from './read-caps.js';

/** The section `caps` of an application file. */
@Injectable()
export class CapsSection implements ApplySection {
  readonly section = 'caps';
  readonly reference = CAPS_REFERENCE;

  constructor(
    private readonly policies: PolicyRepository,
    private readonly topics: TopicService,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  async apply(tx: Tx, app: Application, value: unknown, { prune }: ApplyContext): Promise<Difference[]> {
    const written = readCaps(value, this.section);
    const present = (await this.policies.find(tx, app.id))?.caps ?? [];
    const remaining = present.filter(({ entry }) => !prune || written.has(entry.name));
    const topicIds = await this.findTopicIds(tx, app.id);
    const caps = [...remaining];
    const differences: Difference[] = [];
    for (const entry of written.values()) {
      const index = caps.findIndex((cap) => cap.entry.name === entry.name);
      const earlier = caps[index];
      const cap = { ...(earlier ?? this.openCap(caps)), entry, topicIds: listIds(entry, topicIds, this.section) };
      caps.splice(earlier ? index : caps.length, earlier ? 1 : 0, cap);
      if (!isDeepStrictEqual(earlier, cap)) {
        differences.push({ change: earlier ? 'change' : 'add', subject: `${this.section}: ${entry.name}` });
      }
    }
    const removed = present.filter((cap) => !remaining.includes(cap));
    removed.forEach(({ entry }) => differences.push({ change: 'remove', subject: `${this.section}: ${entry.name}` }));
    if (differences.length > 0) {
      await this.policies.write(tx, app.id, 'caps', caps);
      await this.applications.countDefinitionChange(tx, app.id);
    }
    return differences;
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const { caps = [] } = (await this.policies.find(on, id)) ?? {};
    return caps.length === 0 ? undefined : { value: caps.map(({ entry }) => entry), withheld: [] };
  }

  async remove(tx: Tx, app: Application, name: string): Promise<boolean> {
    const { caps = [] } = (await this.policies.find(tx, app.id)) ?? {};
    const others = caps.filter(({ entry }) => entry.name !== name);
    if (others.length < caps.length) {
      await this.policies.write(tx, app.id, 'caps', others);
    }
    return others.length < caps.length;
  }

  /** A new cap counts from now on. @throws AppError malformed when all slots are taken */
  private openCap(others: readonly Cap[]): Pick<Cap, 'slot' | 'since'> {
    const slots = Array.from({ length: MAX_CAPS }, (_, slot) => slot);
    const slot = slots.find((free) => others.every((cap) => cap.slot !== free));
    if (slot === undefined) {
      throw malformed(`${this.section}: an application may have at most ${MAX_CAPS} caps`);
    }
    return { slot, since: this.clock.now().toISOString() };
  }

  private async findTopicIds(tx: Tx, appId: number): Promise<ReadonlyMap<string, number>> {
    const topics = await this.topics.listTopics(appId, tx);
    return new Map(topics.map(({ name, categoryId }) => [name, categoryId]));
  }
}

/** @throws AppError malformed for an unknown category */
function listIds({ name, topics = [] }: CapEntry, ids: ReadonlyMap<string, number>, section: string): number[] {
  return topics.map((topic) => {
    const id = ids.get(topic);
    if (id === undefined) {
      throw malformed(`${section}: ${name}: no category is called '${topic}'`);
    }
    return id;
  });
}
