import { Injectable } from '@nestjs/common';
import type { Viewer } from '#libs/tenancy';
import { AttributeService, isPrivateAttribute } from '#libs/users/profiles';
import { listWrittenCodes } from '../mapping/written-codes.js';
import type { ImportCounts, StoredImport } from '../model/import.types.js';

/** Imports as a reader may see them. */
@Injectable()
export class ImportViewService {
  constructor(private readonly attributes: AttributeService) {}

  /**
   * Hides from who may not see private values how many users have others than a file: of a file with one line, that says
   * whether a guess is right. They all count as changed.
   */
  async show(stored: StoredImport, viewer: Viewer): Promise<StoredImport> {
    if (viewer.seesPrivate || !(await this.hasPrivate(stored))) {
      return stored;
    }
    return { ...stored, counts: asChanged(stored.counts), checked: stored.checked && asChanged(stored.checked) };
  }

  /** Does `show` for each of a list. */
  async showAll(list: readonly StoredImport[], viewer: Viewer): Promise<StoredImport[]> {
    return Promise.all(list.map((stored) => this.show(stored, viewer)));
  }

  private async hasPrivate({ appId, mapping }: StoredImport): Promise<boolean> {
    const codes = listWrittenCodes(mapping);
    if (codes === null) {
      return true;
    }
    const attributes = await this.attributes.getDefinitionsFor(appId, codes);
    return codes.flatMap((code) => attributes.get(code) ?? []).some(isPrivateAttribute);
  }
}

function asChanged(counts: ImportCounts): ImportCounts {
  return { ...counts, changed: counts.changed + counts.unchanged, unchanged: 0 };
}
