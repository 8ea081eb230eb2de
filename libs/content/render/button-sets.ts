import type { Button, ButtonSet, Message } from '../model/message.types.js';
import { compact } from '../model/json-values.js';

type ButtonSetFields = Pick<Message, 'buttonSet' | 'buttonSets'>;

/** Ids of the button sets that a message names, each once. */
export function buttonSetIds({ buttonSet, buttonSets }: ButtonSetFields): number[] {
  const sets = [...(buttonSet ? [buttonSet] : []), ...Object.values(buttonSets ?? {})];
  return [...new Set(sets.map(({ id }) => id))];
}

/**
 * A message whose button sets show the buttons that are defined under their ids. A set that is not in `defined` stays.
 *
 * @param defined  names of the buttons by set, in the order in which they are shown
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
 * The buttons of a set with what a message says of them: under their defined names, or under new ones (interface, section
 * 2.7). A button that the message does not name is shown and opens nothing of its own. A name that the set does not know
 * stands for the next button that is not named: clients leave `buttonNames` out, or give old names of their own.
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
