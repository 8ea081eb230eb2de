import { ADDRESS_KINDS, type AddressKind } from '#libs/channels/definitions';
import { PLATFORMS, type JsonObject, type Platform } from '#libs/content';
import { toMailboxKey } from '#platform/spelling';
import { readSegmentTarget } from '../targets/read-target.js';
import { type Attributes, collectNames, resolveTarget } from '../targets/resolve-target.js';
import type { EventCatalogue } from '../targets/resolve-behaviour.js';
import { matches, type Person } from '../targets/target.js';

/** A person who is described in full, without a database. */
export interface DescribedPerson {
  extId: string;
  /** By code, in the stored form. */
  profile: Readonly<Record<string, unknown>>;
  tags: ReadonlySet<string>;
  segments: ReadonlySet<string>;
  /** @property at  epoch ms */
  events: readonly { name: string; at: number; attrs: Readonly<Record<string, unknown>> }[];
  platforms: readonly Platform[];
}

/** Judges conditions on described persons, by the plain meaning of targets. */
export class DescribedPersonJudge {
  /** Ids of tags and segments by name. */
  private readonly ids = new Map<string, number>();

  constructor(
    private readonly attributes: Attributes,
    private readonly events: EventCatalogue,
  ) {}

  /** @throws AppError malformed for a condition with a fault, or an attribute or an event that is not defined */
  judge(raw: JsonObject, person: DescribedPerson, now: Date): boolean {
    const target = readSegmentTarget(raw);
    const { tags, segments } = collectNames(target);
    const resolved = resolveTarget(target, {
      appId: 0,
      attributes: this.attributes,
      tagIds: new Map(tags.map((name) => [name, this.idOf(name)])),
      segments: new Map(segments.map((name) => [name, { name, segmentId: this.idOf(name), version: 0 }])),
      instIds: [],
      survivors: new Map(),
      holders: new Map(
        ADDRESS_KINDS.flatMap((kind) => {
          const address = addressOf(person, kind);
          return address === null ? [] : [[toMailboxKey(address), [{ uid: 0, address }]] as const];
        }),
      ),
      events: this.events,
      now,
    });
    return matches(resolved, this.toPerson(person));
  }

  private toPerson(person: DescribedPerson): Person {
    const { extId, profile, tags, segments, events, platforms } = person;
    const attrs = Object.entries(profile).flatMap(([code, value]) => {
      const definition = this.attributes.get(code);
      return definition && !definition.column ? [[String(definition.attrId), value] as const] : [];
    });
    const byKind = <T>(of: (kind: AddressKind) => T) =>
      Object.fromEntries(ADDRESS_KINDS.map((kind) => [kind, of(kind)])) as Record<AddressKind, T>;
    return {
      ...byKind((kind) => addressOf(person, kind)),
      extId,
      attrs: Object.fromEntries(attrs) as Person['attrs'],
      tagIds: [...tags].map((name) => this.idOf(name)),
      segmentIds: [...segments].map((name) => this.idOf(name)),
      instIds: [],
      locations: [],
      events: events.flatMap(({ name, at, attrs: own }) => {
        const event = this.events.find(name);
        return event ? [{ eventId: event.eventId, at, attrs: own }] : [];
      }),
      reach: {
        platforms: platforms.map((platform) => PLATFORMS[platform].number),
        allows: byKind(() => true),
        topics: [],
      },
    };
  }

  private idOf(name: string): number {
    const id = this.ids.get(name) ?? this.ids.size + 1;
    this.ids.set(name, id);
    return id;
  }
}

function addressOf({ profile }: DescribedPerson, kind: AddressKind): string | null {
  const address = profile[kind];
  return typeof address === 'string' ? address : null;
}
