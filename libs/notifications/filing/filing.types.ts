/** A folder, and how many campaigns are in it, archived ones too. */
export interface CampaignFolder {
  folderId: number;
  name: string;
  campaigns: number;
}

/** The place of a campaign in the list. */
export interface CampaignFiling {
  folderId: number | null;
  /** Null: it is in the list. */
  archivedAt: Date | null;
}

/**
 * Changes of some campaigns at once; absent fields stay.
 *
 * @property folderId  null: out of its folder
 * @property label     null: without a label
 */
export interface FilingChange {
  folderId?: number | null;
  isArchived?: boolean;
  label?: string | null;
}

/**
 * Narrows a list of campaigns.
 *
 * @property isArchived  archived ones alone, or the others alone
 * @property find        part of name, label or texts, from three characters on, or the whole key
 */
export interface FilingFilter {
  folderId?: number;
  isArchived: boolean;
  find?: string;
}
