/** Places of the cards that a check speaks of, in the document. */
export const CARDS = {
  message: 'campaign-message',
  target: 'campaign-target',
  schedule: 'campaign-schedule',
  test: 'campaign-test',
} as const;

/** Goes to a card of the same page. */
export function focusCard(id: string): void {
  const card = document.getElementById(id);
  if (card) {
    // It takes the focus this once: a tab stop would be in the way.
    card.tabIndex = -1;
    card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true });
    card.focus();
    card.scrollIntoView({ block: 'start' });
  }
}
