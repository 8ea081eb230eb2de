/** One entry of a batch that is at fault. */
export interface EntryFault {
  /** Position in the batch, from 0. */
  index: number;
  /** The extId of the entry, where it has one. */
  extId?: string;
  /** The field as the entry writes it; absent: the entry as a whole. */
  field?: string;
}
