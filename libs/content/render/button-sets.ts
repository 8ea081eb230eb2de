import type { Message } from '../model/message.types.js';
import type { Button, ButtonSet } from '../model/message-part.types.js';
import { compact } from '../model/clean-values.js';

type ButtonSetFields = Pick<Message, 'buttonSet' | 'buttonSets'>;

/** Ids of the button sets of a message, each once. */
export function buttonSetIds({ buttonSet, buttonSets }: ButtonSetFields): number[] {
  const sets = [...(buttonSet ? [buttonSet] : []), ...Object.values(buttonSets ?? {})];
  return [...new Set(sets.map(({ id }) => id))];
}

/**
 * Replaces the button sets of a message by the defined buttons of their ids. A set that is not in `defined` stays.
 *
 * @param defined  names of the buttons by set, in the order of display
 */
export function applyDefinedButtons(message: Message, defined: ReadonlyMap<number, readonly string[]>): Message {
  const complete = (set: ButtonSet): ButtonSet => {
    const names = defined.get(set.id);
    return names ? { id: set.id, buttons: mergeButtons(set.buttons, names) } : set;
  };
  const { buttonSet, buttonSets } = message;
  return compact<Message>({
    ...message,
    buttonSet: buttonSet && complete(buttonSet),
    buttonSets:
      buttonSets && Object.fromEntries(Object.entries(buttonSets).map(([platform, set]) => [platform, complete(set)])),
  });
}

/**
 * Merges the defined buttons of a set with those of a message, which may give them new names (interface, section 2.7).
 * A button that the message does not name is shown without a link. An unknown name replaces the next unnamed button,
 * because clients leave `buttonNames` out or use old names.
 */
function mergeButtons(requested: readonly Button[], names: readonly string[]): Button[] {
  const slots: (Button | undefined)[] = names.map(() => undefined);
  const additional: Button[] = [];
  for (const { replaces, ...button } of requested) {
    const position = names.indexOf(replaces ?? button.name);
    if (position >= 0 && slots[position] === undefined) {
      slots[position] = button;
    } else {
      additional.push(button);
    }
  }
  const shown = slots.map((button, position) => button ?? additional.shift() ?? { name: names[position] ?? '' });
  return [...shown, ...additional];
}
