/**
 * A link of a filled text: a part of it, and the address that it opens.
 *
 * @property isFixed   the address has no value of the recipient
 * @property template  the address with its placeholders
 */
export interface FilledLink {
  start: number;
  end: number;
  url: string;
  isFixed: boolean;
  template: string;
}

/** A filled text with its links, in order. @property end  of its content: where an HTML body ends */
export interface FilledText {
  text: string;
  links: readonly FilledLink[];
  end: number;
}

/** The bodies of an e-mail or text message with their links. @property text  of an e-mail: its text part */
export interface RenderedLinks {
  html?: FilledText;
  text?: FilledText;
}
