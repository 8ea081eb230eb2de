import { Injectable } from '@nestjs/common';
import type { Statements } from '#platform/db';

/**
 * Something that names segments.
 *
 * @property kind  a campaign that has not read its recipients yet, or a draft
 * @property name  what people call it; null: it has no name
 */
export interface SegmentUse {
  kind: 'campaign' | 'draft';
  id: string;
  name: string | null;
  segments: readonly string[];
}

/** A module above that names segments. */
export interface SegmentUseSource {
  listUses(on: Statements, appId: number): Promise<SegmentUse[]>;
}

/** The places that name segments. Modules register in `onModuleInit` what they have; this module knows none of them. */
@Injectable()
export class SegmentUsesService {
  private readonly sources: SegmentUseSource[] = [];

  register(source: SegmentUseSource): void {
    this.sources.push(source);
  }

  async list(on: Statements, appId: number): Promise<SegmentUse[]> {
    const uses: SegmentUse[] = [];
    for (const source of this.sources) {
      uses.push(...(await source.listUses(on, appId)));
    }
    return uses;
  }
}

/** Selects the uses that name a segment. */
export function usesOf(name: string, uses: readonly SegmentUse[]): SegmentUse[] {
  return uses.filter(({ segments }) => segments.includes(name));
}

/** Campaigns that cannot go without a segment, for a sentence; undefined: there is none. */
export function describeCampaigns(uses: readonly SegmentUse[]): string | undefined {
  const campaigns = uses.flatMap(({ kind, id }) => (kind === 'campaign' ? [id] : []));
  return campaigns.length === 0
    ? undefined
    : `${campaigns.length === 1 ? 'campaign' : 'campaigns'} ${campaigns.slice(0, 5).join(', ')}${campaigns.length > 5 ? ' …' : ''}`;
}
