type Child = Node | string | undefined | false;

/**
 * An element with a class and children. Texts become text nodes: nothing that a message carries is ever read as markup.
 */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== '') {
    element.className = className;
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** A part of the page that its markup has. */
export function part<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) {
    throw new Error(`The page has no ${id}`);
  }
  return element;
}
