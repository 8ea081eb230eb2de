import { createContext, use } from 'react';

/**
 * A value that texts of a place have beside attributes: `event.price`.
 *
 * @property note    what it stands for
 * @property fields  of its elements: it is a list, which a loop runs over
 */
export interface WrittenValue {
  name: string;
  note: string;
  fields?: readonly { code: string; note: string }[];
}

/**
 * The place that texts are written for.
 *
 * @property target        the audience that the shares count
 * @property values        of the place alone, such as those of the event that a journey is entered by
 * @property isValueAlone  a text is one of these values as a whole, and nothing else
 */
export interface Writing {
  target: object;
  values: readonly WrittenValue[];
  isValueAlone?: boolean;
}

/** Without a place around, texts are for all people. */
export const WritingContext = createContext<Writing>({ target: { sendToAll: true }, values: [] });

export function useWriting(): Writing {
  return use(WritingContext);
}
