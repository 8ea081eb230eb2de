import { Injectable } from '@nestjs/common';
import { PrivateTargetService } from './private-target.service.js';
import { UserSelectionService } from './user-selection.service.js';
import type { Target } from '../targets/target.js';
import { AuditService, type Origin } from '#libs/audit';
import { requirePrivateView, type Viewer } from '#libs/tenancy';
import { isPrivateAttribute, type AttributeDefinition, type AttributeValue, type DataType } from '#libs/users/profiles';
import { ProfilePageService } from '#libs/users/preferences';
import { toCsvCell } from '#platform/collections';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { toDay } from '#platform/spelling';

const PAGE = 1000;

/**
 * @property columns  codes of attributes, beside the extId
 * @property asked    ends when no one waits for the file any more
 */
export interface AudienceExport {
  target: Target;
  columns: readonly string[];
  viewer: Viewer;
  asked: AbortSignal;
}

/** An attribute that an export may have. */
export interface ExportColumn {
  code: string;
  label: string | null;
  isPrivate: boolean;
}

/**
 * A file of users that has begun.
 *
 * @property users  lines, but for users that go in the meantime
 * @property asOf   since when who matches was looked for; values are those of the moment in which a line is read
 */
export interface StartedExport {
  users: number;
  asOf: Date;
  lines: AsyncGenerator<string>;
}

/** The users of a target as a file. */
@Injectable()
export class AudienceExportService {
  constructor(
    private readonly selection: UserSelectionService,
    private readonly privateTargets: PrivateTargetService,
    private readonly profiles: ProfilePageService,
    private readonly audit: AuditService,
    private readonly db: Database,
    private readonly clock: ClockService,
  ) {}

  /** Lists the columns that a member may export. */
  async listColumns(appId: number, isPrivateShown: boolean): Promise<ExportColumn[]> {
    const attributes = await this.profiles.listAttributes(appId);
    return attributes
      .map(({ code, label, ...attribute }) => ({
        code,
        label: label ?? null,
        isPrivate: isPrivateAttribute(attribute),
      }))
      .filter((column) => isPrivateShown || !column.isPrivate);
  }

  /**
   * Finds the users, writes into the audit log how many they are, and then sends them line by line as CSV (RFC 4180).
   * So nothing leaves without its entry. Users that are deleted in between have no line.
   *
   * @throws AppError malformed for a column that there is not, permission_missing for private values and for people
   *   found by them, and as `UserSelectionService.findUids`
   */
  async start(origin: Origin, appId: number, wanted: AudienceExport): Promise<StartedExport> {
    const { target, columns, viewer, asked } = wanted;
    const attributes = await this.findAttributes(appId, columns);
    const hidden = attributes.find(isPrivateAttribute);
    if (hidden) {
      requirePrivateView(viewer, `The column '${hidden.code}' is private`);
    }
    await this.privateTargets.refuseAsked(appId, target, viewer);
    const asOf = this.clock.now();
    const parts = await this.selection.findUids(appId, target, asked);
    const users = parts.reduce((sum, { length }) => sum + length, 0);
    const differences = [
      { change: 'add', subject: 'users', to: String(users) },
      { change: 'add', subject: 'columns', to: ['extId', ...columns].join(', ') },
    ] as const;
    await this.db.tx((tx) =>
      this.audit.append(tx, appId, origin, [{ action: 'audience.export', subject: 'audience', differences }]),
    );
    return { users, asOf, lines: this.writeLines(appId, parts, attributes) };
  }

  private async findAttributes(appId: number, columns: readonly string[]): Promise<AttributeDefinition[]> {
    const known = new Map((await this.profiles.listAttributes(appId)).map((attribute) => [attribute.code, attribute]));
    return columns.map((code) => {
      const attribute = known.get(code);
      if (!attribute) {
        throw new AppError('malformed', `There is no attribute ${code}`, { field: 'columns' });
      }
      return attribute;
    });
  }

  private async *writeLines(
    appId: number,
    parts: readonly Uint32Array[],
    attributes: readonly AttributeDefinition[],
  ): AsyncGenerator<string> {
    const codes = attributes.map(({ code }) => code);
    yield `${['extId', ...codes].map(toCsvCell).join(',')}\r\n`;
    for (const part of parts) {
      for (let start = 0; start < part.length; start += PAGE) {
        const users = await this.profiles.readPage(appId, [...part.subarray(start, start + PAGE)], codes);
        yield users
          .map(({ extId, profile }) => {
            const values = attributes.map(({ code, dataType }) => toText(profile[code], dataType));
            return `${[extId ?? '', ...values].map(toCsvCell).join(',')}\r\n`;
          })
          .join('');
      }
    }
  }
}

/** Days and times are ISO 8601 in UTC; several values are an array of JSON. */
function toText(value: AttributeValue | undefined, dataType: DataType): string {
  if (value === undefined) {
    return '';
  }
  if (typeof value === 'object') {
    return JSON.stringify(value.map((entry) => toTime(entry, dataType)));
  }
  return String(toTime(value, dataType));
}

function toTime(value: string | number | boolean, dataType: DataType): string | number | boolean {
  if (dataType !== 'DATE' && dataType !== 'TIME_STAMP') {
    return value;
  }
  const at = new Date(dataType === 'DATE' ? toDay(Number(value)) : Number(value));
  return Number.isNaN(at.getTime()) ? value : at.toISOString();
}
