/** Kinds of blocks that stand alone or in a column. */
export const INNER_KINDS = ['heading', 'text', 'image', 'button', 'divider'] as const;
/** Kinds of blocks that a mail has. */
export const BLOCK_KINDS = [...INNER_KINDS, 'columns', 'footer'] as const;
export const ALIGNMENTS = ['left', 'center'] as const;
type Alignment = (typeof ALIGNMENTS)[number];

/** Kinds of pieces of a rich text. */
export const PIECE_KINDS = ['text', 'placeholder', 'break'] as const;

/** How a piece looks. @property link  what it opens */
interface Marks {
  bold?: true;
  italic?: true;
  link?: string;
}

/**
 * A piece of a line. A placeholder has a name and perhaps a default; a text may have others in it, as `@{name|default}`.
 * Texts are plain.
 */
export type RichPiece =
  | ({ type: 'text'; text: string } & Marks)
  | ({ type: 'placeholder'; name: string; fallback?: string } & Marks)
  | { type: 'break' };

/** Paragraphs below each other. */
export type RichText = { pieces: RichPiece[] }[];

/**
 * A block of one column. Texts are plain and may have placeholders; an empty `link` is none. `rich` stands in place of
 * `text`, which is empty then.
 */
export type InnerBlock =
  | { type: 'heading'; text: string; rich?: RichText; level: number; align: Alignment }
  | { type: 'text'; text: string; rich?: RichText; align: Alignment }
  | { type: 'image'; url: string; alt: string; link: string; align: Alignment }
  | { type: 'button'; text: string; link: string; align: Alignment }
  | { type: 'divider' };

/** @property unsubscribe  words of the link by which a reader unsubscribes */
export type Block =
  | InnerBlock
  | { type: 'columns'; columns: { blocks: InnerBlock[] }[] }
  | { type: 'footer'; text: string; unsubscribe: string };

/**
 * A mail made of blocks.
 *
 * @property preheader  what lists of mails show beside the subject; empty: none
 * @property accent     of buttons and links, `#0b6e63`
 * @property font       a family before those of every system; absent: those alone
 */
export interface BlockMail {
  preheader: string;
  accent: string;
  font?: string;
  blocks: Block[];
}

/**
 * A place of a template that is filled in: by its element the text, the address and words of a link, or the address and
 * description of a picture.
 */
export type RegionKind = 'text' | 'link' | 'image';

/** @property text  that stands there in the template. @property url  of a link or picture there */
export interface TemplateRegion {
  name: string;
  kind: RegionKind;
  text: string;
  url: string;
}

/** The text or picture of a region; what is empty stays as in the template. */
export interface RegionValue {
  name: string;
  text: string;
  url: string;
}
