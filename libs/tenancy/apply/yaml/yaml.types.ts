/** Limits of a document. */
export interface YamlBounds {
  /** Maps and lists within each other. */
  depth: number;
  /** Texts, numbers, maps and lists; an alias counts as what it means. */
  values: number;
  /** Time in ms for reading it. */
  deadlineMs: number;
}

/** One piece of work for the thread. */
export type YamlTask =
  | { kind: 'read'; text: string; bounds: YamlBounds }
  | { kind: 'write'; value: unknown; lineWidth: number };

/** A number as it is written, and its place in words. */
export interface WrittenNumber {
  source: string;
  place: string;
}

/** The thread's answer; `numbers`: those that may lose digits; `fault`: what is wrong with the document, and where. */
export type YamlAnswer = { value: unknown; numbers: WrittenNumber[] } | { fault: string };
